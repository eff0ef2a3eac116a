import assert from 'node:assert/strict';
import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { last, posted } from './patchset-comment.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { diffOf, file, patch, series } from './patchset-sample.ts';

const open = () =>
	openPatchset(
		{
			...series,
			patches: [
				patch('1', [file('undo', { lineCount: 13, replyCount: 2 }), file('b')], {
					messageLine: 5,
					message: ['Why?\nThe latest\ntest\nWhy?'],
				}),
			],
		},
		'dark',
		{ diff: ({ file: key }) => diffOf(key) },
	);

const reply = '.thread .reply[data-mail="202"] p';
const quoted = '"x" fails when a stale file is left behind by a crash. Is that meant?';
const inText = (mail: number, line: number, words: string): CommentPlace => ({
	...{ kind: 'text', mail, text: 'mail', patch: '' },
	...{ first: line, last: line, quoted: words },
});
const lineOf = (key: string, number: number) => `.file[data-file=${key}] .l[data-n="${number}"]`;

/** Selects from the beginning of an element to a character of another one. */
const select = ({ page }: PatchsetPage, from: string, to: string, length: number) =>
	page.evaluate(
		([start = '', end = '', offset = 0]) => {
			const [first, last] = [document.querySelector(start), document.querySelector(end)];
			const text = last && document.createTreeWalker(last, NodeFilter.SHOW_TEXT).nextNode();
			if (first && text) getSelection()?.setBaseAndExtent(first, 0, text, offset);
		},
		[from, to, length] as const,
	);

/** Presses the key for a comment while a line has the focus. */
async function comment(page: PatchsetPage): Promise<CommentPlace | undefined> {
	await page.page.locator(lineOf('undo', 122)).evaluate((one) => one.focus());
	await page.page.keyboard.press('c');
	await page.page.locator('.comment-draft textarea').waitFor();
	await page.page.keyboard.type('W');
	await page.until('draft');
	return posted(page)[0]?.at;
}

async function withLines(): Promise<PatchsetPage> {
	const page = await open();
	await page.page.locator(reply).scrollIntoViewIfNeeded();
	await page.page.locator(lineOf('undo', 122)).click();
	await page.page.locator(lineOf('b', 2)).waitFor({ state: 'attached' });
	return page;
}

describe('What is selected on the page of a patchset', () => {
	it('is a reply below a line if it is selected with three clicks', async () => {
		const page = await withLines();
		await page.page.locator(reply).click({ clickCount: 3 });
		const at = await comment(page);
		assert.deepEqual(at, inText(202, 0, quoted));
	});

	for (const [what, selector, mail] of [
		['a reply below a line', reply, 202],
		['a message', '.patch-head .plain-mail', 101],
		['a mail of the discussion', '.mail .plain-mail p', 200],
	] as const)
		it(`is what R and the button quote if it is in ${what}`, async () => {
			const page = await withLines();
			await page.page.locator(selector).first().scrollIntoViewIfNeeded();
			await page.page.locator(selector).first().click({ clickCount: 3 });
			const selected = (await page.page.evaluate(() => `${getSelection()}`)).trim();
			await page.page.keyboard.press('r');
			await page.until('reply');
			const button = page.page.locator(`[data-do=reply][data-mail="${mail}"]`).first();
			if ((await button.count()) > 0) {
				await button.dispatchEvent('click');
				await page.until('reply', 2);
			}
			for (const { mail: answered, quoted } of page.asks('reply') as readonly {
				readonly mail: number;
				readonly quoted: string;
			}[])
				assert.deepEqual([answered, quoted.trim()], [mail, selected]);
			assert.notEqual(selected, '');
		});

	it('is a part of a reply if it begins in the line above', async () => {
		const page = await withLines();
		await select(page, lineOf('undo', 120), reply, 9);
		assert.deepEqual(await comment(page), inText(202, 0, quoted.slice(0, 9)));
	});

	it('is a part of the reply in which it ends if it begins in another one', async () => {
		const page = await withLines();
		await select(page, reply, '.thread .reply[data-mail="203"] p', 4);
		assert.deepEqual(await comment(page), inText(203, 0, 'Yes:'));
	});

	for (const [what, from, to, first, last] of [
		['a reply', reply, lineOf('undo', 122), [121, 121], [122, 122]],
		['another file', lineOf('undo', 120), lineOf('b', 2), [1, 1], [null, 2]],
	] as const)
		it(`is the lines in which it ends if it begins in ${what}`, async () => {
			const page = await withLines();
			await select(page, from, to, 4);
			const at = await comment(page);
			assert.ok(at?.kind === 'lines');
			assert.deepEqual([at.first, at.last].map(Object.values), [first, last]);
		});

	it('is one line if it is selected with three clicks', async () => {
		const page = await withLines();
		await page.page.locator(lineOf('undo', 121)).click({ clickCount: 3 });
		const at = await comment(page);
		assert.ok(at?.kind === 'lines');
		assert.deepEqual([at.first, at.last].map(Object.values), [
			[121, 121],
			[121, 121],
		]);
	});

	it('is the second of two equal lines, and of two equal words', async () => {
		const page = await open();
		const text = page.page.locator('.patch-head [data-text] p');
		const lineOfSelected = async (word: string, nth: number) => {
			await text.evaluate(
				(paragraph, [wanted, index]) => {
					const node = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode();
					if (!(node instanceof Text)) return;
					let at = -1;
					for (let left = index; left >= 0; left -= 1) at = node.data.indexOf(wanted, at + 1);
					getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
				},
				[word, nth] as const,
			);
			const before = page.asks('draft').length;
			await page.page.keyboard.press('c');
			await page.page.keyboard.type('W');
			await page.until('draft', before + 1);
			await page.page.keyboard.press('Escape');
			const { at } = last(page);
			assert.ok(at.kind === 'text' && at.text === 'message' && at.patch === '1');
			return [at.first, at.last];
		};
		await text.scrollIntoViewIfNeeded();
		assert.deepEqual(await lineOfSelected('Why?', 0), [5, 5]);
		assert.deepEqual(await lineOfSelected('Why?', 1), [8, 8]);
		assert.deepEqual(await lineOfSelected('test', 1), [7, 7]);
		assert.deepEqual(await lineOfSelected('test\nWhy?', 0), [7, 8]);
	});

	it('is lines of a message or mail that the keys have selected', async () => {
		const page = await open();
		const press = async (...keys: readonly string[]) => {
			for (const key of keys) await page.page.keyboard.press(key);
		};
		const isSelected = (words: string) =>
			page.page.waitForFunction((wanted) => `${getSelection()}` === wanted, words);
		// The whole page fits, so that an arrow key that selects nothing does not scroll the first line away.
		await page.page.setViewportSize({ width: 1400, height: 6000 });
		await page.page.locator(lineOf('b', 2)).waitFor({ state: 'attached' });
		// The page is drawn again when the text of a mail that is in view arrives.
		await page.page.waitForFunction(() =>
			[...document.querySelectorAll('.mail')].every((mail) => mail.querySelector('.plain-mail')),
		);
		const announced = () => page.page.locator('.screen-reader-only[role=status]').innerText();
		await page.page.locator('.patch').focus();
		await press('Enter');
		await isSelected('Why?');
		const name = await page.page.locator('.patch').getAttribute('aria-label');
		assert.equal(await announced(), `Line 1 of 4, ${name}`);
		// Drawing the page would remove it.
		await page.page.evaluate(() => document.querySelector('#page')?.append(document.createElement('mark')));
		await press('ArrowDown');
		await isSelected('The latest');
		assert.equal(await announced(), `Line 2 of 4, ${name}`);
		assert.equal(await page.page.locator('#page > mark').count(), 1, 'only the announcement is drawn');
		await press('ArrowDown');
		await isSelected('test');
		await press('ArrowDown', 'ArrowDown', 'ArrowUp');
		await isSelected('test');
		await press('Shift+ArrowUp');
		await isSelected('The latest\ntest');
		await press('Shift+ArrowDown', 'Shift+ArrowDown');
		await isSelected('test\nWhy?');
		assert.equal(await announced(), `Lines 3 to 4 of 4, ${name}`);
		await press('c', 'W');
		await page.until('draft');
		assert.deepEqual(
			posted(page).map(({ at }) => at),
			[
				{
					...{ kind: 'text', mail: 101, text: 'message', patch: '1', first: 7, last: 8 },
					quoted: 'test\nWhy?',
				},
			],
		);
		await press('Escape');
		await page.page.locator('.mail').first().focus();
		await press('Enter');
		await page.page.waitForFunction(() => `${getSelection()}` !== '');
		assert.match(await announced(), /^Line 1 of \d+, (?:New mail|Mail) by /);
		await press('Escape');
		await isSelected('');
		assert.equal(await announced(), '');
		await press('ArrowDown');
		assert.deepEqual([await page.page.evaluate(() => `${getSelection()}`), await announced()], ['', '']);
		assert.deepEqual(page.asks('leave'), []);
	});

	it('is a row of the diffstat that has the focus', async () => {
		const page = await open();
		await page.page.locator('.diffstat a').nth(1).focus();
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('W');
		await page.until('draft');
		const { at } = last(page);
		assert.deepEqual(at, {
			...{ kind: 'text', mail: 101, text: 'diffstat', patch: '1', first: 1, last: 1 },
			quoted: 'src/b.c',
		});
		const draft = page.page.locator('.patch-head .comment-draft');
		assert.equal(await draft.getAttribute('aria-label'), 'Your draft comment on the diffstat of 1/3');
	});
});

import assert from 'node:assert/strict';
import type { CommentPlace, ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { violations } from '../../kit/pages/axe.ts';
import { until } from '../../tools/until.ts';
import { refuse } from './page-answers.ts';
import { comment, kept, last, posted, row, shown } from './patchset-comment.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { compared, diffOf, file, largeDiff, patch, series } from './patchset-sample.ts';

const lineCount = 40;
const snapshot = {
	...series,
	patches: [
		{
			...patch('1', [file('a', { name: 'a.c', lineCount }), file('b', { name: 'b.c', lineCount })]),
			mail: 101,
		},
	],
};

const open = (comments: readonly ShownComment[] = [], handlers: PatchsetPage['handlers'] = {}) =>
	openPatchset({ ...snapshot, comments }, 'dark', {
		diff: ({ file: key }) => largeDiff(key, lineCount),
		...handlers,
	});

const line = (number: number) => ({ oldLine: null, newLine: number });
const atLine = (number: number, key = 'a'): CommentPlace => ({
	...{ kind: 'lines', file: key, first: line(number), last: line(number) },
});

/** A comment that was carried over from the version before. */
const carried = {
	...shown('one', 'Why?', atLine(10)),
	...{ origin: 'from v2, changed here', originVersion: 'v2' },
};

const lineAbove = (page: PatchsetPage, selector = '.own') =>
	page.page
		.locator(selector)
		.first()
		.evaluate((one) => {
			let at = one.previousElementSibling;
			while (at && !at.matches('.l')) at = at.previousElementSibling;
			return at instanceof HTMLElement ? at.dataset.n : undefined;
		});

const boxes = (page: PatchsetPage) => page.page.locator('article.comment-draft');

describe('A comment on the page of a patchset', () => {
	it('is written below its line, and kept with every letter', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Why?');
		await page.until('draft', 4, 'Why?');
		const [first] = posted(page);
		assert.ok(first);
		assert.equal(first.at.kind, 'lines');
		assert.deepEqual(first.at.kind === 'lines' && first.at.last.newLine, 10);
		assert.deepEqual(
			posted(page).map(({ text }) => [text.id, text.revision, text.body.text]),
			['W', 'Wh', 'Why', 'Why?'].map((text, nth) => [first.text.id, nth + 1, text]),
		);
		assert.equal(await lineAbove(page), '10');
		await page.page.getByText('Draft saved 08:12').waitFor();
	});

	it('is closed with Escape, and goes on with Enter', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Why?');
		await page.settled();
		await page.page.keyboard.press('Escape');
		await boxes(page).getByText('Why?').waitFor();
		assert.equal(await page.page.locator('textarea').count(), 0);
		assert.equal(page.asks('leave').length, 0);
		await page.page.keyboard.press('n');
		await page.page.keyboard.press('Enter');
		await page.page.keyboard.type(' And how?');
		await page.until('draft', 5, 'Why? And how?');
	});

	it('that was sent says what becomes of it, and cannot be written on', async () => {
		const sendState = {
			text: `Not sent. ${'The server takes no mail from you. '.repeat(8)}`,
			isProblem: true,
			entry: '7',
			button: 'Send Again',
			discard: 'Discard',
		};
		const page = await open([{ ...shown('one', 'Why?', atLine(10)), sendState }]);
		const box = boxes(page);
		const text = box.getByText('Not sent. The server');
		await text.waitFor();
		const [icon, words] = await Promise.all(
			[box.locator('.send-state > .icon'), text].map((one) => one.boundingBox()),
		);
		if (!icon || !words) return assert.fail();
		assert.ok(icon.x + icon.width < words.x && icon.y < words.y + icon.height, 'the icon is before the text');
		assert.equal(await box.getAttribute('aria-label'), 'Your comment on line 10');
		assert.equal(await box.getByRole('button', { name: 'Edit draft' }).count(), 0);
		assert.equal(await page.page.locator('.review-bar').count(), 0, 'there are no drafts');
		await box.focus();
		await page.page.keyboard.press('Enter');
		assert.equal(await page.page.locator('textarea').count(), 0);
		const edit = box.getByRole('button', { name: 'Edit' });
		assert.match((await edit.getAttribute('data-tip')) ?? '', /drafts again/, 'it concerns the whole mail');
		await box.getByRole('button', { name: 'Send Again' }).click();
		await edit.click();
		await page.settled();
		assert.deepEqual(page.asks('actOnWaiting'), [{ entry: '7', act: 'send-now' }]);
		assert.deepEqual(page.asks('editMail'), [{ entry: '7' }]);
		assert.deepEqual(await violations(page.page), []);
	});

	it('on a list to which the user may not reply says so before anything is written', async () => {
		const problem = 'Only subscribers may reply to this list.';
		const page = await openPatchset({ ...snapshot, replyProblem: problem }, 'dark', {
			diff: ({ file: key }) => largeDiff(key, lineCount),
		});
		await comment(page);
		await boxes(page).getByText(problem).waitFor();
		await page.show({ comments: [shown('one', 'Why?', atLine(12))] });
		await page.page.locator('.review-bar').getByText(problem).waitFor();
		assert.deepEqual(await violations(page.page), []);
	});

	it('is begun beside one that was sent, which stays', async () => {
		const sendState = { text: 'Being sent…', isProblem: false, entry: '', button: '', discard: '' };
		const page = await open([{ ...shown('one', 'Why?', atLine(10)), sendState }]);
		await comment(page);
		await page.page.keyboard.type('And?');
		await page.until('draft', 4, 'And?');
		assert.notEqual(posted(page)[0]?.text.id, 'one');
		assert.equal(await boxes(page).count(), 2);
		assert.equal(await boxes(page).getByRole('button', { name: 'Send' }).count(), 0);
	});

	it('that is written while it is sent is closed', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Why?');
		await page.settled();
		const sendState = { text: 'Being sent…', isProblem: false, entry: '', button: '', discard: '' };
		await page.show({ comments: [{ ...kept(last(page)), sendState }] });
		await boxes(page).getByText('Being sent…').waitFor();
		assert.equal(await page.page.locator('textarea').count(), 0);
	});

	it('that says nothing is gone when it is closed, and the focus is at its line', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.press('Control+Enter');
		assert.equal(await boxes(page).count(), 0);
		assert.equal(await row(page, 'a', 10).evaluate((one) => one === document.activeElement), true);
		assert.equal(page.asks('draft').length, 0);
	});

	it('on several lines is about those that are selected with Shift', async () => {
		const page = await open();
		await row(page, 'a', 10).scrollIntoViewIfNeeded();
		await row(page, 'a', 10).click();
		await row(page, 'a', 10).evaluate((one: HTMLElement) => {
			one.tabIndex = -1;
			one.focus();
		});
		for (const _ of [1, 2]) await page.page.keyboard.press('Shift+ArrowDown');
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('W');
		await page.until('draft');
		const at = posted(page)[0]?.at;
		const numbers = await page.page.evaluate(() => {
			const rows = [...document.querySelectorAll<HTMLElement>('.file[data-file=a] .l')];
			const from = rows.findIndex(({ dataset }) => dataset.n === '10');
			return rows.slice(from, from + 3).map(({ dataset }) => [dataset.o ?? null, dataset.n ?? null].join());
		});
		assert.ok(at?.kind === 'lines');
		assert.equal(Object.values(at.first).join(), numbers[0]);
		assert.equal(Object.values(at.last).join(), numbers[2]);
	});

	it('is begun with the button at the line below the mouse', async () => {
		const page = await open();
		await row(page, 'a', 12).scrollIntoViewIfNeeded();
		await row(page, 'a', 12).hover();
		await page.page.locator('.plus').click();
		await page.page.keyboard.type('W');
		await page.until('draft');
		assert.equal(await lineAbove(page), '12');
	});

	it('on a selected part of a mail quotes it', async () => {
		const page = await open();
		const mail = page.page.locator('.mail').first();
		await mail.scrollIntoViewIfNeeded();
		await mail.locator('.plain-mail p').first().waitFor();
		const selected = await mail
			.locator('.plain-mail p')
			.first()
			.evaluate((one) => {
				getSelection()?.selectAllChildren(one);
				return getSelection()?.toString();
			});
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('W');
		await page.until('draft');
		const id = Number(await mail.getAttribute('data-mail'));
		assert.deepEqual(posted(page)[0]?.at, {
			...{ kind: 'text', mail: id, text: 'mail', patch: '', first: 0, last: 0 },
			quoted: selected,
		});
		assert.equal(await mail.locator('textarea').count(), 1);
	});

	it('on a file, or on a patch, stands there', async () => {
		const page = await open();
		for (const [selector, at] of [
			['.file[data-file=b]', { kind: 'file', file: 'b' }],
			['.patch', { kind: 'mail', mail: 101 }],
		] as const) {
			await page.page.locator(selector).focus();
			const before = posted(page).length;
			await page.page.keyboard.press('c');
			await page.page.keyboard.type('W');
			await page.until('draft', before + 1);
			assert.deepEqual(last(page).at, at);
			await page.page.keyboard.press('Escape');
		}
		assert.equal(await page.page.locator('.file[data-file=b] > .file-comments .comment-draft').count(), 1);
		assert.equal(await page.page.locator('.patch-head .comment-draft').count(), 1);
	});

	it('that was carried over leads to how its patch differs from the version it is from', async () => {
		const page = await open([carried, { ...carried, id: 'two', originVersion: '' }], {
			comparedPatch: () => ({ parts: [{ title: 'Message', lines: [] }] }),
		});
		await row(page, 'a', 10).scrollIntoViewIfNeeded();
		await boxes(page).nth(1).waitFor();
		assert.equal(await page.page.locator('.own button.mark').count(), 1);
		await page.page.locator('.own button.mark').click();
		await page.until('compare');
		assert.deepEqual(page.asks('compare'), [{ versions: { old: 'v2', new: 'v3' } }]);
		const { comparison } = compared;
		const loading = comparison && { ...comparison, rows: [], loadingText: 'Comparing…' };
		await page.show({ ...snapshot, comments: [carried], comparison: loading });
		await page.page.waitForFunction(() => document.activeElement?.id === 'compare');
		await page.show({ ...snapshot, comments: [carried], comparison });
		await page.until('comparedPatch');
		assert.deepEqual(page.asks('comparedPatch'), [{ row: 'r1' }]);
		await page.page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === 'r1');
		assert.deepEqual(await violations(page.page), []);
	});

	it('keeps the focus while the user writes it, when a comparison that they asked for arrives', async () => {
		const read = Promise.withResolvers<void>();
		const page = await open([carried], {
			comparedPatch: async () => {
				await read.promise;
				return { parts: [] };
			},
		});
		await row(page, 'a', 10).scrollIntoViewIfNeeded();
		await page.page.locator('.own button.mark').click();
		await page.until('compare');
		await page.show({ comparison: compared.comparison });
		await page.until('comparedPatch');
		await comment(page, 'a', 12);
		await page.page.keyboard.type('How');
		read.resolve();
		await page.settled();
		await page.page.keyboard.type(' so?');
		assert.equal(await page.page.locator('.comment-draft textarea').inputValue(), 'How so?');
	});

	it('that was written before is shown below its line, as soon as the diff is there', async () => {
		const page = await open([shown('one', 'Why?', atLine(10)), shown('two', 'How?', atLine(10))]);
		await row(page, 'a', 10).scrollIntoViewIfNeeded();
		await boxes(page).nth(1).waitFor();
		assert.deepEqual(await page.page.locator('.own .plain-mail').allInnerTexts(), ['Why?', 'How?']);
		assert.equal(await lineAbove(page), '10');
		assert.equal(await lineAbove(page, '.own + .own'), '10');
		assert.deepEqual(await violations(page.page), []);
	});

	it('that another window writes on at the same time keeps what the user sees, and says that both are kept', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Why?');
		await page.settled();
		const mine = kept(last(page));
		// The host stores the own version before it replaces it.
		const own = { ...mine, id: 'copy' };
		await page.show({ comments: [mine, own] });
		await page.show({ comments: [shown(mine.id, 'How?', atLine(10)), own] });
		await boxes(page).getByText('How?').waitFor();
		assert.equal(await boxes(page).count(), 2);
		assert.equal(await page.page.locator('textarea').inputValue(), 'Why?');
		await page.page.getByText('Both versions are kept.').waitFor();
		await page.page.keyboard.type(' Really?');
		await page.until('draft', 12, 'Why? Really?');
		assert.equal(last(page).text.id, 'copy');
		assert.equal(await page.page.getByText('Both versions are kept.').count(), 0);
	});

	it('keeps the caret and the focus when its diff is drawn again', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Why?');
		await page.page.keyboard.press('ArrowLeft');
		await page.settled();
		const [first = assert.fail()] = snapshot.patches;
		const files = first.files.map((one) => ({ ...one, version: `${one.version} with a reply` }));
		await page.show({ patches: [{ ...first, files }], comments: [kept(last(page))] });
		await page.until('diff', 3);
		await page.settled();
		await page.page.keyboard.type('!');
		await page.until('draft', 5, 'Why!?');
		assert.equal(await lineAbove(page), '10');
	});

	it('in a folded file is unfolded by the key that goes to the next one', async () => {
		const page = await open([shown('one', 'Why?', atLine(10, 'b'))]);
		const [first = assert.fail()] = snapshot.patches;
		const files = [file('a', { isViewed: true }), file('b', { isViewed: true, draftCount: 1, lineCount })];
		await page.show({ patches: [{ ...first, files }] });
		await page.page.locator('.file[data-file=b].folded').waitFor();
		await page.page.locator('.patch').focus();
		await page.page.keyboard.press('n');
		await page.page.locator('article.comment-draft:focus').getByText('Why?').waitFor();
	});

	it('keeps the focus while the user writes it, when a diff that a key goes to arrives', async () => {
		const loaded = Promise.withResolvers<void>();
		const page = await open([], {
			diff: async ({ file: key }) => {
				if (key === 'a') return largeDiff(key, lineCount);
				await loaded.promise;
				return diffOf('undo');
			},
		});
		const [first = assert.fail()] = snapshot.patches;
		const files = [file('a', { lineCount }), file('b', { lineCount: 13, replyCount: 2 })];
		await page.show({ patches: [{ ...first, files }] });
		await page.page.locator('.patch').focus();
		await page.page.keyboard.press('n');
		await page.until('diff', 2);
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('Why');
		loaded.resolve();
		await page.page.locator('.file[data-file=b] .reply').first().waitFor();
		await page.settled();
		await page.page.keyboard.type(' not?');
		assert.equal(await page.page.locator('.comment-draft textarea').inputValue(), 'Why not?');
	});

	it('suggests other lines', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Shorter:');
		await page.page.getByRole('button', { name: 'Suggest a Change' }).click();
		await page.until('draft', 9, 'Shorter:\\n```suggestion\\nint value;\\n```\\n');
		assert.deepEqual(page.asks('suggestionAt'), [{ at: posted(page)[0]?.at }]);
		await page.page.keyboard.type('Or not?');
		await page.until('draft', 16, 'Or not?');
	});

	it('suggests other lines once by a double click', async () => {
		const page = await open();
		await comment(page);
		await page.page.getByRole('button', { name: 'Suggest a Change' }).dblclick();
		await page.until('suggestionAt', 2);
		await page.settled();
		await page.page.keyboard.type('Or not?');
		const text = await page.page.locator('.comment-draft textarea').inputValue();
		assert.equal(text, '```suggestion\nint value;\n```\nOr not?');
	});

	it('that is discarded can be restored', async () => {
		const page = await open([shown('one', 'Why?', atLine(10))]);
		await page.page.getByRole('button', { name: 'Discard draft' }).click();
		await page.until('discard');
		await page.show({ comments: [] });
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
		await page.show({ comments: [shown('one', 'Why?', atLine(10))] });
		await boxes(page).getByText('Why?').waitFor();
	});

	it('is restored without taking the focus from another one that the user is writing by then', async () => {
		const restored = Promise.withResolvers<null>();
		const page = await open([shown('one', 'Why?', atLine(10))], { restoreDraft: () => restored.promise });
		await page.page.getByRole('button', { name: 'Discard draft' }).click();
		await page.settled();
		await page.show({ comments: [] });
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
		await comment(page, 'a', 12);
		await page.page.keyboard.type('How');
		restored.resolve(null);
		await page.settled();
		await page.page.keyboard.type(' so?');
		assert.equal(await page.page.locator('.comment-draft textarea').inputValue(), 'How so?');
	});

	it('moves with its line when the page shows it elsewhere', async () => {
		const page = await open([shown('one', 'Why?', atLine(10))]);
		await boxes(page).getByText('Why?').waitFor();
		await page.show({ comments: [shown('one', 'Why?', { kind: 'file', file: 'b' })] });
		await page.page.locator('.file[data-file=b] > .file-comments').getByText('Why?').waitFor();
		await page.show({ comments: [shown('one', 'Why?', atLine(12))] });
		await until(async () => (await lineAbove(page)) === '12', { what: 'it is below line 12' });
		assert.equal(await boxes(page).count(), 1);
	});

	it('that moves while the user writes it keeps the focus', async () => {
		const page = await open();
		await comment(page);
		await page.page.keyboard.type('Wh');
		await page.settled();
		await page.show({ comments: [{ ...kept(last(page)), at: { kind: 'file', file: 'b' } }] });
		await page.page.locator('.file-comments textarea:focus').waitFor();
		await page.page.keyboard.type('y?');
		await page.until('draft', 4, 'Why?');
	});

	it('says why a change cannot be suggested, until the user writes on', async () => {
		const page = await open([], { suggestionAt: refuse('No.') });
		await comment(page);
		await page.page.getByRole('button', { name: 'Suggest a Change' }).click();
		const status = page.page.locator('.comment-draft [role=status]');
		await status.locator('[data-icon=error]').waitFor({ state: 'attached' });
		assert.doesNotMatch(await status.innerText(), /Not saved/);
		await page.page.locator('.comment-draft textarea').focus();
		await page.page.keyboard.type('W');
		await page.page.getByText('Draft saved 08:12').waitFor();
	});

	it('is sent with the others when the review is finished, by the button or the key', async () => {
		const page = await open([shown('one', 'Why?', atLine(10))]);
		await page.page.getByRole('button', { name: 'Finish Review' }).click();
		await page.until('finishReview');
		await page.settled();
		await page.page.locator('h1').focus();
		await page.page.keyboard.press('Shift+R');
		await page.until('finishReview', 2);
	});
});

describe('The key R on the page of a patchset', () => {
	it('answers the mail that the user reads', async () => {
		const page = await open();
		const mail = page.page.locator('.mail').last();
		for (const [selector, id] of [
			['.patch', 101],
			['.file[data-file=b]', 101],
			['.mail >> nth=-1', Number(await mail.getAttribute('data-mail'))],
		] as const) {
			await page.page.locator(selector).first().focus();
			const before = page.asks('reply').length;
			await page.page.keyboard.press('r');
			await page.until('reply', before + 1);
			assert.deepEqual(page.asks('reply').at(-1), { mail: id, quoted: '' });
			await page.settled();
		}
	});

	it('answers the series at the beginning of its page', async () => {
		const page = await open();
		await page.page.locator('h1').focus();
		await page.page.keyboard.press('r');
		await page.until('replyToSeries');
		assert.deepEqual(page.asks('reply'), []);
	});
});

import assert from 'node:assert/strict';
import type { ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { ShownDiff } from '../../../src/patches/page/protocol/protocol.ts';
import { until } from '../../tools/until.ts';
import { comment, kept, last, posted, row, shown } from './patchset-comment.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, line, patch, series } from './patchset-sample.ts';

/** A hunk whose lines the page asks for. */
const lineCount = 3000;
const atOnce = 2000;
const longDiff: ShownDiff = {
	hunks: [{ header: `@@ -0,0 +1,${lineCount} @@`, lines: null, lineCount }],
	threads: [],
};
const longLines = (from: number) =>
	Array.from({ length: Math.min(atOnce, lineCount - from) }, (_, nth) =>
		line(`+line ${from + nth + 1}`, null, from + nth + 1),
	);

/** As the host sends a combined diff: its lines have a sign for each parent, and no numbers. */
const combinedDiff: ShownDiff = {
	hunks: [
		{
			header: '@@@ -1,3 -1,3 +1,2 @@@',
			lineCount: 4,
			lines: ['  one', '- two', '--zwei', '++deux'].map((text) => line(` ${text}`, null, null)),
		},
	],
	threads: [],
};

const open = (diff: ShownDiff, comments: readonly ShownComment[] = []): Promise<PatchsetPage> =>
	openPatchset({ ...series, comments, patches: [patch('1', [file('a', { lineCount })])] }, 'dark', {
		diff: () => diff,
		hunk: ({ from }) => ({ lines: longLines(from) }),
	});

const places = (page: PatchsetPage) => posted(page).map(({ at }) => at);

async function showAll(page: PatchsetPage): Promise<void> {
	for (const words of ['Show 3,000 lines', 'Show 1,000 more lines'])
		await page.page.getByRole('button', { name: words }).click();
	await row(page, 'a', lineCount).waitFor();
}

const lineAbove = ({ page }: PatchsetPage) =>
	page
		.locator('.own')
		.first()
		.evaluate((own) => (own.previousElementSibling as HTMLElement | null)?.dataset.n);

describe('A comment on a long hunk', () => {
	const at = { oldLine: null, newLine: 2502 };
	const place = { kind: 'lines', file: 'a', first: at, last: at } as const;

	it('is about a line that was shown on demand', async () => {
		const page = await open(longDiff);
		await showAll(page);
		await comment(page, 'a', 2502);
		await page.page.keyboard.type('W');
		await page.until('draft');
		assert.deepEqual(places(page), [place]);
		assert.equal(await lineAbove(page), '2502');
	});

	it('is at the end of the hunk until its line is shown, and then below it', async () => {
		const page = await open(longDiff, [shown('one', 'Why?', place)]);
		await page.page.locator('.fold + .own').getByText('Why?').waitFor();
		await showAll(page);
		await until(async () => (await lineAbove(page)) === '2502', { what: 'it is below its line' });
		assert.equal(await page.page.locator('.own').count(), 1);
	});
});

describe('A comment on a line of a combined diff', () => {
	it('is about its file, because the line has no number in one file', async () => {
		const page = await open(combinedDiff);
		const zwei = page.page.locator('.l', { hasText: '--zwei' });
		await zwei.click();
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('W');
		await page.until('draft');
		assert.deepEqual(places(page), [{ kind: 'file', file: 'a' }]);
		assert.equal(await page.page.locator('.file-comments textarea').count(), 1);
		await zwei.hover();
		assert.equal(await page.page.locator('.plus').getAttribute('aria-label'), 'Comment on the file');
	});
});

describe('A letter of a comment', () => {
	/** What the page looks for while it handles a letter beside so many other comments. */
	async function searches(others: number) {
		const comments = Array.from({ length: others }, (_, nth) =>
			shown(`${nth}`, 'Why?', { kind: 'file', file: 'b' }),
		);
		const { page } = await open(combinedDiff, comments);
		await page.locator('.l').first().click();
		await page.keyboard.press('c');
		const field = page.locator('.comment-draft textarea');
		return field.evaluate((box: HTMLTextAreaElement) => {
			const found: string[] = [];
			const { contains } = Node.prototype;
			const { querySelector } = Document.prototype;
			Node.prototype.contains = function (other) {
				found.push('contains');
				return contains.call(this, other);
			};
			Document.prototype.querySelector = function (selector: string) {
				found.push(selector);
				return querySelector.call(this, selector);
			};
			box.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }));
			box.value = 'h';
			box.dispatchEvent(new InputEvent('input', { bubbles: true }));
			return found;
		});
	}

	it('takes no longer beside many others', async () => {
		assert.deepEqual(await searches(20), await searches(0));
	});

	it('makes the page look through none of its elements', async () => {
		// An element with an id is found at once, however long the page is.
		const isSlow = (what: string) => what !== 'contains' && !what.startsWith('#');
		assert.deepEqual((await searches(0)).filter(isSlow), []);
	});
});

describe('An input method in the box of a comment', () => {
	/** Begins a comment, and composes a word that is not accepted yet. */
	async function compose(word: string) {
		const page = await open(combinedDiff);
		await page.page.locator('.l').first().click();
		await page.page.keyboard.press('c');
		const field = page.page.locator('.comment-draft textarea');
		await field.waitFor();
		const session = await page.page.context().newCDPSession(page.page);
		for (let end = 1; end <= word.length; end++)
			await session.send('Input.imeSetComposition', {
				text: word.slice(0, end),
				...{ selectionStart: end, selectionEnd: end },
			});
		return { page, field, accept: (text: string) => session.send('Input.insertText', { text }) };
	}

	it('gets the keys that would close the box, and what it composes is kept', async () => {
		const { page, field, accept } = await compose('にほん');
		for (const key of ['Escape', 'Control+Enter']) await page.page.keyboard.press(key);
		assert.equal(await field.count(), 1, 'the box is open');
		await accept('日本');
		await page.until('draft', 4, '日本');
		assert.equal(await field.inputValue(), '日本');
		assert.equal(last(page).text.body.text, '日本');
		await page.page.keyboard.press('Escape');
		assert.equal(await field.count(), 0);
	});

	it('is not interrupted by a snapshot', async () => {
		const { page, field, accept } = await compose('にほん');
		await page.settled();
		await page.show({ title: 'Another title', comments: [kept(last(page))] });
		await page.page.getByRole('heading', { name: 'Another title' }).waitFor();
		assert.equal(await field.inputValue(), 'にほん');
		await accept('日本');
		await page.until('draft', 4, '日本');
		assert.equal(await field.inputValue(), '日本', 'the composed word was replaced');
	});
});

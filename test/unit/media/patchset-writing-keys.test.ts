import assert from 'node:assert/strict';
import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { Random } from '../../kit/mails/random.ts';
import { until } from '../../tools/until.ts';
import { kept, last, posted, shown } from './patchset-comment.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { diffOf, file, mail, patch, series } from './patchset-sample.ts';

const seed = Number(process.env.SEED ?? 1);

const { threads } = diffOf('undo');
const inDiscussion: CommentPlace = { kind: 'mail', mail: 203 };
const atLine = (key: string): CommentPlace => ({
	...{
		kind: 'lines',
		file: key,
		first: { oldLine: null, newLine: 120 },
		last: { oldLine: null, newLine: 120 },
	},
});

/** Files with replies, drafts and hunks, and a discussion with drafts in its mails. */
const snapshot = {
	...series,
	patches: [
		patch('1', [file('a', { replyCount: 2, lineCount: 13 }), file('b', { lineCount: 13 })]),
		patch('2', [file('c', { replyCount: 2, draftCount: 1, lineCount: 13 }), file('d', { isViewed: true })]),
	],
	discussion: [mail(200, { depth: 0, lineCount: 8 }), mail(203), mail(204, { isUnseen: true })],
	comments: [shown('one', 'Why?', inDiscussion), shown('two', 'How?', atLine('c'))],
};

/** Opens a page whose diffs arrive when `load` is called; by default at once. */
async function open(isLoaded = true) {
	const loading = Promise.withResolvers<void>();
	if (isLoaded) loading.resolve();
	const page = await openPatchset(snapshot, 'dark', {
		diff: async ({ file: key }) => {
			await loading.promise;
			return { ...diffOf('undo'), threads: key === 'b' ? [] : threads };
		},
	});
	const load = async () => {
		loading.resolve();
		await page.settled();
	};
	if (isLoaded) await page.page.locator('.file[data-file=c] .reply').first().waitFor({ state: 'attached' });
	return { page, load };
}

/** What has the focus: by what identifies it. */
const focused = ({ page }: PatchsetPage): Promise<string> =>
	page.evaluate(() => {
		const at = document.activeElement;
		const name = (one: Element | null | undefined) =>
			one instanceof HTMLElement
				? [
						one.className,
						one.id,
						one.dataset.file,
						one.dataset.mail,
						one.dataset.comment,
						one.dataset.i,
					].join(' ')
				: '';
		return `${name(at)} in ${name(at?.closest('.file, .patch-head, .mail, #overview'))}`;
	});

/** Waits until keys that have waited for lines no longer move the focus. */
async function settledFocus(page: PatchsetPage): Promise<void> {
	let before = '';
	let frames = 0;
	await until(async () => {
		await page.settled();
		await page.page.evaluate(() => new Promise(requestAnimationFrame));
		const at = await focused(page);
		frames = at === before ? frames + 1 : 0;
		before = at;
		return frames > 8;
	});
}

/** How often Escape is to be pressed until the page is left: box, line or comment, page. A blank box on a whole mail or file leaves no comment. */
const levelsLeft = ({ page }: PatchsetPage): Promise<number> =>
	page.evaluate(() => {
		const at = document.activeElement;
		const own = at?.closest('.own');
		if (at?.matches('textarea'))
			return own?.matches('li') || own?.querySelector('.quoted-line, [data-do=discard-comment]:not(.vacant)')
				? 3
				: 2;
		const isAtLines =
			at?.matches('.reply, .mail, .patch, #overview') && getSelection()?.isCollapsed === false;
		return at?.matches('.l, article.comment-draft') || isAtLines ? 2 : 1;
	});

async function press({ page }: PatchsetPage, ...keys: readonly string[]): Promise<void> {
	for (const key of keys) await page.keyboard.press(key);
}

const moves = [
	'h',
	'Shift+H',
	'n',
	'p',
	'.',
	'g',
	'Enter',
	'ArrowDown',
	'ArrowUp',
	'Shift+ArrowDown',
	']',
	'}',
];

describe('The keys for writing on the page of a patchset', () => {
	it(`leave one level at a time with Escape, from wherever random keys have led (SEED=${seed})`, async function () {
		this.timeout(60_000);
		const random = new Random(seed);
		const { page } = await open();
		for (let turn = 0; turn < 40; turn += 1) {
			const keys = Array.from({ length: 1 + random.below(5) }, () => random.pick(moves));
			const ending = random.pick([[], ['c'], ['c', 'x'], ['c', 'x', 'Control+Enter']]);
			await press(page, ...keys, ...ending);
			await page.settled();
			const what = `SEED=${seed}, turn ${turn}: ${[...keys, ...ending].join(' ')}`;
			for (let left = await levelsLeft(page); left > 0; left -= 1) {
				const at = `${what}, ${left} left, at ${await focused(page)}`;
				assert.equal(await levelsLeft(page), left, at);
				assert.deepEqual(page.asks('leave'), [], at);
				await press(page, 'Escape');
				await page.settled();
			}
			assert.equal(page.asks('leave').length, 1, what);
			page.asked.length = 0;
			// As in the editor, when the focus returns to the page.
			await page.page.evaluate(() => dispatchEvent(new Event('focus')));
		}
	});

	it(`return with P from where N has led (SEED=${seed})`, async () => {
		const random = new Random(seed);
		const { page } = await open();
		await press(page, 'n');
		for (let turn = 0; turn < 40; turn += 1) {
			await press(page, random.pick(['n', 'n', 'n', 'p']));
			await page.settled();
			const before = await focused(page);
			await press(page, 'n');
			await page.settled();
			if ((await focused(page)) === before) continue;
			await press(page, 'p');
			await page.settled();
			assert.equal(await focused(page), before, `SEED=${seed}, turn ${turn}`);
		}
	});

	it(`stand on what a comment is put at, also while a file loads (SEED=${seed})`, async function () {
		this.timeout(120_000);
		const random = new Random(seed);
		for (let turn = 0; turn < 24; turn += 1) {
			const { page, load } = await open(turn % 3 > 0);
			const keys = Array.from({ length: 1 + random.below(8) }, () =>
				random.pick(['h', 'n', '.', 'g', 'h', 'n']),
			);
			const what = `SEED=${seed}, turn ${turn}: ${keys.join(' ')}`;
			await press(page, ...keys);
			if (turn % 6 === 0) await press(page, 'c', 'x');
			await load();
			await settledFocus(page);
			if (turn % 6 > 0) {
				const before = await focused(page);
				assert.doesNotMatch(before, /^file /, what);
				await page.page.evaluate(() => document.activeElement?.setAttribute('data-stop', ''));
				await press(page, 'c', 'x');
			} else await page.page.locator('textarea').waitFor();
			// What was typed while the file loaded is replayed after that.
			await page.until('draft');
			await page.settled();
			assert.match(last(page).text.body.text, /x$/, what);
			const isThere = await page.page.evaluate(() => {
				const own = document.activeElement?.closest('.own');
				const stop = document.querySelector('[data-stop]');
				if (!own || !stop) return !document.activeElement?.closest('.file-comments');
				let above: Element | null = own;
				while (above && above !== stop) above = above.previousElementSibling;
				return above === stop || stop.contains(own) || own.contains(stop);
			});
			assert.ok(isThere, what);
		}
	});

	it('type what was typed and corrected while a file loads, and leave all other keys to the editor', async () => {
		const { page, load } = await open(false);
		await page.page.evaluate(() => {
			const pressed: string[] = [];
			Object.assign(window, { pressed });
			addEventListener('keydown', ({ key, defaultPrevented }) => pressed.push(`${key} ${defaultPrevented}`));
		});
		const keys = [
			'n',
			'c',
			'W',
			'j',
			'Backspace',
			'Space',
			'o',
			'k',
			'Backspace',
			'Control+v',
			'Alt+x',
			'ArrowLeft',
		];
		await press(page, ...keys);
		const others = await page.page.evaluate(() =>
			(window as unknown as { pressed: readonly string[] }).pressed.filter((one) => one.endsWith(' false')),
		);
		assert.deepEqual(others, ['Control false', 'v false', 'Alt false', 'x false', 'ArrowLeft false']);
		await load();
		await page.page.locator('textarea').waitFor();
		await page.until('draft');
		await page.settled();
		assert.equal(last(page).text.body.text, 'W o');
	});

	it('comment on a reply where it stands, also with a draft that was shown elsewhere, and go back to it', async () => {
		const { page } = await open();
		const reply = page.page.locator('.file[data-file=a] .reply[data-mail="203"]');
		await reply.focus();
		await press(page, 'c', 'x');
		await page.until('draft');
		assert.deepEqual(last(page).at, { kind: 'mail', mail: 203 });
		assert.equal(await reply.locator('textarea').count(), 1);
		await page.show({ comments: [kept(last(page))] });
		const [first = assert.fail(), other = assert.fail()] = snapshot.patches;
		const files = first.files.map((one) => ({ ...one, version: 'again' }));
		const asked = page.asks('diff').length;
		await page.show({ patches: [{ ...first, files }, other] });
		await page.until('diff', asked + 1);
		await page.settled();
		assert.equal(await reply.locator('textarea').count(), 1, 'also after the diff was drawn again');
		await press(page, 'Escape', 'Escape');
		assert.equal(await reply.evaluate((one) => one === document.activeElement), true);
		assert.equal(posted(page).length, 1);
	});

	it('say which mail a comment is on, and from which line to which', async () => {
		const lines = { oldLine: 22, newLine: null };
		const places: readonly (readonly [CommentPlace, string])[] = [
			[{ kind: 'mail', mail: 200 }, 'the cover letter'],
			[{ kind: 'mail', mail: 101 }, '1/3'],
			[{ kind: 'mail', mail: 204 }, 'the mail by Carol Nowak'],
			[
				{ kind: 'text', mail: 102, text: 'message', patch: '2', first: 0, last: 0, quoted: 'a' },
				'the message of 2/3',
			],
			[
				{ kind: 'lines', file: 'a', first: lines, last: { oldLine: null, newLine: 23 } },
				'removed line 22 to line 23',
			],
			[{ kind: 'lines', file: 'a', first: lines, last: lines }, 'removed line 22'],
		];
		const { page } = await open();
		await page.show({ comments: places.map(([at], nth) => shown(String(nth), 'Why?', at)) });
		for (const [nth, [, words]] of places.entries()) {
			const label = await page.page.locator(`article[data-comment="${nth}"]`).getAttribute('aria-label');
			assert.equal(label, `Your draft comment on ${words}`);
		}
	});

	it('show a newer version from the strip', async () => {
		const { page } = await open();
		assert.equal(await page.page.locator('.strip .newer').count(), 0);
		const note = {
			key: 'superseded',
			kind: 'info',
			icon: 'clock',
			pieces: ['This is v3.'],
			acts: [],
		} as const;
		const newer = { key: 'v4', name: 'v4', detail: '', isShown: false };
		await page.show({ notes: [note], versions: [...series.versions, newer] });
		await press(page, 'Shift+G');
		await page.page.locator('.strip').getByRole('button', { name: 'v4 arrived · Show' }).click();
		await page.until('act');
		assert.deepEqual(page.asks('act'), [{ act: 'show-latest' }]);
	});
});

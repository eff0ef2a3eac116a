import assert from 'node:assert/strict';
import type { ShownDiff } from '../../../src/patches/page/protocol/protocol.ts';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { compared, diffOf, file, line, patch, series } from './patchset-sample.ts';

/** Presses keys, and returns what has the focus then: the text of a line, or the file, patch or mail. */
async function press({ page }: PatchsetPage, ...keys: readonly string[]): Promise<string> {
	for (const key of keys) await page.keyboard.press(key);
	return focused({ page });
}

const focused = ({ page }: Pick<PatchsetPage, 'page'>): Promise<string> =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (!(at instanceof HTMLElement)) return '';
		const { file, patch, mail } = at.dataset;
		return file ?? patch ?? mail ?? at.textContent ?? '';
	});

async function open(): Promise<PatchsetPage> {
	const page = await openPatchset(series);
	await page.page.locator('.file[data-file=undo] .l').first().waitFor();
	return page;
}

/** A page with three files, each with a thread of two replies, and with a discussion. */
function openReplied(diff: (key: string) => ShownDiff | Promise<ShownDiff>): Promise<PatchsetPage> {
	const { threads } = diffOf('undo');
	const files = ['a', 'b', 'c'].map((key) => file(key, { replyCount: 2 }));
	return openPatchset({ ...series, patches: [patch('1', files)] }, 'dark', {
		diff: async ({ file: key }) => ({ ...(await diff(key)), threads }),
	});
}

describe('The keys of the page of a patchset', () => {
	it('move by line while a diff has a current line, over replies and into the next file', async () => {
		const page = await open();
		assert.equal(await press(page, 'h'), '\tFILE *f = fopen(path, "w");');
		assert.equal(await press(page, 'ArrowDown'), '\tFILE *f = fopen(path, "wbx");');
		assert.equal(await press(page, 'ArrowDown'), '\tif (!f)');
		assert.equal(await press(page, 'ArrowUp'), '\tFILE *f = fopen(path, "wbx");');
		assert.equal(await page.page.locator('.l.here').count(), 1);
		await page.page.locator('.file[data-file=buffer] .l').first().waitFor();
		await page.page.locator('.file[data-file=undo] .l').last().click();
		assert.equal(await press(page, 'ArrowDown'), 'first of buffer', 'the file before it is folded');
		assert.equal(await press(page, 'ArrowUp'), ' No newline at end of file');
	});

	it('scroll with the arrows until there is a current line, and again once Escape has left it', async () => {
		const page = await open();
		await page.page.evaluate(() =>
			addEventListener('keydown', ({ defaultPrevented }) => {
				document.body.dataset.scrolls = String(!defaultPrevented);
			}),
		);
		const scrolls = async () => {
			await page.page.keyboard.press('ArrowDown');
			return page.page.evaluate(() => document.body.dataset.scrolls === 'true');
		};
		assert.equal(await scrolls(), true);
		await press(page, 'h');
		assert.equal(await scrolls(), false);
		await press(page, 'Escape');
		assert.equal(await scrolls(), true);
		assert.equal(await page.page.locator('.l.here').count(), 0);
		assert.deepEqual(page.asks('leave'), []);
		await press(page, 'Escape');
		await page.until('leave');
	});

	it('move by line from a line that was clicked, and scroll while a reply below it has the focus', async () => {
		const page = await open();
		await page.page.locator('.file[data-file=undo] .l').nth(1).click();
		await press(page, 'ArrowDown');
		assert.equal(await page.page.locator('.l.here').getAttribute('data-i'), '2');
		await page.page.locator('.reply').first().focus();
		await press(page, 'ArrowDown');
		assert.equal(await page.page.locator('.l.here').getAttribute('data-i'), '2');
	});

	it('move by hunk, file and patch', async () => {
		const page = await open();
		assert.equal(await press(page, 'h', 'h'), '\tif (memcmp(head + 8, hash, 32))');
		assert.equal(await press(page, 'Shift+H'), '\tFILE *f = fopen(path, "w");');
		assert.equal(await press(page, ']'), 'header');
		assert.equal(await press(page, ']'), 'buffer');
		assert.equal(await press(page, '['), 'header');
		assert.equal(await press(page, '}'), '2');
		assert.equal(await press(page, '}', '}'), '3');
		assert.equal(await press(page, '{'), '2');
		// On many keyboards, brackets and braces need AltGr.
		assert.equal(await press(page, 'Shift+J'), '3');
		assert.equal(await press(page, 'Shift+K'), '2');
		const next = await press(page, 'Shift+N');
		assert.equal(await press(page, 'Shift+N', 'Shift+P'), next);
	});

	it('start from the first line that the head of its file does not cover', async () => {
		const page = await open();
		await page.page.locator('.file[data-file=buffer] .l').first().waitFor();
		const secondHunk = page.page.locator('.file[data-file=undo] .hunk-head').nth(1);
		await secondHunk.evaluate((head) =>
			scrollBy(0, head.nextElementSibling?.getBoundingClientRect().top ?? 0),
		);
		assert.equal(await press(page, 'h'), 'old of buffer');
	});

	it('start from the file that has the focus, even if a line of another file was the current line', async () => {
		const patches = [patch('1', [file('a'), file('b')])];
		const page = await openPatchset({ ...series, cover: null, trailers: [], missingReviews: '', patches });
		await page.page.locator('.file[data-file=b] .l').first().waitFor();
		await page.page.locator('.file[data-file=a] .l').nth(1).click();
		assert.equal(await press(page, ']', 'h'), 'old of b');
		assert.equal(await press(page, '['), 'a');
		await press(page, 'c', 'W');
		await page.until('draft');
		const [{ at } = assert.fail()] = page.asks('draft') as readonly { readonly at: unknown }[];
		assert.deepEqual(at, { kind: 'file', file: 'a' });
	});

	it('move by reply, in the diffs and in the discussion', async () => {
		const page = await open();
		for (const mail of ['202', '203', '200', '201', '202']) {
			await page.page.keyboard.press('n');
			await until(async () => (await focused(page)) === mail, { what: `reply ${mail} has the focus` });
		}
		assert.equal(await press(page, 'p'), '201');
	});

	for (const [keys, from, reply] of [
		['nn', '.patch', '.file[data-file=a] .reply[data-mail="203"]'],
		['n', '.file[data-file=b]', '.file[data-file=b] .reply[data-mail="202"]'],
		['pp', '.mail', '.file[data-file=c] .reply[data-mail="202"]'],
	] as const) {
		it(`do not skip the replies to a file whose diff loads, from ${from} with ${keys}`, async () => {
			const loading = Promise.withResolvers<void>();
			const page = await openReplied((key) => loading.promise.then(() => diffOf(key)));
			await page.page.locator(from).first().focus();
			await press(page, ...keys);
			loading.resolve();
			await page.page.locator(`${reply}:focus`).waitFor();
		});
	}

	it('go to the replies to a folded file from its head', async () => {
		const page = await openReplied(diffOf);
		await page.page.locator('.file[data-file=b]').focus();
		await press(page, 'z', 'n');
		await page.page.locator('.file[data-file=b] .reply[data-mail="202"]:focus').waitFor();
	});

	it('go on from a file whose diff cannot be loaded', async () => {
		const page = await openReplied((key) => (key === 'a' ? assert.fail() : diffOf(key)));
		await page.page.locator('.file[data-file=a] [role=alert]').waitFor();
		await page.page.locator('.patch').focus();
		assert.equal(await press(page, 'n'), 'a');
		await press(page, 'n');
		await page.page.locator('.file[data-file=b] .reply[data-mail="202"]:focus').waitFor();
	});

	it('go back from the replies to a file without lines', async () => {
		const [reply = assert.fail()] = diffOf('undo').threads[0]?.replies ?? [];
		const pictures = ['a', 'b'].map((key) =>
			file(key, { withoutDiff: 'Binary file', replies: [reply], replyCount: 1 }),
		);
		const page = await openPatchset({ ...series, patches: [patch('1', pictures)] });
		await page.page.locator('.file[data-file=b] .reply').focus();
		await press(page, 'p');
		await page.page.locator('.file[data-file=a] .reply:focus').waitFor();
	});

	it('mark a file as viewed and go to the next one that is not', async () => {
		const page = await open();
		assert.equal(await press(page, 'h', 'v'), 'buffer');
		await page.until('viewed');
		assert.deepEqual(page.asks('viewed'), [{ file: 'undo', isViewed: 'yes' }]);
	});

	it('mark all files of a patch as viewed while its head has the focus, and remove the marks, as its checkbox does', async () => {
		const page = await open();
		assert.equal(await press(page, '}'), '1');
		assert.equal(await press(page, 'v'), 'buffer');
		await page.until('patchViewed');
		const patches = series.patches.map((one) => ({
			...one,
			files: one.files.map((file) => ({ ...file, isViewed: true })),
		}));
		await page.show({ patches });
		await page.page.locator('.patch[data-patch="1"]').focus();
		assert.equal(await press(page, 'v'), '1');
		await page.until('patchViewed', 2);
		await page.page.getByRole('checkbox', { name: 'Viewed: 1/3', exact: true }).click();
		await page.until('patchViewed', 3);
		assert.deepEqual(page.asks('patchViewed'), [
			{ patch: '1', isViewed: 'yes' },
			{ patch: '1', isViewed: 'no' },
			{ patch: '1', isViewed: 'no' },
		]);
		assert.deepEqual(page.asks('viewed'), []);
	});

	it('fold a file, or all files, and unfold them', async () => {
		const page = await open();
		const folded = () => page.page.locator('.file.folded').evaluateAll((all) => all.length);
		const before = await folded();
		await press(page, 'h', 'z');
		assert.equal(await page.page.locator('.file[data-file=undo] .lines').isVisible(), false);
		assert.equal(await folded(), before + 1);
		await press(page, 'z');
		assert.equal(await folded(), before);
		await press(page, 'Shift+Z');
		assert.equal(await folded(), 7);
		await press(page, 'Shift+Z');
		assert.equal(await folded(), 0);
	});

	it('go to the local file at the current line', async () => {
		const page = await open();
		await press(page, 'h', 'ArrowUp', 'Shift+E');
		await page.until('goToFile');
		assert.deepEqual(page.asks('goToFile'), [{ file: 'undo', line: 119 }]);
		await press(page, 'ArrowDown', 'Shift+E');
		await page.until('goToFile', 2);
		assert.deepEqual(page.asks('goToFile').at(-1), { file: 'undo', line: 120 }, 'below a removed line');
	});

	it('go to the line above one that was removed at the end of its hunk, not to the next hunk', async () => {
		const hunk = (start: number) => ({
			header: `@@ -${start},2 +${start},1 @@`,
			lineCount: 2,
			lines: [line(' kept', start, start), line('-gone', start + 1, null)],
		});
		const page = await openPatchset(series, 'dark', {
			diff: () => ({ hunks: [hunk(1), hunk(90)], threads: [] }),
		});
		const removed = page.page.locator('.file[data-file=undo] .l.removed');
		for (const [nth, number] of [1, 90].entries()) {
			await removed.nth(nth).click();
			await page.page.keyboard.press('Shift+E');
			await page.until('goToFile', nth + 1);
			assert.deepEqual(page.asks('goToFile')[nth], { file: 'undo', line: number });
		}
	});

	for (const [key, asked, body] of [
		['<', 'version', { version: 'v2', mail: null }],
		['m', 'compare', { versions: { old: 'v2', new: 'v3' } }],
		['s', 'pickStatus', {}],
		['u', 'undo', { change: null }],
		['o', 'openDiff', { patch: null, file: null }],
		['Shift+O', 'openDiff', { patch: null, file: 'undo' }],
		['w', 'option', { name: 'wrapsLines', isOn: 'yes' }],
		['b', 'option', { name: 'ignoresWhitespace', isOn: 'yes' }],
		['1', 'option', { name: 'showsOnePatch', isOn: 'yes' }],
		['2', 'option', { name: 'showsNetDiff', isOn: 'yes' }],
		['y', 'copyLink', { mail: null }],
		['j', 'go', { step: 'next' }],
		['k', 'go', { step: 'previous' }],
		['Escape', 'leave', {}],
	] as const) {
		it(`ask for ${asked} with ${key}`, async () => {
			const page = await open();
			await page.page.keyboard.press(key);
			await page.until(asked);
			assert.deepEqual(page.asks(asked), [body]);
		});
	}

	it('undo with U what the bar undoes, and name the key only there', async () => {
		const page = await open();
		await page.show({
			undoable: 'status',
			sending: { text: 'Sending 2 mails…', refused: '', undo: 'mails', isLate: false },
		});
		await press(page, 'u');
		await page.until('undo');
		assert.deepEqual(page.asks('undo'), [{ change: 'mails' }]);
		const tips = await page.page
			.locator('[data-do=undo]')
			.evaluateAll((all) => all.map((one) => one.dataset.tip));
		assert.deepEqual(tips, ['Undo', 'Take back what is waiting (U)']);
		await page.show({
			undoable: 'status',
			sending: { text: '2 mails waiting', refused: '1 mail refused', undo: 'mails', isLate: true },
		});
		await page.page.getByText('1 mail refused').waitFor();
		await press(page, 'u');
		await until(() => page.asks('undo').length === 2);
		assert.deepEqual(
			page.asks('undo').at(-1),
			{ change: null },
			'what waits for long is not the last change',
		);
	});

	it('ask for the next version with >', async () => {
		const page = await open();
		await page.show({ versions: series.versions.map((one) => ({ ...one, isShown: one.key === 'v1' })) });
		await page.page.keyboard.press('>');
		await page.until('version');
		assert.deepEqual(page.asks('version'), [{ version: 'v2', mail: null }]);
	});

	it('mark the update as seen and go to the next one only on a page that was opened from the Inbox', async () => {
		const page = await open();
		await press(page, 'e');
		const position = { text: '3 of 14 new', hasPrevious: true, hasNext: true, isMixed: true };
		await page.show({ ...series, position });
		const buttons = page.page.getByRole('banner').getByRole('group', { name: 'Position in the Inbox' });
		await press(page, 'e');
		await page.until('go');
		await buttons.getByRole('button', { name: 'Mark as seen, go to the next update' }).click();
		await page.until('go', 2);
		assert.deepEqual(page.asks('go'), [{ step: 'done' }, { step: 'done' }]);
	});

	it('go to the comparison that is shown', async () => {
		const page = await open();
		await page.show(compared);
		await page.page.locator('#compare').waitFor();
		await press(page, 'm');
		assert.equal(await page.page.evaluate(() => document.activeElement?.id), 'compare');
		assert.deepEqual(page.asks('compare'), []);
	});

	const isAtEnd = ({ page }: PatchsetPage) =>
		page.evaluate(
			() => scrollY > 0 && Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight,
		);

	it('go to the end of the page, also if that is the comparison, and to its start', async () => {
		const page = await open();
		const last = String(series.discussion.at(-1)?.id);
		assert.equal(await press(page, 'Shift+G'), last);
		assert.ok(await isAtEnd(page));
		await press(page, 'g');
		assert.equal(await page.page.evaluate(() => `${document.activeElement?.id} ${scrollY}`), 'overview 0');
		await page.show(compared);
		await page.page.locator('#compare').waitFor();
		await press(page, 'Shift+G');
		const isInLast = () =>
			document.activeElement?.closest('.area') === [...document.querySelectorAll('.area')].at(-1);
		assert.deepEqual([await page.page.evaluate(isInLast), await isAtEnd(page)], [true, true]);
	});

	it('go to the first new mail', async () => {
		const page = await open();
		const unseen = series.discussion.find(({ isUnseen }) => isUnseen);
		assert.equal(await press(page, '.'), String(unseen?.id));
	});

	it('are all in the list of keys, and do nothing in the field that finds a file', async () => {
		const page = await open();
		await press(page, 't');
		await page.page.keyboard.type('jsv');
		await page.settled();
		assert.deepEqual([page.asks('pickStatus'), page.asks('viewed')], [[], []]);
		await page.page.keyboard.press('Escape');
		await page.page.keyboard.press('Escape');
		await page.page.keyboard.press('?');
		const dialog = page.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		assert.deepEqual(await dialog.locator('h3').allInnerTexts(), ['Move', 'Change', 'Write', 'Show']);
		const list = await dialog.innerText();
		for (const words of [
			'Next hunk',
			'Mark file or patch as viewed',
			'Older version',
			'Next patchset',
			'Next, previous line',
			'Leave field',
		])
			assert.ok(list.includes(words), words);
	});
});

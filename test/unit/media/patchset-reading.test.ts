import assert from 'node:assert/strict';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { diffOf, file, line, mail, patch, series } from './patchset-sample.ts';

const wraps = { ...series, options: { ...series.options, wrapsLines: true } };

/** A diff whose second line is longer than the page is wide. */
const longLine = {
	...diffOf('undo'),
	threads: [],
	hunks: [
		{
			header: '@@ -1,2 +1,2 @@',
			lineCount: 2,
			lines: [line(' short', 1, 1), line(`+${'a long line '.repeat(40)}`, null, 2)],
		},
	],
};
const withLongLine = (snapshot: typeof series): Promise<PatchsetPage> =>
	openPatchset(snapshot, 'dark', {
		diff: ({ file: key }) => (key === 'undo' ? longLine : { hunks: [], threads: [] }),
	});

const fadeOf = (page: PatchsetPage, key: string): Promise<string> =>
	page.page
		.locator(`.file[data-file=${key}]`)
		.evaluate((element) => getComputedStyle(element, '::after').opacity);

const files = (count: number) =>
	Array.from({ length: count }, (_, nth) => file(`f${nth}`, { folder: nth < 4 ? 'src/' : 'test/deep/' }));

const onePatch = (count: number) => ({ ...series, patches: [patch('1', files(count))] });

/** A page with a removed line, above two lines whose numbers it has changed. A mail replies to some of the three, and one of its places is a line with a number. */
function openShifted(replied: readonly number[], number = ''): Promise<PatchsetPage> {
	const lines = [line('-removed', 10, null), line(' ten', 11, 10), line(' eleven', 12, 11)];
	const [reply = assert.fail()] = diffOf('undo').threads[0]?.replies ?? [];
	const threads = replied.map((row) => ({ key: `${row}`, hunk: 0, first: row, last: row, replies: [reply] }));
	const places = [{ file: 'a', patch: '', line: number, text: `src/a.c:${number}` }];
	const warnings = [{ text: 'Line 11 has an invisible character.', line: '11' }];
	const patches = [patch('1', [file('a', { replyCount: replied.length, warnings })])];
	return openPatchset({ ...series, patches, discussion: [mail(reply.mail, { places })] }, 'dark', {
		diff: () => ({ hunks: [{ header: '@@ -10,3 +10,2 @@', lineCount: 3, lines }], threads }),
	});
}

describe('The page of a patchset', () => {
	it('wraps lines that do not fit', async () => {
		const page = await withLongLine(wraps);
		const lines = page.page.locator('.file[data-file=undo] .lines');
		await lines.locator('.l').nth(1).waitFor();
		assert.ok(await lines.evaluate((one) => one.scrollWidth <= one.clientWidth));
	});

	it('fades lines at the edge where they go on, until they are scrolled to their end', async () => {
		const page = await withLongLine(series);
		const lines = page.page.locator('.file[data-file=undo] .lines');
		await lines.locator('.l').nth(1).waitFor();
		await until(async () => (await fadeOf(page, 'undo')) === '1', { what: 'the lines fade' });
		await lines.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
		await until(async () => (await fadeOf(page, 'undo')) === '0', { what: 'the end does not fade' });
		assert.equal(await fadeOf(page, 'buffer'), '0', 'A file without long lines does not fade');
	});

	it('leaves 80 columns for code beside its contents, and goes to a file below the strip', async () => {
		const page = await openPatchset(series);
		await page.page.setViewportSize({ width: 1000, height: 500 });
		await page.page.locator('.jump [data-file=buffer]').first().click();
		const head = page.page.locator('.file[data-file=buffer] .file-head');
		const strip = page.page.locator('.strip');
		const [top, bottom] = await Promise.all([
			head.evaluate((one) => one.getBoundingClientRect().top),
			strip.evaluate((one) => one.getBoundingClientRect().bottom),
		]);
		assert.ok(top >= bottom && top - bottom <= 5, `${top} is not just below ${bottom}`);
		const columns = await page.page.locator('.file[data-file=undo] .lines').evaluate((one) => {
			const rule = document.createElement('span');
			rule.style.cssText = 'display: inline-block; width: 100ch';
			one.append(rule);
			const { width } = rule.getBoundingClientRect();
			rule.remove();
			return (one.clientWidth * 100) / width - 15.5;
		});
		assert.ok(columns >= 80, `${columns} columns`);
	});

	it('folds the diffstat of many files', async () => {
		const page = await openPatchset(onePatch(51));
		const row = page.page.locator('.diffstat').getByText('src/f3.c');
		assert.equal(await row.isVisible(), false);
		await page.page.locator('.diffstat-fold summary').click();
		await row.waitFor();
		await page.show({ patches: onePatch(50).patches });
		assert.equal(await page.page.locator('.diffstat-fold').count(), 0);
		await row.waitFor();
	});

	it('lists many files below their folders, and by their paths if few are in each', async () => {
		const page = await openPatchset(onePatch(8));
		const rows = page.page.locator('.jump .patch-links ol > li .path');
		assert.deepEqual(await rows.allInnerTexts(), [
			...['src/', 'f0.c', 'f1.c', 'f2.c', 'f3.c', 'test/deep/', 'f4.c', 'f5.c', 'f6.c', 'f7.c'],
		]);
		await page.page.keyboard.press('t');
		await page.page.keyboard.type('f5');
		assert.deepEqual(await rows.allInnerTexts(), ['test/deep/f5.c']);
		await page.show({ patches: onePatch(5).patches });
		await page.page.keyboard.press('Escape');
		assert.equal((await rows.allInnerTexts()).at(-1), 'test/deep/f4.c');
	});

	it('shows a suggested diff in colors, copies it, and goes to the line that it changes', async () => {
		const page = await openPatchset(series);
		const mail = page.page.locator('.mail[data-mail="202"]');
		await mail.scrollIntoViewIfNeeded();
		const diff = mail.getByRole('group', { name: 'Diff' });
		await diff.waitFor();
		const background = (selector: string) =>
			diff.locator(selector).evaluate((one) => getComputedStyle(one).backgroundColor);
		const [added, removed, head] = await Promise.all(['.added', '.removed', '.head'].map(background));
		assert.equal(new Set([added, removed, head]).size, 3);
		await mail.getByRole('button', { name: 'Copy diff' }).click();
		await page.until('copyDiff');
		assert.deepEqual(page.asks('copyDiff'), [{ mail: 202, at: 90 }]);
		await mail.locator('.suggestion').getByRole('button', { name: 'undo.c:120' }).click();
		await page.page.locator('.file[data-file=undo] .l:focus[data-n="120"]').waitFor();
	});

	it('shows the replies to a file without lines below its head, where the key N finds them', async () => {
		const [reply = assert.fail()] = diffOf('undo').threads[0]?.replies ?? [];
		const picture = file('picture', { withoutDiff: 'Binary file', replies: [reply], replyCount: 1 });
		const page = await openPatchset({ ...series, patches: [patch('1', [file('a'), picture])] });
		const shown = page.page.locator('.file[data-file=picture] .reply');
		await page.page.locator('.patch').focus();
		await page.page.keyboard.press('n');
		await page.page.locator('.file[data-file=picture] .reply:focus').waitFor();
		await page.page.keyboard.press('z');
		assert.equal(await shown.count(), 0);
	});

	it('shows lines that could not be read as a diff', async () => {
		const unread = [
			{ kind: 'hunk', text: '@@ broken @@' },
			{ kind: 'added', text: '+new' },
		] as const;
		const broken = file('undo', { withoutDiff: 'This diff could not be read.', unread });
		const page = await openPatchset({
			...series,
			patches: [patch('1', [broken]), patch('2', [], { unread })],
		});
		assert.deepEqual(await page.page.locator('#patches .diff-text').allInnerTexts(), [
			'@@ broken @@\n+new',
			'@@ broken @@\n+new',
		]);
		await page.page.getByRole('button', { name: 'Fold or unfold all files' }).click();
		assert.equal(await page.page.locator('.file .diff-text').isVisible(), false);
	});

	it('goes to the part of a mail at the line that was clicked, if a file has several', async () => {
		const [shown] = diffOf('undo').threads;
		const [reply = assert.fail()] = shown?.replies ?? [];
		const threadAt = (last: number) => ({ key: `${last}`, hunk: 0, first: last, last, replies: [reply] });
		const places = [1, 3].map((number) => ({
			...{ file: 'a', patch: '', line: `${number}`, text: `src/a.c:${number}` },
		}));
		const page = await openPatchset(
			{
				...series,
				patches: [patch('1', [file('a', { replyCount: 2 })])],
				discussion: [mail(reply.mail, { places })],
			},
			'dark',
			{ diff: (asked) => ({ ...diffOf(asked.file), threads: [0, 3].map(threadAt) }) },
		);
		for (const [number, below] of [
			['3', 'more of a'],
			['1', 'first of a'],
		]) {
			await page.page.getByRole('button', { name: `src/a.c:${number}` }).click();
			const above = page.page.locator('.thread:has(.reply:focus)').locator('xpath=preceding-sibling::*[1]');
			assert.equal(await above.textContent(), below);
		}
	});

	it('goes to a line by its number in the new version, even if the number was that of a line above', async () => {
		const page = await openShifted([]);
		await page.page.getByRole('button', { name: 'Go to Line 11' }).click();
		await page.page.locator('.l:focus').waitFor();
		assert.equal(await page.page.locator('.l:focus').textContent(), 'eleven');
	});

	for (const [number, below, rows] of [
		['11', 'eleven', [1, 2]],
		['10', 'ten', [0, 1]],
		['10', 'removed', [0, 2]],
	] as const) {
		it(`goes to the part of a mail at line ${number} below the line "${below}"`, async () => {
			const page = await openShifted(rows, number);
			await page.page.getByRole('button', { name: `src/a.c:${number}` }).click();
			const above = page.page.locator('.thread:has(.reply:focus)').locator('xpath=preceding-sibling::*[1]');
			assert.equal(await above.textContent(), below);
		});
	}

	it('goes to the part of a mail in the text that was clicked, if several texts of a patch have one', async () => {
		const [reply = assert.fail()] = diffOf('undo').threads[0]?.replies ?? [];
		const replies = [reply];
		const pieces = ['A line.'];
		const one = patch('1', [file('undo'), file('swap')], {
			answeredMessage: [{ line: 0, pieces, replies }],
			answeredNotes: [{ line: 0, pieces, replies }],
			diffstatReplies: [{ file: 'undo', replies }],
		});
		const names = ['diffstat', 'message', 'notes'];
		const places = names.map((name) => ({ file: '', patch: '1', line: name, text: `${name} of 1/3` }));
		const discussion = [mail(reply.mail, { places })];
		const page = await openPatchset({ ...series, patches: [one], discussion });
		const texts = { diffstat: '.diffstat', message: '.patch-head > .text-thread', notes: '.after-message' };
		for (const [name, text] of Object.entries(texts)) {
			await page.page.getByRole('button', { name: `${name} of 1/3` }).click();
			await page.page.locator(`${text} .reply:focus`).waitFor();
		}
	});

	it('has replies below the lines of messages, diffstats and the cover letter, and goes to them', async () => {
		const [thread] = diffOf('undo').threads;
		const [first = assert.fail()] = thread?.replies ?? [];
		const replies = [301, 302, 303].map((id) => ({ ...first, mail: id }));
		const one = patch('1', [file('undo'), file('swap')], {
			answeredMessage: [{ line: 0, pieces: ['The first line.'], replies: replies.slice(0, 1) }],
			diffstatReplies: [{ file: 'undo', replies: replies.slice(1, 2) }],
		});
		const text = {
			blocks: [{ kind: 'text' as const, level: 0, line: 0, pieces: ['The first reason.'] }],
			replies: replies.slice(2),
		};
		const places = [
			{ file: '', patch: '1', line: '', text: 'message of 1/3' },
			{ file: '', patch: 'cover', line: '', text: 'cover letter' },
		];
		const page = await openPatchset({
			...series,
			cover: series.cover && { ...series.cover, answered: [text] },
			patches: [one],
			discussion: [mail(301, { places: places.slice(0, 1) }), mail(303, { places: places.slice(1) })],
		});
		const order = await page.page
			.locator('.plain-mail > p, .text-thread .reply, .diffstat .path')
			.evaluateAll((all) =>
				all
					.filter((one) => one.closest('.reply .plain-mail') === null && one.closest('.mail') === null)
					.map((one) => (one instanceof HTMLElement ? (one.dataset.mail ?? one.innerText.slice(0, 17)) : '')),
			);
		assert.deepEqual(order, [
			...['The first reason.', '303', 'A formatter that ', 'The first line.', '301', 'What patch 1 does'],
			...['src/undo.c', '302', 'src/swap.c'],
		]);
		for (const [name, id] of [
			['message of 1/3', 301],
			['cover letter', 303],
		] as const) {
			await page.page.getByRole('button', { name, exact: true }).click();
			await page.page.locator(`.text-thread .reply[data-mail="${id}"]:focus`).waitFor();
		}
	});
});

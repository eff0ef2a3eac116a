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
		// The page scrolls by whole pixels, and what is above the file need not be as high.
		assert.ok(top >= bottom && top - bottom < 6, `${top} is not just below ${bottom}`);
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
		const text = { kind: 'text', level: 0, line: 0, pieces } as const;
		const answered = [{ blocks: [text], replies }];
		const names = ['diffstat', 'message', 'notes'];
		const places = [
			...names.map((name) => ({ file: '', patch: '1', line: name, text: `${name} of 1/3` })),
			{ file: '', patch: 'cover', line: '', text: 'cover of 1/3' },
		];
		const discussion = [mail(reply.mail, { places })];
		const cover = { mail: 200, answered, text: { blocks: [], attachments: [] } };
		const page = await openPatchset({ ...series, cover, patches: [one], discussion });
		const texts = {
			...{ diffstat: '.diffstat', message: '.patch-head > .text-thread', notes: '.after-message' },
			cover: '#overview',
		};
		for (const [name, text] of Object.entries(texts)) {
			await page.page.getByRole('button', { name: `${name} of 1/3` }).click();
			await page.page.locator(`${text} .reply:focus`).waitFor();
		}
	});
});

import assert from 'node:assert/strict';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';
import { themes } from './themes.ts';

/** Of the lines of the first hunk of `undo`, the third and the fourth differ in a word. */
const tokens = {
	hunks: [[[], [1, 7, 0, 8, 17, 3], [1, 7, 3, 17, 26, 1], [1, 5, 3, 17, 28, 1], [1, 3, 0, 1, 999, 2]], null],
};
const one = { ...series, patches: [patch('1', [file('undo', { lineCount: 13 })])] };

/** The texts that have each color. */
const colored = ({ page }: PatchsetPage) =>
	page.evaluate(() =>
		Object.fromEntries(
			[...CSS.highlights].map(([name, ranges]) => [
				name,
				[...ranges].map(({ startContainer, startOffset, endOffset }) =>
					startContainer.textContent?.slice(startOffset, endOffset),
				),
			]),
		),
	);

const whenColored = async (page: PatchsetPage) => {
	const isColored = async () => (await colored(page))['code-number']?.length === 1;
	await until(isColored, { what: 'the code is colored' });
};

describe('The colors of code', () => {
	it('are put on lines in view, but not on words that differ, and change no elements', async () => {
		const page = await openPatchset(one, 'dark', {
			tokens: ({ file: key }) => (key === 'undo' ? tokens : { hunks: [] }),
		});
		const rows = page.page.locator('.file[data-file=undo] .lines');
		await rows.locator('.l').first().waitFor();
		const before = await rows.innerHTML();
		await whenColored(page);
		assert.deepEqual(await colored(page), {
			'code-keyword': ['struct', 'if'],
			'code-string': ['path, ', 'path, '],
			'code-number': ['if (!f)'],
			'code-name': ['undo_node', 'FILE *', 'FILE'],
			'code-comment': [],
		});
		assert.equal(await rows.innerHTML(), before);
		const colors = await rows
			.locator('.l > *')
			.first()
			.evaluate((code) =>
				['::highlight(code-keyword)', ''].map((pseudo) => getComputedStyle(code, pseudo).color),
			);
		assert.notEqual(colors[0], colors[1], 'a keyword has a color of its own');
		assert.deepEqual(page.broken, []);
	});

	it('are taken from a file that leaves the view, and come back without a request', async () => {
		const files = Array.from({ length: 30 }, (_, nth) => file(`f${nth}`, { lineCount: 40 }));
		const page = await openPatchset(
			{ ...one, patches: [patch('1', [file('undo', { lineCount: 13 }), ...files])] },
			'dark',
			{
				tokens: ({ file: key }) => (key === 'undo' ? tokens : { hunks: [] }),
			},
		);
		const undo = page.page.locator('.file[data-file=undo]');
		await undo.scrollIntoViewIfNeeded();
		await whenColored(page);
		await page.page.locator('.file[data-file=f29]').scrollIntoViewIfNeeded();
		const isGone = async () => (await colored(page))['code-number']?.length === 0;
		await until(isGone, { what: 'the colors are gone' });
		await undo.scrollIntoViewIfNeeded();
		await whenColored(page);
		assert.equal(page.asks('tokens').filter((body) => JSON.stringify(body).includes('undo')).length, 1);
	});

	it('are only on lines near the view, and follow it through a long file', async () => {
		const lineCount = 2000;
		const page = await openPatchset(
			{ ...one, patches: [patch('1', [file('long', { lineCount })])] },
			'dark',
			{
				diff: ({ file: key }) => largeDiff(key, lineCount),
				tokens: () => ({ hunks: [1, 2].map(() => Array.from({ length: lineCount / 2 }, () => [1, 4, 0])) }),
			},
		);
		const rows = page.page.locator('.file .l');
		const coloredRows = () =>
			page.page.evaluate(() => {
				const all = [...document.querySelectorAll('.file .l')];
				const of = (node: Node) => all.indexOf(node.parentElement?.closest('.l') ?? document.body);
				return [...(CSS.highlights.get('code-keyword') ?? [])].map(({ startContainer }) =>
					of(startContainer),
				);
			});
		for (const nth of [0, 1000, 1999, 5]) {
			// Lines above it can get another height when they are drawn, which moves it out of view.
			const show = () =>
				rows.nth(nth).evaluate((row) => {
					const { top, bottom } = row.getBoundingClientRect();
					if (bottom < 0 || top > innerHeight) row.scrollIntoView({ block: 'center' });
				});
			const isColored = async () => {
				await show();
				return (await coloredRows()).includes(nth);
			};
			await until(isColored, { what: `line ${nth} is colored` });
			const found = await coloredRows();
			assert.ok(found.length < 300, `${found.length} lines are colored`);
			assert.equal(new Set(found).size, found.length, 'each line once');
		}
		assert.equal(page.asks('tokens').length, 1);
	});

	for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
		it(`have a contrast of 4.5:1 on all lines in theme ${theme}`, async () => {
			const page = await openPatchset(one, theme);
			await page.page.locator('.file[data-file=undo] .l.removed').first().waitFor();
			const ratios = await page.page.evaluate(() => {
				const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
				const luminance = (...layers: readonly string[]): number => {
					if (!canvas) return Number.NaN;
					for (const layer of layers) {
						canvas.fillStyle = layer;
						canvas.fillRect(0, 0, 1, 1);
					}
					const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
						const part = value / 255;
						return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
					});
					return 0.2126 * r + 0.7152 * g + 0.0722 * b;
				};
				const page = getComputedStyle(document.body).backgroundColor;
				const lines = ['.l:not(.added, .removed)', '.l.added', '.l.removed'];
				return lines.flatMap((selector) => {
					const row = document.querySelector(selector);
					if (!row) return [Number.NaN];
					const below = luminance(page, getComputedStyle(row).backgroundColor);
					return ['keyword', 'string', 'number', 'name', 'comment'].map((tone) => {
						const { color } = getComputedStyle(row.lastElementChild ?? row, `::highlight(code-${tone})`);
						const [low = 0, high = 0] = [luminance(color), below].sort((a, b) => a - b);
						return (high + 0.05) / (low + 0.05);
					});
				});
			});
			assert.equal(ratios.length, 15);
			for (const ratio of ratios) assert.ok(ratio >= 4.5, `${ratios.map((each) => each.toFixed(2))}`);
		});
	}
});

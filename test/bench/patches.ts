import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pageOptions } from '../../build.mjs';
import { root } from '../tools/places.ts';
import { type Candidate, measurePage, type Opened } from './patches-browser.ts';
import { type LargeSeries, largeSeries } from './patches-data.ts';
import { patchsetPage } from './patches-page.ts';
import { median, type Table } from './table.ts';

const fileCount = 500;
const lineCount = 50_000;
const rounds = 3;
const firstPaintMs = 200;
const longestMs = 50;
const maxOfPlainFrame = 1.5;

const noAnswers = () => ({ ok: null });

/** A page of a library, which draws the diffs that are in it as text. */
async function libraryPage(
	{ diffs }: LargeSeries,
	name: string,
	style: string,
	selector: string,
): Promise<Candidate> {
	const entryPoints = [`test/bench/pages/${name}.ts`];
	const { outputFiles } = await build({ ...pageOptions({ production: true }), entryPoints, write: false });
	const css = readFileSync(join(root, 'node_modules', style), 'utf8');
	const json = JSON.stringify(diffs).replaceAll('<', '\\u003c');
	const body = `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${css}</style><body>
<script type="application/json" id="diffs">${json}</script><script>${outputFiles[0]?.text}</script>`;
	return { body, answer: noAnswers, whole: { selector, count: fileCount } };
}

const plainPage = ({ diffs }: LargeSeries): Candidate => ({
	body: `<!doctype html><title>Lines</title><pre>${diffs.join('').replaceAll('<', '&lt;')}</pre>`,
	answer: noAnswers,
	whole: { selector: 'pre', count: 1 },
});

type Figures = Readonly<Record<keyof Opened, number>>;
const columns: readonly (readonly [keyof Opened, string])[] = [
	['firstPaint', 'first paint, ms'],
	['whole', 'all files, ms'],
	['openingTask', 'longest task, ms'],
	['scrollingTask', 'longest task scrolling, ms'],
	['draggingTask', 'dragging to the end, ms'],
	['frame', '95 % of frames, ms'],
	['heapMb', 'script heap, MB'],
];

const mediansOf = (found: readonly Opened[]): Figures =>
	Object.fromEntries(columns.map(([name]) => [name, median(found.map((one) => one[name]))])) as Figures;

/** Measures the page of a large series in a browser, beside libraries that draw diffs and a page that has them as text. */
export async function patches(): Promise<Table> {
	const series = largeSeries(fileCount, lineCount);
	const [ours, plain] = [await patchsetPage(series, series.snapshot), plainPage(series)];
	const libraries = {
		diff2html: await libraryPage(
			series,
			'diff2html',
			'diff2html/bundles/css/diff2html.min.css',
			'.d2h-file-wrapper',
		),
		'git-diff-view': await libraryPage(
			series,
			'git-diff-view',
			'@git-diff-view/solid/dist/css/diff-view-pure.css',
			'.diff-view-wrapper',
		),
	};
	const found: { readonly own: Opened; readonly plain: Opened }[] = [];
	// The first round loads what all rounds share.
	for (let nth = -1; nth < rounds; nth++) {
		const measured = { plain: await measurePage(plain), own: await measurePage(ours) };
		if (nth >= 0) found.push(measured);
	}
	const own = mediansOf(found.map((one) => one.own));
	const asText = mediansOf(found.map((one) => one.plain));
	const others: [string, Figures][] = [];
	for (const [name, page] of Object.entries(libraries)) others.push([name, await measurePage(page)]);
	const rows: readonly (readonly [string, Figures])[] = [
		['the page of a patchset', own],
		['a page with the diffs as text', asText],
		...others.map(([name, figures]) => [`${name}, once`, figures] as const),
	];
	const ratio = own.frame / asText.frame;
	return {
		about: `A series with ${fileCount} files and ${lineCount} lines in a browser, median of ${rounds}; tasks in processor time`,
		columns: columns.map(([, title]) => title),
		rows: rows.map(([name, figures]) => ({ name, values: columns.map(([column]) => figures[column]) })),
		goals: [
			{
				goal: `first paint within ${firstPaintMs} ms: ${own.firstPaint.toFixed(0)} ms${others.map(([name, { firstPaint }]) => `, ${name}: ${(firstPaint / own.firstPaint).toFixed(0)} ×`).join('')}`,
				met: own.firstPaint <= firstPaintMs,
			},
			{
				goal: `no task while scrolling runs for more than ${longestMs} ms: ${own.scrollingTask.toFixed(0)} ms`,
				met: own.scrollingTask <= longestMs,
			},
			{
				goal: `no task while dragging the scroll bar runs for more than ${longestMs} ms: ${own.draggingTask.toFixed(0)} ms`,
				met: own.draggingTask <= longestMs,
			},
			{
				goal: `95 % of frames take at most ${maxOfPlainFrame} × those of the page with text: ${ratio.toFixed(2)} ×`,
				met: ratio <= maxOfPlainFrame,
			},
		],
	};
}

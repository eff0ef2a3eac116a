import type { Locator } from 'playwright-core';
import { build } from '../../build.mjs';
import { tryAgain } from '../tools/until.ts';
import { closeBrowser } from '../ui/browser.ts';
import { row, signInWithToken, tokenOf } from '../ui/editor-driver.ts';
import { changedFile, patchBody, sendMails } from '../ui/patches-mails.ts';
import { ticketPage } from '../ui/ticket-driver.ts';
import { EditorWindow } from '../ui/window.ts';
import { blankExtension, blankPages } from './blank-pages.ts';
import { diffEditors } from './diff-editors.ts';
import { noteClicks, noted, painted, paintedWords, startsWith } from './paint.ts';
import { median, type Table } from './table.ts';

const rounds = 9;

/** Two series of five patches, and a patch of 20 files. */
const series = ['Keep the cursor', 'Move the cursor'];
const long = 'Rename the buffer';

/** Measures from the click on a row to the painted page of a known series, and to the diff of 20 files in VS Code's own editor. */
export async function patchset(): Promise<Table> {
	await build({ production: true });
	const editor = await EditorWindow.open({
		installed: blankExtension,
		size: { width: 1500, height: 1200 },
		settings: ({ addresses }) => ({ 'tildeforge.instances': [{ name: 'forge.test', ...addresses }] }),
	});
	try {
		await prepare(editor);
		const current = await freshPages(editor);
		const blank = await blankPages(editor, rounds);
		const next = await nextPages(editor);
		const [native = [], blankNative = []] = await diffEditors(editor, rounds, [
			() => diffButton(editor),
			() => blankDiffButton(editor),
		]);
		const all = [
			{
				name: 'a series of 5 patches in a new tab: from the click to its patches, ms',
				values: current.map(({ click }) => click),
				most: 200,
			},
			{ name: 'the next series in the same tab: from the click to its patches, ms', values: next, most: 80 },
			{
				name: 'a patch of 20 files in the diff editor: from the click to its lines, ms',
				values: native,
				most: 800,
			},
		];
		return {
			about: `The page of a known patchset in the real editor, median and worst of ${rounds}`,
			columns: ['median', 'worst'],
			rows: [
				{ name: 'a blank page: from its frame to its word, ms', values: blank },
				{
					name: 'a series of 5 patches in a new tab: from its frame to its patches, ms',
					values: current.map(({ frame }) => frame),
				},
				{
					name: '20 small files in the diff editor, of an extension that does nothing else: from the click to their lines, ms',
					values: blankNative,
				},
				...all,
			].map(({ name, values }) => ({ name, values: [median(values), Math.max(...values)] })),
			goals: all.map(({ name, values, most }) => ({
				goal: `${name.replace(/:.*/, '')} within ${most} ms: ${median(values).toFixed(0)} ms`,
				met: median(values) <= most,
			})),
		};
	} catch (error) {
		await editor.keepArtifacts('the benchmark of patchsets');
		throw error;
	} finally {
		await editor.close();
		await closeBrowser();
	}
}

const lines = [' int a;', '-int b;', '+int c;', ' int d;'];

async function prepare(editor: EditorWindow): Promise<void> {
	for (const title of series) {
		const id = title.replaceAll(' ', '-');
		const cover = { id: `${id}-0@bench`, subject: `[PATCH editor 0/5] ${title}`, body: 'Why.\n' };
		const patches = Array.from({ length: 5 }, (_, nth) => ({
			id: `${id}-${nth + 1}@bench`,
			subject: `[PATCH editor ${nth + 1}/5] ${title} ${nth + 1}`,
			body: patchBody('Because.', [changedFile(`src/file${nth}.c`, 10, lines)]),
			answers: cover.id,
		}));
		await sendMails(editor.forge, [cover, ...patches]);
	}
	const files = Array.from({ length: 20 }, (_, nth) => changedFile(`src/file${nth}.c`, 10, lines));
	await sendMails(editor.forge, [
		{ id: 'rename@bench', subject: `[PATCH editor] ${long}`, body: patchBody('Because.', files) },
	]);
	await editor.openContainer(['Patches']);
	await signInWithToken(editor, tokenOf(editor.forge, '~ana'));
	const list = row(editor, 'Patches', /^~ana\/editor-devel\b/);
	await list.waitFor();
	await tryAgain(
		() => list.click(),
		() => rowOf(editor, long).waitFor({ timeout: 5000 }),
	);
	await noteClicks(editor);
	// Reads all of them, so that they are known.
	for (const title of [...series, long]) await open(editor, title);
	await closeAll(editor);
}

const rowOf = (editor: EditorWindow, title: string) =>
	row(editor, 'Patches', new RegExp(`^${title}`)).first();

/** The title of the last patch of a series. */
const lastOf = (title: string) => (title === long ? title : `${title} 5`);

/** Clicks the row of a series, and returns the time at which its last patch is painted. */
async function open(editor: EditorWindow, title: string): Promise<number> {
	await rowOf(editor, title).click();
	const at = await paintedWords(editor, '.patch h3', lastOf(title));
	return (await startsWith(editor, lastOf(title))) ? painted(editor) : at;
}

async function closeAll(editor: EditorWindow): Promise<void> {
	await editor.command('View: Close All Editors');
	await ticketPage(editor).locator('body').waitFor({ state: 'detached' });
}

async function freshPages(editor: EditorWindow): Promise<{ click: number; frame: number }[]> {
	const found: { click: number; frame: number }[] = [];
	// The first page loads what all pages share, and the editor is busy for a while.
	for (let nth = -3; nth < rounds; nth++) {
		const title = series[0] ?? '';
		const at = await open(editor, title);
		const [clicked, framed] = [await noted(editor, 'clicked'), await noted(editor, 'framed')];
		if (nth >= 0) found.push({ click: at - clicked, frame: at - framed });
		await closeAll(editor);
	}
	return found;
}

async function nextPages(editor: EditorWindow): Promise<number[]> {
	const found: number[] = [];
	await open(editor, series[1] ?? '');
	for (let nth = -2; nth < rounds; nth++) {
		const title = series[Math.abs(nth) % 2] ?? '';
		const shown = paintedWords(editor, '.patch h3', lastOf(title));
		await rowOf(editor, title).click();
		const at = await shown;
		if (nth >= 0) found.push(at - (await noted(editor, 'clicked')));
	}
	return found;
}

/** The button that opens the patch of 20 files in the diff editor. */
async function diffButton(editor: EditorWindow): Promise<Locator> {
	await open(editor, long);
	const button = ticketPage(editor).getByRole('button', { name: 'Open in Diff Editor' }).first();
	await button.waitFor();
	return button;
}

/** The button that opens 20 small files in the diff editor, of an extension that does nothing else. */
async function blankDiffButton(editor: EditorWindow): Promise<Locator> {
	await editor.command('Bench: Page with a Diff');
	const button = ticketPage(editor).getByRole('button', { name: 'Open' });
	await button.waitFor();
	return button;
}

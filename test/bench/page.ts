import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { build } from '../../build.mjs';
import { root } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { closeBrowser } from '../ui/browser.ts';
import { row, setUp, signInWithToken, tokenOf } from '../ui/editor-driver.ts';
import { changedFile, patchBody, sendMails, seriesMails } from '../ui/patches-mails.ts';
import { commentBox, draftsOnDisk, ticketPage } from '../ui/ticket-driver.ts';
import { EditorWindow } from '../ui/window.ts';
import { noteClicks, noted, painted, paintedWords, startsWith } from './paint.ts';
import { median, type Table } from './table.ts';

const rounds = 9;

/** What a row leads to: a ticket or a series, whose page is painted when an element has these words. */
interface Item {
	readonly view: 'Patches' | 'Tickets';
	readonly row: RegExp;
	readonly selector: string;
	readonly words: string;
}

const ticketOf = (number: number): Item => ({
	...{ view: 'Tickets', row: new RegExp(`^Ticket ${number}, `), selector: '.crumbs', words: `#${number}` },
});
/** The last patch of a series. */
const seriesOf = (title: string, words = `${title} 5`): Item => ({
	...{ view: 'Patches', row: new RegExp(`^${title}`), selector: '.patch h3', words },
});
const tickets = [ticketOf(57), ticketOf(59)] as const;
const series = [seriesOf('Keep the cursor'), seriesOf('Move the cursor')] as const;
/** A patch of 20 files. */
const long = seriesOf('Rename the buffer', 'Rename the buffer');

/**
 * Measures from the click on a row to the painted page of a known ticket or series in the real editor, compared to a page with one word, and to
 * the diff of 20 files in VS Code's own editor.
 */
export async function page(): Promise<Table> {
	await build({ production: true });
	const editor = await EditorWindow.open({ installed: join(root, 'test/bench/blank'), settings: setUp() });
	try {
		await editor.page.setViewportSize({ width: 1500, height: 1400 });
		await prepare(editor);
		const blank = await blankPages(editor);
		const ticket = await pagesOf(editor, tickets);
		const kept = await drafts(editor);
		await showPatches(editor);
		const patchset = await pagesOf(editor, series);
		const [native = [], blankNative = []] = await diffEditors(editor);
		const figures = [
			{ name: 'a blank page: from its frame to its word', values: blank },
			{ name: 'a ticket in a new tab: from its frame to its words', values: ticket.framed },
			{ name: 'a ticket in a new tab: from the click', values: ticket.clicked, most: 250 },
			{ name: 'the next ticket in the same tab: from the click', values: ticket.next, most: 250 },
			{ name: 'a series of 5 patches in a new tab: from its frame to its patches', values: patchset.framed },
			{ name: 'a series of 5 patches in a new tab: from the click', values: patchset.clicked, most: 200 },
			{ name: 'the next series in the same tab: from the click', values: patchset.next, most: 80 },
			{
				name: '20 small files in the diff editor, of an extension that does nothing else',
				values: blankNative,
			},
			{
				name: 'a patch of 20 files in the diff editor: from the click to its lines',
				values: native,
				most: 800,
			},
		];
		const slowest = Math.max(...kept);
		const ratio = median(ticket.framed) / median(blank);
		return {
			about: `The pages of known tickets and series in the real editor, median and worst of ${rounds}, ms`,
			columns: ['median', 'worst'],
			rows: [...figures, { name: 'a draft: from its last letter to the disk', values: kept }].map(
				({ name, values }) => ({ name, values: [median(values), Math.max(...values)] }),
			),
			goals: [
				...figures.flatMap(({ name, values, most }) =>
					most === undefined
						? []
						: [
								{
									goal: `${name} within ${most} ms: ${median(values).toFixed(0)} ms`,
									met: median(values) <= most,
								},
							],
				),
				{ goal: `a draft is on the disk within 300 ms: ${slowest.toFixed(0)} ms`, met: slowest <= 300 },
				{
					goal: `a ticket in a new tab takes at most 1.5 × a blank page: ${ratio.toFixed(2)} ×`,
					met: ratio <= 1.5,
				},
			],
		};
	} catch (error) {
		await editor.keepArtifacts('the benchmark of pages');
		throw error;
	} finally {
		await editor.close();
		await closeBrowser();
	}
}

const lines = [' int a;', '-int b;', '+int c;', ' int d;'];
const files = Array.from({ length: 20 }, (_, nth) => changedFile(`src/file${nth}.c`, 10, lines));

async function prepare(editor: EditorWindow): Promise<void> {
	for (const title of ['Keep the cursor', 'Move the cursor'])
		await sendMails(
			editor.forge,
			seriesMails({
				...{ id: `${title.replaceAll(' ', '-')}@bench`, brackets: 'PATCH editor' },
				cover: { subject: title, body: 'Why.\n' },
				patches: files.slice(0, 5).map((file, nth) => ({
					subject: `${title} ${nth + 1}`,
					body: patchBody('Because.', [file]),
				})),
			}),
		);
	const patches = [{ subject: long.words, body: patchBody('Because.', files) }];
	await sendMails(editor.forge, seriesMails({ id: 'rename@bench', brackets: 'PATCH editor', patches }));
	await editor.openContainer(['Tickets']);
	await signInWithToken(editor, tokenOf(editor.forge, '~ana'));
	await noteClicks(editor);
	await read(editor, tickets);
}

async function showPatches(editor: EditorWindow): Promise<void> {
	await editor.openContainer(['Patches']);
	const list = row(editor, 'Patches', /^~ana\/editor-devel\b/);
	await list.waitFor();
	await tryAgain(
		() => list.click(),
		() => rowOf(editor, long).waitFor({ timeout: 5000 }),
	);
	await read(editor, [...series, long]);
}

/** Opens the pages of items, so that they are known. Rows move while the view loads: a click may then hit another row. */
async function read(editor: EditorWindow, items: readonly Item[]): Promise<void> {
	for (const item of items)
		await tryAgain(
			() => rowOf(editor, item).click(),
			() => isOpen(editor, item),
		);
	await closeAll(editor);
}

const rowOf = (editor: EditorWindow, item: Item): Locator => row(editor, item.view, item.row).first();
const isOpen = (editor: EditorWindow, { selector, words }: Item): Promise<void> =>
	ticketPage(editor).locator(selector, { hasText: words }).first().waitFor({ timeout: 5000 });

/** Clicks a row, and returns the time at which the words of its page are painted. */
async function open(editor: EditorWindow, item: Item): Promise<number> {
	await rowOf(editor, item).click();
	const at = await paintedWords(editor, item.selector, item.words);
	return (await startsWith(editor, item.words)) ? painted(editor) : at;
}

async function closeAll(editor: EditorWindow): Promise<void> {
	await editor.command('View: Close All Editors');
	await ticketPage(editor).locator('body').waitFor({ state: 'detached' });
}

interface PageTimes {
	/** In a new tab, from the click and from the frame of the page. */
	readonly clicked: readonly number[];
	readonly framed: readonly number[];
	/** In the same tab, from the click. */
	readonly next: readonly number[];
}

/** Opens a page in a new tab, and then the other one in the same tab, again and again. */
async function pagesOf(editor: EditorWindow, items: readonly [Item, Item]): Promise<PageTimes> {
	const times = { clicked: [] as number[], framed: [] as number[], next: [] as number[] };
	const [first, other] = items;
	// The first pages load what all pages share, and the editor is busy for a while.
	for (let nth = -3; nth < rounds; nth++) {
		const at = await open(editor, first);
		const [clicked, framed] = [await noted(editor, 'clicked'), await noted(editor, 'framed')];
		const shown = paintedWords(editor, other.selector, other.words);
		await rowOf(editor, other).click();
		const next = (await shown) - (await noted(editor, 'clicked'));
		if (nth >= 0) {
			times.clicked.push(at - clicked);
			times.framed.push(at - framed);
			times.next.push(next);
		}
		await closeAll(editor);
	}
	return times;
}

/** How long a page with one word takes from its frame to its first paint. No page of an extension can be faster. */
async function blankPages(editor: EditorWindow): Promise<number[]> {
	const found: number[] = [];
	for (let nth = -1; nth < rounds; nth++) {
		await editor.command('Bench: Blank Page');
		await ticketPage(editor).getByRole('heading', { name: 'Blank' }).waitFor();
		const at = await painted(editor);
		if (nth >= 0) found.push(at - (await noted(editor, 'framed')));
		await closeAll(editor);
	}
	return found;
}

async function drafts(editor: EditorWindow): Promise<number[]> {
	const found: number[] = [];
	await open(editor, ticketOf(57));
	const box = commentBox(editor);
	await box.click();
	await box.evaluate((field) =>
		field.addEventListener('input', () => Object.assign(globalThis, { typed: Date.now() })),
	);
	for (let nth = 0; nth < rounds; nth++) {
		const words = `What is kept ${nth}.`;
		await editor.page.keyboard.type(words);
		await until(() => draftsOnDisk(editor).includes(words));
		const kept = Date.now();
		found.push(kept - (await box.evaluate(() => Number(Reflect.get(globalThis, 'typed')))));
	}
	await closeAll(editor);
	return found;
}

/** How long it takes from a click to the lines of a patch of 20 files, and of as many files of an extension that does nothing else, in turn. */
async function diffEditors(editor: EditorWindow): Promise<readonly (readonly number[])[]> {
	const own = async () => {
		await open(editor, long);
		await ticketPage(editor).locator('.series-head .menu > summary').click();
		return ticketPage(editor).getByRole('button', { name: 'Open in Diff Editor' }).first();
	};
	const blank = async () => {
		await editor.command('Bench: Page with a Diff');
		return ticketPage(editor).getByRole('button', { name: 'Open' });
	};
	const found: [number[], number[]] = [[], []];
	for (let nth = -2; nth < rounds; nth++)
		for (const [index, openPage] of [own, blank].entries()) {
			const time = await openDiff(editor, await openPage());
			if (nth >= 0) found[index]?.push(time);
		}
	return found;
}

async function openDiff(editor: EditorWindow, button: Locator): Promise<number> {
	const { page } = editor;
	await button.hover();
	const shown = page.evaluate(async () => {
		const isThere = () =>
			[...document.querySelectorAll('.multiDiffEditor .view-line')].some((line) =>
				line.textContent?.includes('int'),
			);
		while (!isThere()) await new Promise(requestAnimationFrame);
		// What exists before a frame is painted by the end of the frame.
		await new Promise(requestAnimationFrame);
		return Date.now();
	});
	// The frame of the page is hidden afterwards, so it cannot tell when the mouse was pressed.
	const pressed = Date.now();
	await page.mouse.down();
	await page.mouse.up();
	const time = (await shown) - pressed;
	await editor.command('View: Close All Editors');
	await until(async () => (await page.locator('.multiDiffEditor').count()) === 0);
	return time;
}

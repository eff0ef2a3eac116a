import type { FrameLocator, Locator } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import { clickRow, expandRow, row, signInWithToken } from './editor-driver.ts';
import { signInOnPages } from './forge-pages.ts';
import { savedSignIn, showSignedIn } from './saved-sign-ins.ts';
import { ticketPage as pageOf } from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { type EditorWindow, editorWindow, type WindowOptions } from './window.ts';

const tall = { width: 1500, height: 1600 };

interface PatchesWindowOptions extends Pick<WindowOptions, 'folder' | 'forge'> {
	readonly user?: string;
	/** The scopes of the user's token; by default, all. */
	readonly scopes?: readonly string[];
	readonly undoSeconds?: number;
	/** More settings. */
	readonly more?: Readonly<Record<string, unknown>>;
}

/** Gives each test a window with the Patches view, and with a connection to the mailing lists that tests can watch and cut. */
export function patchesWindow({
	user = '~ana',
	scopes,
	undoSeconds = 60,
	more = {},
	...options
}: PatchesWindowOptions = {}) {
	let proxy: TrackerProxy;
	beforeEach(async () => {
		proxy = await TrackerProxy.open();
	});
	const editor = editorWindow(
		{
			...options,
			size: tall,
			get signIn() {
				return scopes ? undefined : savedSignIn(user);
			},
			settings: ({ addresses }) => {
				proxy.behind = addresses.lists;
				return {
					'tildeforge.instances': [{ name: 'forge.test', ...addresses, lists: proxy.address }],
					'tildeforge.undoSeconds': undoSeconds,
					...more,
				};
			},
		},
		async (window) => {
			await window.page.setViewportSize(tall);
			await window.openContainer(['Patches']);
			const firstRow = row(window, 'Patches', list);
			if (!scopes) return showSignedIn(window, firstRow, user);
			const browser = await signInOnPages(window.forge, user.replace('~', ''));
			await signInWithToken(window, await browser.createToken(scopes));
			await firstRow.waitFor();
		},
	);
	afterEach(() => proxy.close());
	const patches = (name: string | RegExp) => row(editor(), 'Patches', name);

	/** Expands rows, each below the one before. */
	async function expand(...names: readonly RegExp[]): Promise<void> {
		for (const name of names) await expandRow(patches(name));
	}

	return {
		editor,
		patches,
		expand,
		...seriesPage(editor),
		/** Opens the page of a series in the list `editor-devel` by a click. */
		open: async (name: RegExp, words: string | RegExp): Promise<void> => {
			await expand(list);
			await patches(name).waitFor();
			await tryAgain(
				() => patches(name).click(),
				() => seriesPage(editor).heading(words).waitFor({ timeout: 3000 }),
			);
		},
		proxy: () => proxy,
		/** The requests that would change a status. */
		puts: () => proxy.of('PUT').map(({ body }) => body),
		select: (name: RegExp) => clickRow(patches(name)),
	};
}

const list = /^~ana\/editor-devel\b/;

/** The page of a series or thread that is in front. */
const seriesPage = (editor: () => EditorWindow) => ({
	page: (): FrameLocator => pageOf(editor()),
	heading: (words: string | RegExp): Locator =>
		pageOf(editor()).getByRole('heading', { level: 1, name: words }),
	tab: (name: string | RegExp): Locator => editor().page.getByRole('tab', { name }),
});

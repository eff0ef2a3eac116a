import type { FrameLocator, Locator } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import { clickRow, clickUntil, expandRow, row } from './editor-driver.ts';
import { type ProxiedWindowOptions, proxiedWindow } from './proxied-window.ts';
import { showSignedIn } from './saved-sign-ins.ts';
import { ticketPage as pageOf, waitForPageFocus } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

const tall = { width: 1500, height: 1600 };

/** Gives each test a window with the Patches view. */
export function patchesWindow({ more, ...options }: ProxiedWindowOptions = {}) {
	const all = { ...options, size: tall, more: { 'tildeforge.undoSeconds': 60, ...more } };
	const { editor, proxy } = proxiedWindow('lists', all, async (window) => {
		await window.page.setViewportSize(tall);
		await window.openContainer(['Patches']);
		await showSignedIn(window, row(window, 'Patches', list));
	});
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
		proxy,
		/** The requests that would change a status. */
		puts: () =>
			proxy()
				.of('PUT')
				.map(({ body }) => body),
		select: (name: RegExp) => clickRow(patches(name)),
	};
}

const list = /^~ana\/editor-devel\b/;

/** Opens the panel for the review of the page in front, which has the focus. Returns its parts. */
export async function openReview(editor: EditorWindow) {
	const bar = pageOf(editor).locator('.review-bar');
	await waitForPageFocus(editor);
	await tryAgain(
		() => editor.page.keyboard.press('Shift+R'),
		() => bar.getByRole('button', { name: 'Comment' }).and(bar.locator(':focus')).waitFor({ timeout: 5000 }),
	);
	return {
		bar,
		verdict: (name: string) => bar.getByRole('button', { name, exact: true }),
		status: bar.getByLabel('Status', { exact: true }),
		mails: bar.locator('.review-mails > li'),
		editMail: () =>
			bar
				.getByRole('button', { name: /^Edit\. / })
				.first()
				.click(),
		send: () => bar.getByRole('button', { name: /^Send (?:Mail|\d)/ }).click(),
	};
}

/** The page of a series or thread that is in front. */
const seriesPage = (editor: () => EditorWindow) => ({
	page: (): FrameLocator => pageOf(editor()),
	heading: (words: string | RegExp): Locator =>
		pageOf(editor()).getByRole('heading', { level: 1, name: words }),
	tab: (name: string | RegExp): Locator => editor().page.getByRole('tab', { name }),
	/** Chooses an item of the menu at the head of the page. */
	chooseMore: async (name: string): Promise<void> => {
		const menu = pageOf(editor()).locator('.series-head .menu');
		await clickUntil(menu.locator('summary'), menu.getByRole('button', { name }));
		await menu.getByRole('button', { name }).click();
	},
});

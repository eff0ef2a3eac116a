import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { row, setUp, signInWithToken, tokenOf } from './editor-driver.ts';
import { ticketPage } from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { EditorWindow, type WindowOptions } from './window.ts';

/** Presses keys as a user does, and counts them. A key with modifiers counts once. */
class CountedKeys {
	readonly #page: Page;
	#keys = 0;
	#words: string[] = [];

	constructor(page: Page) {
		this.#page = page;
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) await this.#page.keyboard.press(key);
		this.#keys += keys.length;
		this.#words.push(...keys);
	}

	/** Each letter is a key. */
	async type(text: string): Promise<void> {
		await this.#page.keyboard.type(text);
		this.#keys += text.length;
		this.#words.push(`"${text}"`);
	}

	/** The keys since the last call, with their number. */
	take(): { readonly count: number; readonly words: string } {
		const taken = { count: this.#keys, words: this.#words.join(' ') };
		this.#keys = 0;
		this.#words = [];
		return taken;
	}
}

/** A window with the packaged extension, whose requests to the trackers are recorded. */
export interface TrialWindow {
	readonly window: EditorWindow;
	readonly proxy: TrackerProxy;
	/** The connection to the repositories. */
	readonly repositories: TrackerProxy;
	/** The connection to the mailing lists. */
	readonly lists: TrackerProxy;
	readonly keys: CountedKeys;
	close(): Promise<void>;
}

const quiet = {
	// Otherwise notifications about forwarded ports cover the page.
	'remote.autoForwardPorts': false,
	// The editor does not always hide a hover when the window's size changes.
	'workbench.hover.delay': 60_000,
};

/** Opens the window of a user who has installed the extension and set nothing. */
export const openNewWindow = (vsix: string): Promise<EditorWindow> =>
	EditorWindow.open({
		title: 'trial of a new user',
		vsix,
		folder: temporaryFolder('workspace'),
		settings: () => quiet,
	});

/** Opens a window with the forge forge.test in its settings, and signed out. */
export async function openTrialWindow(
	vsix: string,
	options: Pick<WindowOptions, 'env' | 'folder' | 'forge'> = {},
): Promise<TrialWindow> {
	const [proxy, repositories, lists] = await Promise.all([
		TrackerProxy.open(),
		TrackerProxy.open(),
		TrackerProxy.open(),
	]);
	const window = await EditorWindow.open({
		...options,
		title: 'trial',
		vsix,
		settings: (forge) => {
			proxy.behind = forge.addresses.trackers;
			repositories.behind = forge.addresses.repositories;
			lists.behind = forge.addresses.lists;
			const addresses = {
				trackers: proxy.address,
				repositories: repositories.address,
				lists: lists.address,
			};
			return { ...setUp(addresses)(forge), ...quiet };
		},
	});
	const close = async () => {
		await window.close();
		proxy.close();
		repositories.close();
		lists.close();
	};
	return { window, proxy, repositories, lists, keys: new CountedKeys(window.page), close };
}

export async function signIn({ window, proxy }: TrialWindow, name: string): Promise<void> {
	await signInWithToken(window, tokenOf(window.forge, name));
	await until(() => proxy.asked.length > 0 && proxy.isIdle, { what: 'the trackers are read' });
}

/** Signs in as ~ana, who has 33 open tickets. */
export async function signInAna(trial: TrialWindow): Promise<void> {
	await signIn(trial, '~ana');
	await row(trial.window, 'Tickets', 'Open, 33 tickets').waitFor();
	const isRead = () => trial.proxy.asked.some(({ what }) => what === 'GET ~ana/editor?start=10');
	await until(() => isRead() && trial.proxy.isIdle, { what: 'all tickets are read' });
}

/** Changes some of the user's settings. Resolves when VS Code has read them: it then shows the title that is written with them. */
export async function changeSettings(
	{ window }: TrialWindow,
	settings: Readonly<Record<string, unknown>>,
): Promise<void> {
	const { host, page } = window;
	const changed = { ...JSON.parse(host.settings.read()), ...settings };
	const title = `Trial ${randomUUID()}`;
	host.settings.write(JSON.stringify({ ...changed, 'window.title': title }));
	await until(async () => (await page.title()).includes(title), { what: 'the settings are read' });
	host.settings.write(JSON.stringify(changed));
}

/** The number of the ticket that the page shows. */
export async function shownTicket({ window }: TrialWindow): Promise<number> {
	const button = ticketPage(window).getByRole('button', { name: /^Copy reference / });
	return Number(/#(\d+)$/.exec((await button.getAttribute('aria-label')) ?? '')?.[1]);
}

/** Does something that shows another ticket, and waits for it. */
export async function goOn(trial: TrialWindow, act: () => Promise<void>): Promise<void> {
	const before = await shownTicket(trial);
	await act();
	await until(async () => (await shownTicket(trial)) !== before, {
		what: `the page shows more than #${before}`,
	});
}

/** Waits until the page says that the ticket has this status, also if the change is not sent yet. */
export const hasStatus = ({ window }: TrialWindow, words: string): Promise<void> =>
	ticketPage(window)
		.getByRole('button', { name: new RegExp(`^Status: ${words}.*Change$`) })
		.first()
		.waitFor();

export const waitForTreeFocus = ({ window }: TrialWindow): Promise<void> =>
	window.view('Tickets').locator('.monaco-list:focus').waitFor();

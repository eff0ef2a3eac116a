import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ForgeOptions } from '../../src/sandbox/forge-options.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { row, setUp, signInWithToken, tokenOf } from './editor-driver.ts';
import { ServiceProxy } from './service-proxy.ts';
import { ticketPage } from './ticket-driver.ts';
import { EditorWindow } from './window.ts';

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

/** A window with the packaged extension, whose requests to the trackers and lists are recorded. */
export interface TrialWindow {
	readonly window: EditorWindow;
	readonly trackers: ServiceProxy;
	readonly lists: ServiceProxy;
	readonly keys: CountedKeys;
}

const quiet = {
	// Otherwise notifications about forwarded ports cover the page.
	'remote.autoForwardPorts': false,
	// The editor does not always hide a hover when the size of the window changes.
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

/** Runs something in a window with the forge forge.test in its settings, and signed out. */
export async function inTrialWindow<T>(
	vsix: string,
	run: (trial: TrialWindow) => Promise<T>,
	forge: Partial<ForgeOptions> = {},
): Promise<T> {
	const [trackers, lists] = await Promise.all([ServiceProxy.open(), ServiceProxy.open()]);
	const window = await EditorWindow.open({
		...{ title: 'trial', vsix, forge },
		settings: (started) => {
			trackers.behind = started.addresses.trackers;
			lists.behind = started.addresses.lists;
			const proxies = { trackers: trackers.address, lists: lists.address };
			return { ...setUp(proxies)(started), ...quiet };
		},
	});
	try {
		return await run({ window, trackers, lists, keys: new CountedKeys(window.page) });
	} catch (error) {
		await window.keepArtifacts('trial');
		throw error;
	} finally {
		await window.close();
		for (const proxy of [trackers, lists]) proxy.close();
	}
}

/** Signs in as ~ana, who has 33 open tickets. */
export async function signInAna({ window, trackers }: TrialWindow): Promise<void> {
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', 'Open, 33 tickets').waitFor();
	const isRead = () => trackers.asked.some(({ what }) => what === 'GET ~ana/editor?start=10');
	await until(() => isRead() && trackers.isIdle, { what: 'all tickets are read' });
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

/** Waits until the page says that the ticket has this status, also if the change is not sent yet. */
export const hasStatus = ({ window }: TrialWindow, words: string): Promise<void> =>
	ticketPage(window)
		.getByRole('button', { name: new RegExp(`^Status: ${words}.*Change$`) })
		.first()
		.waitFor();

export const waitForTreeFocus = ({ window }: TrialWindow): Promise<void> =>
	window.view('Tickets').locator('.monaco-list:focus').waitFor();

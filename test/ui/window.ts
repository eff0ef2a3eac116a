import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import type { ForgeOptions } from '../../src/sandbox/forge-options.ts';
import { root, temporaryFolder, testPlace } from '../tools/places.ts';
import { freePort } from '../tools/ports.ts';
import { recentRequests } from '../tools/recent-requests.ts';
import { tryAgain, until } from '../tools/until.ts';
import { startWebHost, type WebHost } from '../tools/web-host.ts';
import { Profile, type Size } from './browser.ts';
import { CannotReset, ExtensionRestarter, restartableFolder, restartsVariable } from './restartable.ts';

/** Where the screenshots and logs of failed tests are kept until the next run. */
export const failures = join(testPlace, 'failures');

/** Keeps a screenshot of a failed test's page. */
export async function keepPicture(page: Page, folder: string): Promise<void> {
	// A closed page has no screenshot. The failure message does not depend on it.
	await page.screenshot({ path: join(folder, 'window.png'), timeout: 5000 }).catch(() => {});
	console.log(`      kept in ${folder}`);
}

/** Creates the folder for the artifacts of a failed test. */
export function failureFolder(title: string): string {
	mkdirSync(failures, { recursive: true });
	return mkdtempSync(join(failures, `${title.replace(/\W+/g, '-').slice(-80)}-`));
}

export interface WindowOptions {
	/** Null for a window without a folder. By default, an empty folder. */
	readonly folder?: string | null;
	/** False if the folder is not trusted until the user trusts it. Such a window is not reset. */
	readonly isTrusted?: boolean;
	/** Names the window in the artifacts if it does not open. */
	readonly title?: string;
	readonly forge?: Partial<ForgeOptions>;
	/** The folder of an extension to install. */
	readonly installed?: string;
	/** A packaged extension to install as a user does. */
	readonly vsix?: string;
	/** The folder from which Tildeforge is loaded as an extension under development. Null if Tildeforge is installed. */
	readonly extension?: string | null;
	/** The user's settings. */
	readonly settings?: (forge: Forge) => Readonly<Record<string, unknown>>;
	/** Returns the accounts that are signed in from the start. */
	readonly signIn?: () => SavedSignIn | undefined;
	/** The size in which a reset window begins, so that it is arranged only once. */
	readonly size?: Size;
}

/** The files and secrets of signed-in sessions. */
export interface SavedSignIn {
	/** For windows that are reset: a folder that `ExtensionRestarter.saveSignIn` has filled. */
	readonly folder: string;
	/** For new windows: the editor's secret storage, encrypted as in the browser. */
	readonly secrets: string;
}

const viewNames = ['Inbox', 'Tickets', 'Patches', 'Repositories'];

/** Playwright finds it faster than by its role, for which it reads the names of all buttons. */
const headerOf = (view: string): string => `.pane-header[aria-label^="${view}"][aria-label$=" Section"]`;

/** The name of the secret storage in the browser. */
const secrets = 'secrets.provider';

const storageIn = ({ data }: WebHost): string =>
	join(data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');

/** What a reset leaves as it was when the window opened. */
interface Opened {
	readonly folder: string | null | undefined;
	readonly installed: string | undefined;
	readonly extension: string | null;
	readonly isTrusted: boolean;
}

interface Parts {
	readonly page: Page;
	readonly address: string;
	readonly host: WebHost;
	readonly folder: string | null;
	readonly forge: Forge;
	readonly profile: Profile;
	readonly restarter: ExtensionRestarter;
	readonly opened: Opened;
}

/** Starts a forge on fixed ports, so that the next test's forge gets the same addresses. */
async function startForgeOnFreePorts(options: Partial<ForgeOptions>): Promise<Forge> {
	for (let left = 10; ; left--) {
		try {
			return await startForge({ port: await freePort(), ...options });
		} catch (error) {
			if (left <= 1 || !/EADDRINUSE/.test(String(error))) throw error;
		}
	}
}

/**
 * Waits until the editor has written something to its browser storage. It collects what to write when the user leaves its window, and
 * otherwise once a minute.
 */
export async function waitUntilStored(page: Page, words: RegExp): Promise<void> {
	const stored = (): Promise<string[]> =>
		page.evaluate(async () => {
			document.hasFocus = () => false;
			dispatchEvent(new Event('blur'));
			await new Promise((resolve) => setTimeout(resolve, 100));
			Reflect.deleteProperty(document, 'hasFocus');
			dispatchEvent(new Event('focus'));
			const found: string[] = [];
			for (const { name = '' } of await indexedDB.databases()) {
				const database = await new Promise<IDBDatabase>((resolve, reject) => {
					const opening = indexedDB.open(name);
					opening.onsuccess = () => resolve(opening.result);
					opening.onerror = () => reject(opening.error);
				});
				if (database.objectStoreNames.contains('ItemTable')) {
					const all = database.transaction('ItemTable').objectStore('ItemTable').getAll();
					await new Promise((resolve) => all.addEventListener('success', resolve));
					found.push(...all.result.map(String));
				}
				database.close();
			}
			return found;
		});
	await until(async () => (await stored()).some((value) => words.test(value)), {
		what: `the editor has stored ${words}`,
	});
}

/** A window of the real editor with Tildeforge, and a forge for it. */
export class EditorWindow {
	readonly page: Page;
	readonly host: WebHost;
	/** The open folder. A test that writes into it removes what it has written. */
	readonly folder: string | null;
	readonly #profile: Profile;
	readonly #address: string;
	readonly #restarter: ExtensionRestarter;
	/** Whether the window has the test build, which reports when VS Code has activated it. */
	readonly #isRestartable: boolean;
	readonly #console: string[] = [];
	#forge: Forge;
	readonly #opened: Opened;
	/** Set when a second window opens, which `reset` does not undo. */
	#cannotBeReset = false;

	private constructor({ page, address, host, folder, forge, profile, restarter, opened }: Parts) {
		this.page = page;
		this.host = host;
		this.folder = folder;
		this.#forge = forge;
		this.#profile = profile;
		this.#address = address;
		this.#restarter = restarter;
		this.#opened = opened;
		this.#isRestartable = opened.extension === restartableFolder;
		page.on('console', (message) => this.#console.push(`${message.type()}: ${message.text()}`));
		page.on('pageerror', (error) => this.#console.push(`uncaught: ${error}`));
	}

	/** Opens a window. If that fails, keeps its output under `title` and stops everything. */
	static async open({
		folder,
		title = 'a window',
		forge: options = {},
		settings = () => ({}),
		installed,
		vsix,
		extension = vsix === undefined ? root : null,
		signIn = () => undefined,
		isTrusted = true,
	}: WindowOptions = {}): Promise<EditorWindow> {
		const profile = await Profile.shared();
		// What an unfinished test has left open would interfere.
		await profile.closePages();
		const forge = await startForgeOnFreePorts(options);
		const restarter = new ExtensionRestarter();
		let host: WebHost | undefined;
		let window: EditorWindow | undefined;
		try {
			const env = { [restartsVariable]: restarter.folder };
			host = await startWebHost({ env, settings: settings(forge), installed, vsix, isTrusted });
			const saved = signIn();
			const sessions = join(storageIn(host), 'sessions');
			if (saved) cpSync(join(saved.folder, 'sessions'), sessions, { recursive: true });
			const openFolder = folder === undefined ? temporaryFolder('workspace') : folder;
			const shown = host.address({ folder: openFolder, extension });
			const stored: Record<string, string> = saved ? { [secrets]: saved.secrets } : {};
			const { page, address } = await profile.prepare(shown, stored);
			const opened = { folder, installed, extension, isTrusted };
			const parts = { page, address, host, folder: openFolder, forge, profile, restarter, opened };
			window = new EditorWindow(parts);
			await window.#waitUntilLoaded(() => page.goto(address));
			return window;
		} catch (error) {
			await window?.keepArtifacts(title);
			await window?.page.close();
			await Promise.all([host?.stop(), forge.stop()]);
			throw error;
		}
	}

	get forge(): Forge {
		return this.#forge;
	}

	/** The folder in which Tildeforge stores its files. */
	get storage(): string {
		return storageIn(this.host);
	}

	/**
	 * Resets the window for the next test: a new forge at the same addresses; the extension activated again with the files, secrets and
	 * memory that it started with; all editors, dialogs, notifications and other pages closed; settings, key bindings, clipboard, size and
	 * mouse as they were. Not reset: the history of commands, and what the tests wrote into the open folder. Returns false if
	 * something stays open, or if a window with these options starts in another state. The caller then closes the window.
	 */
	async reset(options: WindowOptions): Promise<boolean> {
		if (this.#cannotBeReset || !this.#isRestartable || this.page.isClosed()) return false;
		if (!this.#startsAs(options)) return false;
		const { forge = {}, settings = () => ({}), signIn } = options;
		const port = Number(new URL(this.forge.addresses.identity).port);
		try {
			await this.#profile.reset(this.page, options.size);
			// That of before a reload would answer instead of the one that is asked.
			await this.host.waitForExtensionHosts(1);
			await this.#restarter.deactivate();
			await this.#forge.stop();
			this.#forge = await startForge({ port, ...forge });
			const read = this.host.resetSettings(settings(this.#forge));
			await this.#restarter.activate(read, signIn?.()?.folder ?? null);
		} catch (error) {
			if (!(error instanceof CannotReset)) throw error;
			console.log(`      a new window, because ${error.message}`);
			return false;
		}
		const left = this.page.locator(
			'.monaco-dialog-box, .quick-input-widget:visible, .tab, .notification-list-item, .context-view .monaco-menu',
		);
		if ((await left.count()) > 0) {
			const [words] = (await left.first().innerText()).split('\n');
			console.log(`      a new window, because the previous test left this open: ${words}`);
			return false;
		}
		this.#console.length = 0;
		return true;
	}

	#startsAs({ folder, installed, extension = root, isTrusted = true }: WindowOptions): boolean {
		const opened = this.#opened;
		// VS Code remembers that the user has trusted a folder.
		if (!isTrusted || !opened.isTrusted) return false;
		return folder === opened.folder && installed === opened.installed && extension === opened.extension;
	}

	/** Opens one more window of the same user on the same machine, with the same folder or another one. It closes with this one. */
	async openAnother({ folder }: { readonly folder?: string } = {}): Promise<EditorWindow> {
		const window = this.#sibling(await this.#profile.newPage(), folder);
		const address = new URL(this.#address);
		if (folder !== undefined) address.searchParams.set('folder', folder);
		await window.#waitUntilLoaded(() => window.page.goto(address.href));
		return window;
	}

	/** The window that opens when the user does something in this one. It closes with this one. */
	async openedBy(act: () => Promise<void>): Promise<EditorWindow> {
		const { activations } = this.#restarter;
		const opening = this.page.context().waitForEvent('page', { timeout: 0 });
		const [page] = await Promise.all([opening, act()]);
		const window = this.#sibling(page);
		await window.#waitUntilLoaded(async () => {}, activations);
		return window;
	}

	#sibling(page: Page, folder = this.folder): EditorWindow {
		this.#cannotBeReset = true;
		return new EditorWindow({
			page,
			address: this.#address,
			host: this.host,
			folder,
			forge: this.forge,
			profile: this.#profile,
			restarter: this.#restarter,
			opened: this.#opened,
		});
	}

	/** The sign-ins of this window, with which other windows can open and be reset. */
	async savedSignIn(): Promise<SavedSignIn> {
		const folder = temporaryFolder('sign-in');
		await this.#restarter.saveSignIn(folder);
		const sealed = await this.page.evaluate((name) => localStorage.getItem(name), secrets);
		if (sealed === null) throw new Error('The editor has stored no secret.');
		return { folder, secrets: sealed };
	}

	async reload(): Promise<void> {
		await this.#waitUntilLoaded(() => this.page.reload());
	}

	/**
	 * Reloads the window with what it has stored, as after a crash of the browser. In a usual reload on a busy machine, VS Code sometimes
	 * stores its tabs after the extension host has ended, and then leaves out the pages of extensions.
	 */
	async reloadWithoutStoring(): Promise<void> {
		await this.page.evaluate(() => {
			for (const name of ['beforeunload', 'pagehide'])
				window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
		});
		await this.reload();
	}

	/** A reload loses anything that the editor has not stored yet. */
	waitUntilStored(words: RegExp): Promise<void> {
		return waitUntilStored(this.page, words);
	}

	/**
	 * Replaces the user's settings, and waits until VS Code has read them. `read` is what it understands of a text that is not valid. On a busy
	 * machine, VS Code sometimes misses a change of the file, so the text is then written again.
	 */
	async writeSettings(
		text: string,
		read: Readonly<Record<string, unknown>> = JSON.parse(text),
	): Promise<void> {
		await tryAgain(
			async () => this.host.settings.write(text),
			() => this.#restarter.waitForSettings(read),
		);
	}

	async #waitUntilLoaded(load: () => Promise<unknown>, before = this.#restarter.activations): Promise<void> {
		const { page } = this;
		await load();
		// Before this mark, the editor still arranges its parts and may undo a click.
		await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
		// The window knows the manifest of an extension under development a little later than its own.
		await page.getByRole('tab', { name: 'Tildeforge' }).waitFor();
		if (!this.#isRestartable) return;
		await until(() => this.#restarter.activations > before, { what: 'VS Code has activated Tildeforge' });
	}

	/** Opens Tildeforge in the side bar, with these views expanded and the others collapsed. */
	async openContainer(expanded: readonly string[] = viewNames): Promise<void> {
		// A second click would close it.
		if (await this.view('Inbox').isHidden()) await this.page.getByRole('tab', { name: 'Tildeforge' }).click();
		await this.view('Inbox').waitFor();
		// A test before may have changed it. VS Code does not draw rows that are out of sight.
		for (const name of viewNames) {
			const header = this.header(name);
			const isDone = async () =>
				((await header.getAttribute('aria-expanded')) === 'true') === expanded.includes(name);
			// A click is lost while the header moves because the view above it has collapsed.
			await tryAgain(
				async () => {
					// The middle of the header may be one of its buttons.
					if (!(await isDone())) await header.click({ position: { x: 30, y: 10 } });
				},
				() => until(isDone, { what: `${name} is expanded or collapsed`, seconds: 3 }),
			);
		}
	}

	/** The header of a view, whose label may contain the description of the view. */
	header(name: string): Locator {
		return this.page.locator(headerOf(name));
	}

	/** One of the four views: its header and its body. */
	view(name: string): Locator {
		return this.page.locator(`.pane:has(> ${headerOf(name)})`);
	}

	/** Runs a command through the palette, as a user does. */
	async command(title: string): Promise<void> {
		const field = this.page.locator('.quick-input-widget input[type=text]');
		// Other titles also begin with "Open Ticket".
		const exactly = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(,|$)`);
		const option = this.page.getByRole('option', { name: exactly }).first();
		// A key pressed while the focus moves from one part to another reaches neither, and the palette closes when it loses the focus.
		await tryAgain(
			() => this.page.keyboard.press('F1'),
			async () => {
				// The palette looks for commands only when the words change, and the extension host may offer one a moment later.
				await field.fill('>', { timeout: 1000 });
				await field.fill(`>${title}`, { timeout: 1000 });
				await option.click({ timeout: 5000 });
			},
			20,
		);
	}

	/** The output of the page's console, which includes the extension's log. */
	console(): string {
		return this.#console.join('\n');
	}

	/** The active element of each frame, and whether the frame has the focus. */
	async #focusedElements(): Promise<string> {
		const describe = (frame: Frame) =>
			frame.evaluate(() => {
				const active = document.activeElement?.cloneNode();
				const markup = active instanceof Element ? active.outerHTML : 'nothing';
				return `${document.hasFocus() ? 'focused' : 'not focused'}: ${markup.slice(0, 300)}`;
			});
		const limit = wait(2000, 'no answer');
		const lines = this.page.frames().map(async (frame) => {
			const state = await Promise.race([describe(frame), limit]).catch(String);
			return `${frame.url().slice(0, 100)}\n    ${state}\n`;
		});
		return (await Promise.all(lines)).join('');
	}

	/** Keeps a failed test's artifacts: screenshot, console with the extension's log, server output, requests, focused elements. */
	async keepArtifacts(title: string): Promise<void> {
		const folder = failureFolder(title);
		writeFileSync(join(folder, 'console.txt'), this.console());
		writeFileSync(join(folder, 'requests.txt'), recentRequests());
		writeFileSync(join(folder, 'server.txt'), this.host.tail());
		writeFileSync(join(folder, 'focus.txt'), await this.#focusedElements());
		await keepPicture(this.page, folder);
	}

	async close(): Promise<void> {
		await this.closePages();
		await this.stop();
	}

	async closePages(): Promise<void> {
		await this.#profile.closePages();
	}

	/** Stops the processes and servers of the window once its pages are closed. */
	async stop(): Promise<void> {
		const stopped = await Promise.allSettled([this.host.stop(), this.#forge.stop()]);
		for (const one of stopped)
			if (one.status === 'rejected') console.log(`A window did not stop in order: ${one.reason}`);
	}
}

/** The window of the previous test, which has passed. */
let idle: EditorWindow | undefined;

/** Servers of closed windows that stop while the next test runs. */
const stopping = new Set<Promise<void>>();

async function close(window: EditorWindow): Promise<void> {
	await window.closePages();
	const stopped = window.stop().finally(() => stopping.delete(stopped));
	stopping.add(stopped);
}

/** Closes the last window. Returns the number of windows that have not stopped after 30 seconds. */
export async function closeLastWindow(): Promise<number> {
	if (idle) await close(idle);
	idle = undefined;
	const late = new Promise((resolve) => setTimeout(resolve, 30_000).unref());
	await Promise.race([Promise.all(stopping), late]);
	return stopping.size;
}

/**
 * Gives each test a new forge and a window in its initial state: `const editor = editorWindow()`, then `editor().page` in
 * the test. After a passed test, the window is reset for the next one, also for a test with other settings or another forge;
 * after a failed test, it is closed. Files that run in the same process share it. `setUp` creates the state in which all tests of
 * a `describe` begin. It must also work when it is called again for the same window.
 */
export function editorWindow(
	options: WindowOptions = {},
	setUp: (window: EditorWindow) => Promise<unknown> = async () => {},
): () => EditorWindow {
	let window: EditorWindow | undefined;
	let opening: Promise<EditorWindow> | undefined;

	beforeEach(async function () {
		const last = idle;
		idle = undefined;
		// If the reset fails, the artifacts of the window are kept as for a failed test.
		window = last;
		const started = { extension: restartableFolder, ...options };
		const isReset = (await last?.reset(started)) ?? false;
		if (!isReset) {
			window = undefined;
			if (last) await close(last);
			const title = this.currentTest?.fullTitle() ?? 'a window';
			opening = EditorWindow.open({ title, ...started });
			window = await opening;
		}
		if (window) await setUp(window);
	});
	afterEach(async function () {
		// Opening the window may have taken longer than the time limit of the test.
		window ??= await opening?.catch(() => undefined);
		opening = undefined;
		const last = window;
		window = undefined;
		if (!last) return;
		const hasPassed = this.currentTest?.isPassed();
		if (!hasPassed && this.currentTest) await last.keepArtifacts(this.currentTest.fullTitle());
		if (hasPassed) idle = last;
		else await close(last);
	});
	return () => {
		if (!window) throw new Error('The window is open only while a test runs.');
		return window;
	};
}

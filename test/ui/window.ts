import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type Forge, type ForgeOptions, startForge } from '../../src/sandbox/forge.ts';
import { launchChromium } from '../tools/chromium.ts';
import { root, temporaryFolder, testPlace } from '../tools/places.ts';
import { recentRequests } from '../tools/recent-requests.ts';
import { tryAgain, until } from '../tools/until.ts';
import { startWebHost, type WebHost } from '../tools/web-host.ts';

/** Where the pictures and words of failed tests are kept, until the next run. */
export const failures = join(testPlace, 'failures');

const size = { width: 1400, height: 900 };
let browser: Promise<Browser> | undefined;

export async function openBrowser(): Promise<Browser> {
	browser ??= launchChromium();
	return browser;
}

export async function closeBrowser(): Promise<void> {
	await Promise.all(closing);
	await (await browser)?.close();
	browser = undefined;
}

export interface WindowOptions {
	readonly folder?: string;
	/** What the window is called where it does not come up. */
	readonly title?: string;
	readonly forge?: Partial<ForgeOptions>;
	/** The folder of another extension. */
	readonly installed?: string;
	/** The user's settings. */
	readonly settings?: (forge: Forge) => Readonly<Record<string, unknown>>;
}

/** A window of the real editor with Tildeforge in it, and a forge of its own. */
export class EditorWindow {
	readonly page: Page;
	readonly forge: Forge;
	readonly host: WebHost;
	readonly #context: BrowserContext;
	readonly #address: string;
	readonly #console: string[] = [];

	private constructor(page: Page, address: string, host: WebHost, forge: Forge) {
		this.page = page;
		this.forge = forge;
		this.host = host;
		this.#context = page.context();
		this.#address = address;
		page.on('console', (message) => this.#console.push(`${message.type()}: ${message.text()}`));
		page.on('pageerror', (error) => this.#console.push(`uncaught: ${error}`));
	}

	/** A window that does not come up leaves what it said under `title`, and nothing running. */
	static async open({
		folder = temporaryFolder('workspace'),
		title = 'a window',
		forge: options = {},
		settings = () => ({}),
		installed,
	}: WindowOptions = {}): Promise<EditorWindow> {
		const [browser, forge] = await Promise.all([openBrowser(), startForge({ port: 0, ...options })]);
		const host = await startWebHost({ settings: settings(forge), installed });
		const context = await browser.newContext({
			viewport: size,
			reducedMotion: 'reduce',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		context.setDefaultTimeout(20_000);
		// The editor's secret storage in a browser keeps things only where its server gives it half of a key.
		await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
		// The editor in a browser opens addresses of this machine through a proxy that its server does not have.
		await context.route(/\/proxy\/\d+\//, (route) => {
			const location = route
				.request()
				.url()
				.replace(/^.*?\/proxy\/(\d+)\//, 'http://127.0.0.1:$1/');
			return route.fulfill({ status: 302, headers: { location } });
		});
		const page = await context.newPage();
		const window = new EditorWindow(page, host.address({ folder, extension: root }), host, forge);
		try {
			await page.goto(window.#address);
			await window.#comeUp();
			return window;
		} catch (error) {
			await window.keep(title);
			await window.close();
			throw error;
		}
	}

	/** One more window of the same person on the same machine; it goes when this one is closed. */
	async another(): Promise<EditorWindow> {
		const window = new EditorWindow(await this.#context.newPage(), this.#address, this.host, this.forge);
		await window.page.goto(this.#address);
		await window.#comeUp();
		return window;
	}

	async reload(): Promise<void> {
		await this.page.reload();
		await this.#comeUp();
	}

	/**
	 * Waits until the editor has put something into its own storage, which in a browser it does every few seconds: what
	 * it has not put there is lost when it is loaded anew.
	 */
	async hasKept(words: RegExp): Promise<void> {
		const stored = (): Promise<string[]> =>
			this.page.evaluate(async () => {
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

	async #comeUp(): Promise<void> {
		const { page } = this;
		// Before this mark the editor still arranges its parts, and a click may be undone.
		await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
		// The window knows the manifest of an extension under development a little later than its own.
		await page.getByRole('tab', { name: 'Tildeforge' }).waitFor();
	}

	/** Opens Tildeforge in the side bar, where it may be already: a second click would close it. */
	async openContainer(): Promise<void> {
		if (await this.view('Inbox').isHidden()) await this.page.getByRole('tab', { name: 'Tildeforge' }).click();
		await this.view('Inbox').waitFor();
	}

	/** One of the four views: its header and what is below. */
	view(name: string): Locator {
		return this.page.locator('.pane', { has: this.page.getByRole('button', { name: `${name} Section` }) });
	}

	/** Runs a command as a person does, through the palette. */
	async command(title: string): Promise<void> {
		const field = this.page.locator('.quick-input-widget input[type=text]');
		// A key that is pressed while the focus goes from one part to another reaches neither.
		await tryAgain(
			() => this.page.keyboard.press('F1'),
			() => field.waitFor({ timeout: 3000 }),
		);
		await field.fill(`>${title}`);
		await this.page.getByRole('option', { name: title }).first().click();
	}

	/** What the page's console heard; the extension's own log is in it. */
	console(): string {
		return this.#console.join('\n');
	}

	/** Keeps what tells why a test failed: a picture, the console with the extension's log, the server's output, the requests to the forge. */
	async keep(title: string): Promise<void> {
		mkdirSync(failures, { recursive: true });
		const folder = mkdtempSync(join(failures, `${title.replace(/\W+/g, '-').slice(-80)}-`));
		writeFileSync(join(folder, 'console.txt'), this.console());
		writeFileSync(join(folder, 'requests.txt'), recentRequests());
		writeFileSync(join(folder, 'server.txt'), this.host.tail());
		// A page that is gone cannot be drawn; its words are there already.
		await this.page.screenshot({ path: join(folder, 'window.png'), timeout: 5000 }).catch(() => {});
		console.log(`      kept in ${folder}`);
	}

	async close(): Promise<void> {
		await this.#context.close();
		await Promise.all([this.host.stop(), this.forge.stop()]);
	}
}

/** Windows that are being closed while the next test runs. */
const closing = new Set<Promise<void>>();

/**
 * Gives each test a fresh window and a fresh forge: `const editor = editorWindow()`, then `editor().page` in the test. `setUp` makes
 * the state that all tests of the file begin with.
 */
export function editorWindow(
	options: WindowOptions = {},
	setUp: (window: EditorWindow) => Promise<unknown> = async () => {},
): () => EditorWindow {
	let window: EditorWindow | undefined;
	beforeEach(async function () {
		window = await EditorWindow.open({ title: this.currentTest?.fullTitle() ?? 'a window', ...options });
		await setUp(window);
	});
	afterEach(async function () {
		if (this.currentTest && !this.currentTest.isPassed()) await window?.keep(this.currentTest.fullTitle());
		// The test has passed or failed by now: a window that does not close in order says so, and changes no result.
		const closed = window
			?.close()
			.catch((error: unknown) => console.log(`A window did not close: ${error}`))
			.finally(() => closing.delete(closed as Promise<void>));
		if (closed) closing.add(closed);
		window = undefined;
	});
	return () => {
		if (!window) throw new Error('The window is open only while a test runs.');
		return window;
	};
}

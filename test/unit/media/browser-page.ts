import type { Browser, Page } from 'playwright-core';
import { pageHtml } from '../../../src/platform/page/html.ts';
import { answerTo, type Handlers, type RequestTable } from '../../../src/platform/page/requests.ts';
import { launchChromium } from '../../tools/chromium.ts';
import { pageScript } from '../../tools/page-script.ts';
import { pageStyle } from '../../tools/page-style.ts';
import { until } from '../../tools/until.ts';
import { themes } from './themes.ts';

const address = 'https://page.test';

let browser: Promise<Browser> | undefined;

/** One browser for all files of the process, which closes it when it ends. */
export function sharedBrowser(): Promise<Browser> {
	browser ??= launchChromium();
	return browser;
}

interface Look {
	/** The script, as a path from the root of the repository. */
	readonly script: string;
	/** The class of the body. */
	readonly name: string;
	/** The key of what the page shows when it opens. */
	readonly key: string;
}

/** A kind of page, and what its host does. */
interface Kind<T extends RequestTable> extends Look {
	readonly table: T;
	readonly handlers: Handlers<T>;
}

const scripts = new Map<string, Promise<string>>();

function buildScript(path: string): Promise<string> {
	const script = scripts.get(path) ?? pageScript(path, { production: false });
	scripts.set(path, script);
	return script;
}

/** The HTML of a page, as the host makes it when it opens the page. */
async function htmlOf({ script, name, key }: Look, snapshot: unknown): Promise<string> {
	return pageHtml({
		script: await buildScript(script),
		style: pageStyle(name),
		nonce: 'bm9uY2U',
		title: key,
		page: name,
		key,
		hasLetterKeys: true,
		imageHosts: [],
		snapshot,
	});
}

interface Asked {
	readonly key: string;
	readonly name: string;
	readonly body: unknown;
}

export type Theme = keyof typeof themes;

/** A page in a browser with its host: what the page asks, and what the host tells it. */
export class BrowserPage<Snapshot, T extends RequestTable> {
	readonly page: Page;
	readonly asked: Asked[] = [];
	/** Addresses that the page tried to reach, other than its own. */
	readonly fetched: string[] = [];
	/** Errors of the page's script, and violations of its policy. */
	readonly broken: string[] = [];
	/** The snapshot in the HTML, also after a reload: VS Code keeps the HTML of a hidden page. */
	first: Snapshot;
	snapshot: Snapshot;
	/** Whether the host answers a page that is ready with a snapshot. */
	isHostReady = true;
	readonly #kind: Kind<T>;
	/** The answers that the page has not yet received. */
	readonly #answers = new Set<Promise<void>>();
	/** Set by a handler that opens another page: the key of that page, which the answer names. */
	replacedBy: string | undefined;
	/** Overrides of what the host does by default. */
	handlers: Partial<Handlers<T>> = {};

	constructor(kind: Kind<T>, page: Page, snapshot: Snapshot) {
		this.#kind = kind;
		this.page = page;
		this.first = snapshot;
		this.snapshot = snapshot;
	}

	asks(name: string): readonly unknown[] {
		return this.asked.filter((one) => one.name === name).map(({ body }) => body);
	}

	async show(change: Partial<Snapshot> = {}): Promise<void> {
		this.snapshot = { ...this.snapshot, ...change };
		await this.#tell({ snapshot: this.snapshot });
	}

	/** Tells the page that the user has changed the setting for keys. */
	setLetterKeys(hasLetterKeys: boolean): Promise<void> {
		return this.#tell({ hasLetterKeys });
	}

	/** Tells the page that the user has changed the hosts whose images are shown without asking. */
	setImageHosts(imageHosts: readonly string[]): Promise<void> {
		return this.#tell({ hasLetterKeys: true, imageHosts });
	}

	/** Tells the page that the user asked the editor for a comment. */
	write(): Promise<void> {
		return this.#tell({ write: true });
	}

	/** Waits until the host has received this request `times` times, the last time with `words` in it. */
	async until(name: string, times = 1, words = ''): Promise<void> {
		const isSo = () => {
			const all = this.asks(name);
			return all.length >= times && JSON.stringify(all.at(-1)).includes(words);
		};
		await until(isSo, { what: `asked ${times} times for ${name}, at last with "${words}"`, seconds: 12 });
	}

	/** Waits until the host has received all requests that the page has made so far. */
	async delivered(): Promise<void> {
		const deliver = () => Promise.all(Reflect.get(window, 'undelivered')).then(() => true);
		await until(() => this.page.evaluate(deliver), { what: 'the host has received all requests' });
	}

	/** Waits until the page has the answers to all its requests. */
	async settled(): Promise<void> {
		const isAnswered = async () => {
			await Promise.all(this.#answers);
			await this.delivered();
			return this.#answers.size === 0;
		};
		await this.delivered();
		await until(isAnswered, { what: 'all requests of the page are answered' });
	}

	async theme(name: Theme): Promise<void> {
		await this.page.evaluate(
			([variables, kind]) => {
				const { documentElement: html, body } = document;
				html.removeAttribute('style');
				for (const [name, value] of Object.entries(variables)) html.style.setProperty(name, value);
				body.classList.remove('vscode-dark', 'vscode-light', 'vscode-contrast', 'vscode-contrast-light');
				body.classList.add(`vscode-${kind}`);
				html.style.background = 'var(--vscode-editor-background)';
			},
			[themes[name], name] as const,
		);
	}

	async #tell(message: unknown): Promise<void> {
		if (open !== this) return;
		// As in the editor, a page that is gone receives no answers to its requests.
		const heard = (told: unknown) =>
			new Promise<void>((resolve) => {
				// Messages reach the page in order.
				const mark = Math.random();
				const listen = ({ data }: MessageEvent) => {
					if (data.mark !== mark) return;
					removeEventListener('message', listen);
					resolve();
				};
				addEventListener('message', listen);
				postMessage(told, '*');
				postMessage({ mark }, '*');
			});
		await this.page.evaluate(heard, message).catch(() => {});
	}

	html(): Promise<string> {
		return htmlOf(this.#kind, this.first);
	}

	heard(message: unknown): void {
		const { name, key, body } = message as Asked;
		this.asked.push({ name, key, body });
		const answer = this.#answer(message as Asked).finally(() => this.#answers.delete(answer));
		this.#answers.add(answer);
	}

	async #answer(message: Asked): Promise<void> {
		const answer = await answerTo(
			{
				table: this.#kind.table,
				handlers: { ...this.#kind.handlers, ...this.handlers },
				key: message.key,
			},
			(error) => ({ problem: String(error), remedy: 'again' }),
			message,
		);
		const { replacedBy } = this;
		this.replacedBy = undefined;
		await this.#tell(answer && replacedBy ? { ...answer, answer: { ...answer.answer, replacedBy } } : answer);
		if (message.name === 'ready' && this.isHostReady) await this.show();
	}
}

/** What the shared page needs of the page that is open in it. */
type Opened = Pick<BrowserPage<unknown, RequestTable>, 'html' | 'heard' | 'fetched' | 'broken'>;

/** The shared page in the browser. Creating a page takes longer than everything that is tested in it. */
let shared: Promise<Page> | undefined;
let open: Opened | undefined;
/** How many pages were opened. It names the one that is open. */
let openings = 0;

async function makePage(): Promise<Page> {
	const context = await (await sharedBrowser()).newContext({ viewport: { width: 1400, height: 900 } });
	const page = await context.newPage();
	await context.route('**/*', async (route) => {
		const { origin, pathname } = new URL(route.request().url());
		if (origin === address && pathname === '/' && open)
			return route.fulfill({ body: await open.html(), contentType: 'text/html' });
		open?.fetched.push(route.request().url());
		return route.abort();
	});
	page.on('pageerror', (error) => open?.broken.push(String(error)));
	page.on('console', (line) => {
		if (line.type() === 'error') open?.broken.push(line.text());
	});
	await page.exposeBinding('toHost', (_, number: string, message: unknown) => {
		// A page that is being left may still ask something.
		if (number === String(openings)) open?.heard(message);
	});
	await page.addInitScript(() => {
		if (location.search !== '') {
			sessionStorage.clear();
			sessionStorage.setItem('opening', location.search.slice(1));
			history.replaceState(null, '', '/');
		}
		// The editor opens every link that the user clicks, even if a listener prevents the default action.
		document.addEventListener('click', ({ target }) => {
			if (target instanceof Element && target.closest('a')) console.error('The editor opened a link.');
		});
		const opening = sessionStorage.getItem('opening');
		const undelivered = new Set<Promise<void>>();
		const post = (message: unknown) => {
			const delivery: Promise<void> = Reflect.get(window, 'toHost')(opening, message);
			undelivered.add(delivery);
			delivery.finally(() => undelivered.delete(delivery));
		};
		Object.assign(window, {
			undelivered,
			acquireVsCodeApi: () => ({
				postMessage: post,
				getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
				setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
			}),
		});
	});
	return page;
}

/** Opens a page that shows a snapshot, by default in the dark theme, without state of an earlier page. */
export async function openPageOf<Snapshot, T extends RequestTable>(
	kind: Kind<T>,
	snapshot: Snapshot,
	theme: Theme = 'dark',
	handlers: Partial<Handlers<T>> = {},
): Promise<BrowserPage<Snapshot, T>> {
	shared ??= makePage();
	const page = await shared;
	await page.setViewportSize({ width: 1400, height: 900 });
	// Where it was may be outside the page now, which would then hear nothing of its wheel.
	await page.mouse.move(0, 0);
	const opened = new BrowserPage(kind, page, snapshot);
	opened.handlers = handlers;
	open = opened;
	openings += 1;
	await page.goto(`${address}/?${openings}`, { waitUntil: 'domcontentloaded' });
	await opened.theme(theme);
	await page.waitForSelector('#page h1', { state: 'attached' });
	return opened;
}

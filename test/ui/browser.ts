import { once } from 'node:events';
import {
	type ClientRequest,
	createServer,
	type IncomingMessage,
	request,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../tools/chromium.ts';

/** An empty page at the address of the windows. */
const blank = '/blank';
export interface Size {
	readonly width: number;
	readonly height: number;
}

const usualSize: Size = { width: 1400, height: 900 };
let browser: Promise<Browser> | undefined;
let opened: Promise<Profile> | undefined;

export async function openBrowser(): Promise<Browser> {
	browser ??= launchChromium();
	return browser;
}

export async function closeBrowser(): Promise<void> {
	const profile = await opened;
	await profile?.close();
	await (await browser)?.close();
	opened = undefined;
	browser = undefined;
}

/** Forwards requests to the server of a window. Its port stays the same while the server changes. */
class ReverseProxy {
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();
	#targetPort = 0;

	private constructor(server: Server) {
		this.#server = server;
		server.on('request', (request, response) => this.#answer(request, response));
		server.on('upgrade', (request, socket, head) => this.#connect(request, socket as Socket, head));
		server.on('connection', (socket) => this.#keep(socket));
	}

	static async open(): Promise<ReverseProxy> {
		const server = createServer();
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new ReverseProxy(server);
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	/** Closes all connections to the previous server. */
	setTarget(port: number): void {
		for (const socket of this.#sockets) socket.destroy();
		this.#targetPort = port;
	}

	close(): void {
		this.setTarget(0);
		this.#server.close();
	}

	#keep(socket: Socket): void {
		this.#sockets.add(socket);
		socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
		if (pathname === blank) return void response.setHeader('content-type', 'text/html').end();
		// The editor's secret storage in a browser persists only if the server provides half of a key.
		if (pathname.endsWith('/mint-key')) return void response.end(Buffer.alloc(32, 7));
		// The editor in a browser opens local addresses through a proxy that its server does not have.
		const [, port, path] = /\/proxy\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? [];
		if (port !== undefined)
			return void response.writeHead(302, { location: `http://127.0.0.1:${port}/${path}` }).end();
		if (pathname === '/') return void this.#answerWindow(request, response);
		const passed = this.#pass(request).on('response', (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.on('error', () => response.destroy()).pipe(response);
		});
		request.pipe(passed.on('error', () => response.destroy()));
	}

	/**
	 * Makes the editor notice when the user's settings change on disk. This server gives the editor a settings URI without an
	 * authority, but file events have one. A path that begins with two slashes has an authority.
	 */
	#answerWindow({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
		const uncompressed = { ...headers, 'accept-encoding': 'identity' };
		const passed = this.#pass({ method, url, headers: uncompressed }).on('response', async (answer) => {
			try {
				const page = await text(answer);
				const { 'content-length': _, ...kept } = answer.headers;
				response.writeHead(answer.statusCode ?? 502, kept);
				response.end(page.replace('userDataPath&quot;:&quot;/', `$&/${headers.host}/`));
			} catch {
				response.destroy();
			}
		});
		passed.on('error', () => response.destroy()).end();
	}

	#connect(request: IncomingMessage, socket: Socket, head: Buffer): void {
		const passed = this.#pass(request).on('upgrade', (answer, behind, first) => {
			const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
			socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`);
			socket.write(first);
			behind.write(head);
			for (const [one, other] of [
				[socket, behind],
				[behind, socket],
			] as const) {
				one.on('error', () => {}).on('close', () => other.destroy());
				one.pipe(other);
			}
		});
		// A server that is stopping may refuse the connection.
		passed
			.on('error', () => socket.destroy())
			.on('response', () => socket.destroy())
			.end();
	}

	#pass({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): ClientRequest {
		return request({ host: '127.0.0.1', port: this.#targetPort, method, path: url, headers });
	}
}

/**
 * The browser profile for all windows of this process, which open one after the other and at one address, so that code compiled for
 * one window is ready for the next. Playwright's request interception would prevent that. Stored data is cleared for each window.
 */
export class Profile {
	readonly #context: BrowserContext;
	readonly #proxy: ReverseProxy;

	private constructor(context: BrowserContext, proxy: ReverseProxy) {
		this.#context = context;
		this.#proxy = proxy;
	}

	static shared(): Promise<Profile> {
		opened ??= Profile.#open();
		return opened;
	}

	static async #open(): Promise<Profile> {
		const [browser, proxy] = await Promise.all([openBrowser(), ReverseProxy.open()]);
		const context = await browser.newContext({
			viewport: usualSize,
			reducedMotion: 'reduce',
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		// Drawing them takes a tenth of the processor time of these tests.
		await context.addInitScript(() => {
			const still = new CSSStyleSheet();
			still.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }');
			document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
		});
		context.setDefaultTimeout(20_000);
		return new Profile(context, proxy);
	}

	/** Returns an empty page and the address for a window whose server is at `address`. `stored` is the initial storage of the window. */
	async prepare(
		address: string,
		stored: Readonly<Record<string, string>>,
	): Promise<{ readonly page: Page; readonly address: string }> {
		const here = new URL(address);
		this.#proxy.setTarget(Number(here.port));
		here.port = String(this.#proxy.port);
		const page = await this.#context.newPage();
		await this.#context.clearCookies();
		await page.goto(here.origin + blank);
		await page.evaluate(async (items) => {
			// Chromium's own command for this would also discard compiled code.
			for (const { name = '' } of await indexedDB.databases()) {
				await new Promise((resolve, reject) => {
					const deleting = indexedDB.deleteDatabase(name);
					deleting.onsuccess = resolve;
					deleting.onerror = reject;
					deleting.onblocked = reject;
				});
			}
			localStorage.clear();
			Object.assign(localStorage, items);
		}, stored);
		return { page, address: here.href };
	}

	/** Closes all other pages and undoes changes that a test may have made to the page itself. */
	async reset(page: Page, size = usualSize): Promise<void> {
		const others = this.#context.pages().filter((one) => one !== page);
		await Promise.all([this.#context.clearCookies(), ...others.map((one) => one.close())]);
		page.removeAllListeners('dialog').removeAllListeners('request');
		await page.setViewportSize(size);
		await page.mouse.move(0, 0);
		await page.bringToFront();
		await page.evaluate(() => window.focus());
		await page.waitForFunction(() => document.hasFocus());
		await page.evaluate(() => navigator.clipboard.writeText(''));
	}

	newPage(): Promise<Page> {
		return this.#context.newPage();
	}

	/** Closes all pages, including those that a test has opened. */
	async closePages(): Promise<void> {
		await Promise.all(this.#context.pages().map((page) => page.close()));
	}

	async close(): Promise<void> {
		await this.#context.close();
		this.#proxy.close();
	}
}

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { coalesce } from '../base/coalesce.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { answerTo, type Handlers, type Refusal, type Table } from '../protocol/asks.ts';
import { frame } from './html.ts';

/** What a page shows and does, whatever shows it. */
export interface PageWork<Snapshot, T extends Table> extends Disposable {
	readonly table: T;
	readonly handlers: Handlers<T>;
	readonly snapshot: () => Snapshot;
	/** The words on the tab. */
	readonly title: () => string;
	/** What a failure is called for the person, with the way out of it. */
	readonly worded: (error: unknown) => Refusal;
}

interface PanelOptions<Snapshot, T extends Table> {
	readonly panel: vscode.WebviewPanel;
	readonly extension: vscode.Uri;
	/** The name of the page's script, and the class of its body. */
	readonly page: 'ticket';
	/** `changed` asks for a new snapshot. */
	readonly work: (changed: () => void) => PageWork<Snapshot, T>;
	readonly log: Log;
}

/** Changes are drawn together that come within so long. */
const pace = 40;

/**
 * One page in a panel of the editor: it is sent whole snapshots while it is seen, and its asks are answered. A hidden page is
 * not fed; when it is seen again it is made anew and asks by itself.
 */
export class Panel<Snapshot, T extends Table> implements Disposable {
	readonly #options: PanelOptions<Snapshot, T>;
	readonly #lifetime = new Lifetime();
	readonly #work: PageWork<Snapshot, T>;
	#isReady = false;

	constructor(options: PanelOptions<Snapshot, T>) {
		this.#options = options;
		const { panel, work, log } = options;
		const changed = coalesce(
			this.#lifetime,
			pace,
			() => this.#send(),
			(failure) => log.error('A page could not be drawn', failure),
		);
		this.#work = this.#lifetime.add(work(changed));
		this.#lifetime.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#hear(message)));
		this.#lifetime.add(
			panel.onDidChangeViewState(() => {
				if (panel.visible) changed();
				else this.#isReady = false;
			}),
		);
		this.#lifetime.add(panel.onDidDispose(() => this.dispose()));
		panel.webview.options = {
			enableScripts: true,
			localResourceRoots: [
				vscode.Uri.joinPath(options.extension, 'dist', 'media'),
				vscode.Uri.joinPath(options.extension, 'media'),
			],
		};
		panel.webview.html = this.#html();
	}

	get signal(): AbortSignal {
		return this.#lifetime.signal;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#html(): string {
		const { panel, extension, page } = this.#options;
		const at = (...path: readonly string[]) =>
			panel.webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
		panel.title = this.#work.title();
		return frame({
			script: at('dist', 'media', `${page}.js`),
			style: at('media', 'page.css'),
			source: panel.webview.cspSource,
			nonce: randomBytes(16).toString('base64url'),
			title: this.#work.title(),
			page,
		});
	}

	async #hear(message: unknown): Promise<void> {
		const { log, panel } = this.#options;
		const { table, handlers, worded } = this.#work;
		if (isReady(message)) this.#isReady = true;
		try {
			const told = await answerTo(table, handlers, message, worded);
			if (told) await this.#post(told);
			if (isReady(message) && panel.visible) await this.#send();
		} catch (error) {
			log.error('What a page asked for could not be answered', error);
		}
	}

	async #send(): Promise<void> {
		const { panel } = this.#options;
		if (this.#lifetime.ended) return;
		panel.title = this.#work.title();
		if (this.#isReady && panel.visible) await this.#post({ snapshot: this.#work.snapshot() });
	}

	async #post(message: unknown): Promise<void> {
		if (!this.#lifetime.ended) await this.#options.panel.webview.postMessage(message);
	}
}

const isReady = (message: unknown): boolean =>
	typeof message === 'object' && message !== null && Reflect.get(message, 'ask') === 'ready';

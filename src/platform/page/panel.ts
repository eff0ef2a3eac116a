import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { begin } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { isAnswer, worded } from './error-messages.ts';
import { frame } from './html.ts';
import { readPageCode } from './page-code.ts';
import { answerTo, type Handlers, type Table } from './requests.ts';

/** The content and behavior of a page, independent of the panel that shows it. */
export interface PageWork<Snapshot, T extends Table> extends Disposable {
	readonly table: T;
	/** The `key` of its snapshots. */
	readonly key: string;
	readonly handlers: Handlers<T>;
	/** What the page shows now. Calling it changes nothing. */
	readonly snapshot: () => Snapshot;
	/** Called when a snapshot of what there is now is sent to the visible page. */
	readonly drawn: () => void;
	/** Called when the page is hidden. */
	readonly hidden: () => void;
	/** Reloads from the forge. */
	readonly refresh: () => unknown;
	/** The title of the tab. */
	readonly title: () => string;
}

/** Creates the work of a page. Call `changed` to request a new snapshot. */
export type Making<Snapshot, T extends Table> = (changed: () => void) => PageWork<Snapshot, T>;

interface PanelOptions<Snapshot, T extends Table> {
	readonly panel: vscode.WebviewPanel;
	readonly extension: vscode.Uri;
	/** The name of the page's script, and the class of its body. */
	readonly page: string;
	readonly work: Making<Snapshot, T>;
	readonly log: Log;
}

/** Milliseconds within which changes are combined into one snapshot. */
const coalesceMs = 40;

/**
 * A page in a webview panel. Sends whole snapshots while the page is visible, and answers its requests. VS Code destroys a hidden page;
 * when it is shown again, it reloads and asks for a snapshot.
 */
export class Panel<Snapshot, T extends Table> implements Disposable {
	readonly #options: PanelOptions<Snapshot, T>;
	readonly #lifetime = new Lifetime();
	/** The lifetime of what belongs to the current page. */
	#page = this.#lifetime.child();
	#work: PageWork<Snapshot, T>;
	#changed: () => void = () => {};
	#isReady = false;
	/** Whether the script of the page has ever run. */
	#wasReady = false;
	/** The page was hidden before its script ran, so the first snapshot in its HTML is out of date. */
	#isOutdated = false;
	#willWrite = false;

	constructor(options: PanelOptions<Snapshot, T>) {
		this.#options = options;
		const { panel, work } = options;
		this.#work = this.#make(work);
		this.#lifetime.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#hear(message)));
		this.#lifetime.add(
			panel.onDidChangeViewState(() => {
				if (panel.visible) {
					if (this.#isOutdated) this.#load().catch(this.#failed);
					this.#isOutdated = false;
					return this.#changed();
				}
				this.#isOutdated = !this.#wasReady;
				this.#isReady = false;
				this.#work.hidden();
			}),
		);
		this.#lifetime.add(panel.onDidDispose(() => this.dispose()));
		panel.webview.options = { enableScripts: true, localResourceRoots: [] };
		const picture = (theme: string) =>
			vscode.Uri.joinPath(options.extension, 'media', `${options.page}-${theme}.svg`);
		panel.iconPath = { light: picture('light'), dark: picture('dark') };
		panel.title = this.#work.title();
		this.#load().catch(this.#failed);
	}

	get signal(): AbortSignal {
		return this.#lifetime.signal;
	}

	/** Shows another page in the same tab, without reloading. */
	turn(work: Making<Snapshot, T>): void {
		this.#page.dispose();
		this.#page = this.#lifetime.child();
		this.#willWrite = false;
		this.#work = this.#make(work);
		this.#send().catch(this.#failed);
	}

	refresh(): void {
		background(begin(() => this.#work.refresh()));
	}

	/** Focuses the field to write in, as soon as the page is ready. */
	async write(): Promise<void> {
		this.#willWrite = !this.#isReady;
		if (this.#isReady) await this.#post({ write: true });
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	readonly #failed = (failure: unknown): void =>
		this.#options.log.error('A page could not be drawn', failure);

	#make(work: Making<Snapshot, T>): PageWork<Snapshot, T> {
		this.#changed = coalesce(this.#page, coalesceMs, () => this.#send(), this.#failed);
		return this.#page.add(work(this.#changed));
	}

	async #load(): Promise<void> {
		const { panel, extension, page } = this.#options;
		const code = await readPageCode(extension.fsPath, page);
		if (this.#lifetime.ended) return;
		panel.webview.html = frame({
			...code,
			nonce: randomBytes(16).toString('base64url'),
			title: this.#work.title(),
			page,
			key: this.#work.key,
			snapshot: this.#firstSnapshot(),
		});
	}

	/** Without a first snapshot, the page waits for the host. */
	#firstSnapshot(): Snapshot | null {
		try {
			return this.#work.snapshot();
		} catch (error) {
			this.#failed(error);
			return null;
		}
	}

	async #hear(message: unknown): Promise<void> {
		const { log, panel } = this.#options;
		const { table, handlers, key } = this.#work;
		if (isReady(message)) {
			this.#isReady = true;
			this.#wasReady = true;
		}
		try {
			const inWords = (error: unknown) => {
				if (!isAnswer(error)) log.error('What a page asked for failed', error);
				return worded(error);
			};
			const told = await answerTo({ table, handlers, shown: key, worded: inWords }, message);
			if (told) await this.#post(told);
			if (this.#isReady && this.#willWrite) await this.write();
			if (isReady(message) && panel.visible) await this.#send();
		} catch (error) {
			log.error('What a page asked for could not be answered', error);
		}
	}

	async #send(): Promise<void> {
		const { panel } = this.#options;
		if (this.#lifetime.ended) return;
		panel.title = this.#work.title();
		if (!this.#isReady || !panel.visible) return;
		const snapshot = this.#work.snapshot();
		this.#work.drawn();
		await this.#post({ snapshot });
	}

	async #post(message: unknown): Promise<void> {
		if (!this.#lifetime.ended) await this.#options.panel.webview.postMessage(message);
	}
}

const isReady = (message: unknown): boolean =>
	typeof message === 'object' && message !== null && Reflect.get(message, 'ask') === 'ready';

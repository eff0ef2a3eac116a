import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fieldOf } from '../../base/field-of.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { onDidChangePageSettings, pageSettings } from '../editor/page-settings.ts';
import { describeError, isExpected } from './error-messages.ts';
import { pageHtml } from './html.ts';
import { readPageCode } from './page-code.ts';
import { PageTab } from './page-tab.ts';
import { answerTo, type ErrorMessage, type Handlers, type RequestTable } from './requests.ts';
import type { Owner } from './snapshot-parts.ts';
import type { TabIcon } from './tab-icon.ts';

/** The content and behavior of a page, independent of the panel that shows it. */
export interface PageController<Snapshot, T extends RequestTable> extends Disposable {
	readonly table: T;
	/** The `key` of its snapshots. */
	readonly key: string;
	readonly handlers: Handlers<T>;
	/** Resolves when the page has the stored data. Until then it shows that it is loading. */
	readonly opened: Promise<void>;
	/** What the page shows now. Calling it changes nothing. */
	readonly snapshot: () => Snapshot;
	/**
	 * Called when the visible page shows a new snapshot, the first one included, and when its window gets the focus. `isSeen`: whether the window
	 * has the focus. Otherwise, the user looks at another window.
	 */
	readonly didDraw: (isSeen: boolean) => void;
	/** Called when the page is hidden. */
	readonly didHide: () => void;
	/** Reloads from the forge. */
	readonly refresh: () => unknown;
	/** The title of the tab. */
	readonly title: () => string;
	/** The account and the forge of the page, if the user has several accounts. */
	readonly owner: () => Owner | null;
	/** The icon of the tab; undefined for the default icon of this kind of page. */
	readonly icon: () => TabIcon | undefined;
}

/** Creates the controller of a page. Call `changed` to request a new snapshot. */
export type CreateController<Snapshot, T extends RequestTable> = (
	changed: () => void,
) => PageController<Snapshot, T>;

interface PanelOptions<Snapshot, T extends RequestTable> {
	readonly panel: vscode.WebviewPanel;
	readonly extension: vscode.Uri;
	/** The name of the page's script, and the class of its body. */
	readonly page: string;
	readonly createController: CreateController<Snapshot, T>;
	readonly log: Log;
}

/** Changes within this time are combined into one snapshot. */
const coalesceMs = 40;
/** How long a new page waits for what is on the disk before it says that it is loading. */
const openingMs = 40;
/**
 * How long the answer to the request that has opened a page waits for the page's stored data. Later, the user no longer expects that the keys
 * which they have pressed meanwhile take effect.
 */
const answeringMs = 2000;

/**
 * A page in a webview panel. Sends whole snapshots while the page is visible, and answers its requests. VS Code destroys a hidden page;
 * when it is shown again, it reloads and asks for a snapshot.
 */
export class Panel<Snapshot, T extends RequestTable> implements Disposable {
	readonly #options: PanelOptions<Snapshot, T>;
	readonly #lifetime = new Lifetime();
	readonly #tab: PageTab;
	/** Ends when the panel shows another page. */
	#pageLifetime = this.#lifetime.child();
	#controller: PageController<Snapshot, T>;
	#changed: () => void = () => {};
	/** Whether the script of the page runs, so that the page receives messages. */
	#isReady = false;
	/** Whether the script of the page has run at least once. */
	#wasReady = false;
	/** Whether the page was hidden before its script ran. Then the snapshot in its HTML may be out of date. */
	#isOutdated = false;
	/** Whether a new page waits for its stored data and the previous page of the panel is still on the screen. */
	#isOpening = false;
	/** Resolves when a new page was sent with its stored data. */
	#opened: Promise<void> = Promise.resolve();
	#willFocusField = false;
	/** What the page shows until the host sends something, as JSON. */
	#initialContentJson = '';

	constructor(options: PanelOptions<Snapshot, T>) {
		this.#options = options;
		const { panel, createController } = options;
		this.#tab = new PageTab(options);
		this.#controller = this.#createController(createController);
		this.#lifetime.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
		this.#lifetime.add(
			panel.onDidChangeViewState(() => {
				if (panel.visible) this.#didBecomeVisible();
				else this.#didHide();
			}),
		);
		this.#lifetime.add(panel.onDidDispose(() => this.dispose()));
		this.#lifetime.add(onDidChangePageSettings(() => background(this.#postSettings())));
		this.#lifetime.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#changed()));
		panel.webview.options = { enableScripts: true, localResourceRoots: [] };
		this.#tab.show(this.#controller);
		this.#load().catch(this.#logFailure);
	}

	get signal(): AbortSignal {
		return this.#lifetime.signal;
	}

	/** Shows another page in the same tab, without reloading. */
	replacePage(createController: CreateController<Snapshot, T>): void {
		this.#pageLifetime.dispose();
		this.#pageLifetime = this.#lifetime.child();
		this.#willFocusField = false;
		this.#controller = this.#createController(createController);
		// The snapshot of a page on the screen comes before its tab, see `#send`.
		if (!this.#isShown) this.#tab.show(this.#controller);
		this.#isOpening = true;
		this.#opened = this.#sendNewPage(this.#pageLifetime).catch(this.#logFailure);
	}

	refresh(): void {
		background(tryAsync(() => this.#controller.refresh()));
	}

	/** Focuses the field to write in, as soon as the page is ready. */
	async focusField(): Promise<void> {
		const canFocus = this.#isReady && !this.#isOpening;
		this.#willFocusField = !canFocus;
		if (canFocus) await this.#post({ write: true });
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	readonly #logFailure = (failure: unknown): void =>
		this.#options.log.error('A page could not be drawn', failure);

	/** Whether the page is on the screen and receives messages. */
	get #isShown(): boolean {
		return this.#isReady && this.#options.panel.visible;
	}

	#didBecomeVisible(): void {
		if (this.#isOutdated) this.#load().catch(this.#logFailure);
		this.#isOutdated = false;
		this.#changed();
	}

	#didHide(): void {
		this.#isOutdated = !this.#wasReady;
		this.#isReady = false;
		this.#controller.didHide();
	}

	#createController(createController: CreateController<Snapshot, T>): PageController<Snapshot, T> {
		this.#changed = coalesce(this.#pageLifetime, coalesceMs, () => this.#send(), {
			onError: this.#logFailure,
		});
		return this.#pageLifetime.add(createController(this.#changed));
	}

	async #load(): Promise<void> {
		const { panel, extension, page } = this.#options;
		const [code] = await Promise.all([
			readPageCode(extension.fsPath, page),
			this.#isOpenedWithin(openingMs, this.#lifetime),
		]);
		if (this.#lifetime.ended) return;
		const content = this.#content();
		this.#initialContentJson = JSON.stringify(content);
		panel.webview.html = pageHtml({
			...code,
			nonce: randomBytes(16).toString('base64url'),
			title: this.#controller.title(),
			page,
			...content,
		});
	}

	/** Waits until the page has its stored data, but no longer than this. Returns whether it has. */
	async #isOpenedWithin(ms: number, lifetime: Lifetime): Promise<boolean> {
		const late = Promise.withResolvers<false>();
		const waiting = lifetime.child();
		waiting.add({ dispose: () => late.resolve(false) });
		waiting.timeout(() => late.resolve(false), ms);
		const isOpened = await Promise.race([this.#controller.opened.then(() => true), late.promise]);
		waiting.dispose();
		return isOpened;
	}

	/** Sends a new page when it has its stored data. Until then the previous page stays on the screen, but only for a moment. */
	async #sendNewPage(pageLifetime: Lifetime): Promise<void> {
		const isOpened = await this.#isOpenedWithin(openingMs, pageLifetime);
		if (pageLifetime.ended) return;
		this.#isOpening = false;
		await this.#send();
		if (this.#willFocusField) await this.focusField();
		if (!isOpened && (await this.#isOpenedWithin(answeringMs, pageLifetime))) await this.#send();
	}

	/** What the page shows now. If its snapshot cannot be made, the page waits for one. */
	#content() {
		const { key } = this.#controller;
		try {
			return { key, ...pageSettings(), snapshot: this.#controller.snapshot() };
		} catch (error) {
			this.#logFailure(error);
			return { key, ...pageSettings(), snapshot: null };
		}
	}

	async #receive(message: unknown): Promise<void> {
		const { log, panel } = this.#options;
		if (isReady(message)) {
			this.#isReady = true;
			this.#wasReady = true;
		}
		try {
			const describe = (error: unknown) => {
				if (!isExpected(error)) log.error('A request of a page failed', error);
				return describeError(error);
			};
			const answer = await this.#answer(describe, message);
			if (answer) await this.#post(answer);
			// The page does not need a snapshot of what the user types, but its tab shows that there is a draft.
			if (!this.#lifetime.ended) this.#tab.show(this.#controller);
			if (this.#isReady && this.#willFocusField) await this.focusField();
			if (isReady(message) && panel.visible) await this.#sendInitialContent(message);
		} catch (error) {
			log.error('A request of a page could not be answered', error);
		}
	}

	/**
	 * Handles a request. If it opens another page in this panel, the answer names that page, and waits until it was sent with its stored data:
	 * the keys that were pressed meanwhile would do nothing on a page that shows only that it is loading.
	 */
	async #answer(describe: (error: unknown) => ErrorMessage, message: unknown) {
		const asking = this.#controller;
		const answered = await answerTo(asking, describe, message);
		const { key } = this.#controller;
		if (!answered || this.#controller === asking || 'problem' in answered.answer) return answered;
		await this.#opened;
		return { ...answered, answer: { ...answered.answer, replacedBy: key } };
	}

	/** A page that has loaded shows the content of its HTML. Sends the content as it is now if it differs: the HTML may be older. */
	async #sendInitialContent({ key }: ReadyRequest): Promise<void> {
		if (key === this.#controller.key && JSON.stringify(this.#content()) === this.#initialContentJson) {
			this.#controller.didDraw(vscode.window.state.focused);
			return;
		}
		await this.#postSettings();
		await this.#send();
	}

	async #send(): Promise<void> {
		if (this.#lifetime.ended) return;
		// VS Code draws a changed tab before it passes on later messages.
		const posted = this.#isShown ? this.#postSnapshot() : undefined;
		this.#tab.show(this.#controller);
		await posted;
	}

	async #postSnapshot(): Promise<void> {
		const snapshot = this.#controller.snapshot();
		this.#controller.didDraw(vscode.window.state.focused);
		await this.#post({ snapshot });
	}

	async #postSettings(): Promise<void> {
		await this.#post(pageSettings());
	}

	async #post(message: unknown): Promise<void> {
		if (!this.#lifetime.ended) await this.#options.panel.webview.postMessage(message);
	}
}

/** The first request of a page. Its key is empty if the page shows nothing yet. */
interface ReadyRequest {
	readonly name: 'ready';
	readonly key?: unknown;
}

const isReady = (message: unknown): message is ReadyRequest => fieldOf(message, 'name') === 'ready';

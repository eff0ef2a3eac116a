import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { arePreviewsEnabled, isTabPinned } from '../editor/preview-tabs.ts';
import { type CreateController, Panel } from './panel.ts';
import type { RequestTable } from './requests.ts';
import { keyFromState } from './state-key.ts';

export interface PagesOptions<Key, Snapshot, T extends RequestTable> {
	/** The type of the panels. */
	readonly viewType: string;
	/** The name of the page's script, and the class of its body. */
	readonly page: string;
	/** The title of a new tab. Setting it later would make VS Code draw the tab again while the page loads. */
	readonly title: (key: Key) => string;
	/** Different keys have different ids. */
	readonly idOf: (key: Key) => string;
	/** Undefined if it is not the id of a key. */
	readonly parseId: (id: string) => Key | undefined;
	/** `replaceWith` shows another page in the panel, unless it is open in another panel. Returns whether that panel has the focus afterwards. */
	readonly createController: (key: Key, replaceWith: (key: Key) => boolean) => CreateController<Snapshot, T>;
	/** Whether the next item of a list may replace the page. */
	readonly isReplaceable: (key: Key) => boolean;
	/** A page was opened or became active. */
	readonly didShow: (key: Key, isInFront: boolean) => void;
	/** A page was closed or replaced. */
	readonly didForget: (key: Key) => void;
	readonly extension: vscode.Uri;
	readonly log: Log;
}

interface RevealOptions {
	/** Whether the page was chosen from a list, whose next item replaces it. */
	readonly isFromList?: boolean;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether the page, if it is open as the preview, becomes permanent: the next item then does not replace it. */
	readonly keepsOpen?: boolean;
	/** Whether the page that is replaced has the focus. To reveal its panel would take away the focus, and the keys, for a moment. */
	readonly hasFocus?: boolean;
}

export interface OpenPage<Key, Snapshot, T extends RequestTable> {
	readonly key: Key;
	readonly panel: vscode.WebviewPanel;
	readonly page: Panel<Snapshot, T>;
}

/** The open pages of one kind, at most one for each key. */
export class OpenPages<Key, Snapshot, T extends RequestTable> implements Disposable {
	readonly #options: PagesOptions<Key, Snapshot, T>;
	readonly #lifetime = new Lifetime();
	readonly #open = new Map<string, OpenPage<Key, Snapshot, T>>();
	/** The key of the page that the next item of a list replaces. */
	#previewKey: string | undefined;

	constructor(options: PagesOptions<Key, Snapshot, T>) {
		this.#options = options;
	}

	/** The key of the active page. */
	get activeKey(): Key | undefined {
		return [...this.#open.values()].find(({ panel }) => panel.active)?.key;
	}

	of(key: Key): OpenPage<Key, Snapshot, T> | undefined {
		return this.#open.get(this.#options.idOf(key));
	}

	/** Whether the next item of a list replaces the page. */
	isPreview(key: Key): boolean {
		return this.#previewKey === this.#options.idOf(key);
	}

	/** Shows a page: an open one again, or a new one in place of the preview or in a new tab. */
	reveal(key: Key, options: RevealOptions = {}): OpenPage<Key, Snapshot, T> {
		const { isFromList = false, preserveFocus = false, keepsOpen = true, hasFocus = false } = options;
		const { idOf, viewType, title } = this.#options;
		const open = this.of(key);
		if (open) {
			if (this.isPreview(key) && keepsOpen) this.#previewKey = undefined;
			open.panel.reveal(undefined, preserveFocus);
			return open;
		}
		const replaceable = isFromList ? this.#replaceablePage() : undefined;
		if (isFromList) this.#previewKey = idOf(key);
		if (replaceable) {
			const { panel } = replaceable;
			// With several groups, the group of a visible panel may be behind a maximized one.
			const isInFront = panel.visible && vscode.window.tabGroups.all.length === 1;
			// To reveal a panel that is in front would make VS Code draw the whole editor again.
			const isRevealed = hasFocus || (isInFront && preserveFocus);
			if (!isRevealed) panel.reveal(undefined, preserveFocus);
			return this.#replace(replaceable, key);
		}
		const showOptions = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
		const panel = vscode.window.createWebviewPanel(viewType, title(key), showOptions, {
			enableFindWidget: true,
		});
		return this.#show(key, panel);
	}

	/** Shows the next item of the list of a page. Returns whether another panel has the focus afterwards. */
	showNext(current: Key, next: Key, { isFocused }: { readonly isFocused: boolean }): boolean {
		const open = this.of(current);
		const hasFocus = isFocused && this.isPreview(current);
		return this.reveal(next, { isFromList: true, hasFocus }).panel !== open?.panel;
	}

	/** Shows a page that was open when VS Code was closed in its panel. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		const stored = keyFromState(state);
		const key = stored === undefined ? undefined : this.#options.parseId(stored);
		if (!key || this.of(key)) panel.dispose();
		else this.#show(key, panel);
	}

	/** Reads what the visible pages show from the forge again. */
	refresh(): void {
		for (const { panel, page } of this.#open.values()) if (panel.visible) page.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	/** The page that the next item of a list replaces. It stays if the user has pinned it. */
	#replaceablePage(): OpenPage<Key, Snapshot, T> | undefined {
		const open = this.#previewKey === undefined ? undefined : this.#open.get(this.#previewKey);
		if (!open || !arePreviewsEnabled() || isTabPinned(open.panel)) return undefined;
		return this.#options.isReplaceable(open.key) ? open : undefined;
	}

	#show(key: Key, panel: vscode.WebviewPanel): OpenPage<Key, Snapshot, T> {
		const { page, extension, log, didShow } = this.#options;
		const lifetime = this.#lifetime.child();
		const createController = this.#createController(key, panel);
		const shown = lifetime.add(new Panel({ panel, extension, page, createController, log }));
		panel.onDidChangeViewState(() => {
			const open = this.#pageIn(panel);
			if (open && panel.active) didShow(open.key, true);
		});
		panel.onDidDispose(() => {
			lifetime.dispose();
			this.#forget(panel);
		});
		return this.#register({ key, panel, page: shown });
	}

	#replace(open: OpenPage<Key, Snapshot, T>, key: Key): OpenPage<Key, Snapshot, T> {
		this.#forget(open.panel);
		open.page.replacePage(this.#createController(key, open.panel));
		return this.#register({ ...open, key });
	}

	#createController(key: Key, panel: vscode.WebviewPanel): CreateController<Snapshot, T> {
		const replaceWith = (other: Key) => {
			const open = this.#pageIn(panel);
			if (!open) return false;
			const shown = this.of(other);
			if (shown) {
				shown.panel.reveal();
				return shown !== open;
			}
			if (this.isPreview(open.key)) this.#previewKey = this.#options.idOf(other);
			this.#replace(open, other);
			return false;
		};
		return this.#options.createController(key, replaceWith);
	}

	#register(open: OpenPage<Key, Snapshot, T>): OpenPage<Key, Snapshot, T> {
		const { idOf, didShow } = this.#options;
		this.#open.set(idOf(open.key), open);
		didShow(open.key, open.panel.active);
		return open;
	}

	#pageIn(panel: vscode.WebviewPanel): OpenPage<Key, Snapshot, T> | undefined {
		return [...this.#open.values()].find((open) => open.panel === panel);
	}

	/** Forgets the page that a panel has shown until now. */
	#forget(panel: vscode.WebviewPanel): void {
		const open = this.#pageIn(panel);
		if (!open) return;
		if (this.isPreview(open.key)) this.#previewKey = undefined;
		this.#open.delete(this.#options.idOf(open.key));
		this.#options.didForget(open.key);
	}
}

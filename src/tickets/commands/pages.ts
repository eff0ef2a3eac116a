import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { arePreviewsEnabled, isPinned } from '../../platform/editor/preview-tabs.ts';
import {
	isTicketKey,
	readKey,
	spellKey,
	type TicketKey,
	type TrackerKey,
} from '../../platform/model/keys.ts';
import { ListNavigation } from '../../platform/page/list-navigation.ts';
import { type CreateController, Panel } from '../../platform/page/panel.ts';
import { keyFromState } from '../../platform/page/state-key.ts';
import { createTicketController } from '../page/controller.ts';
import type { TicketPageHost } from '../page/host.ts';
import { createNewTicketController } from '../page/new-ticket-controller.ts';
import type { Snapshot, TicketRequests } from '../page/protocol.ts';
import type { TicketServices } from '../services.ts';
import { beginDraft } from './drafts.ts';
import type { LastChoice } from './last-choice.ts';
import { createPageHost } from './page-host.ts';
import { PageRows } from './page-rows.ts';
import type { Prefill } from './prefill-from-code.ts';
import { type ChosenTicket, ticketsOf } from './targets.ts';
import type { TicketCommands } from './ticket-commands.ts';
import type { TicketList } from './ticket-list.ts';

interface PagesOptions {
	readonly services: TicketServices;
	/** Called before a ticket is changed. */
	readonly hold: (key: TicketKey) => void;
	readonly commands: () => TicketCommands;
	readonly list: TicketList;
	readonly extension: vscode.Uri;
	readonly log: Log;
	readonly lastChoice: LastChoice;
}

interface OpenPage {
	readonly key: TicketKey | TrackerKey;
	readonly panel: vscode.WebviewPanel;
	readonly page: Panel<Snapshot, TicketRequests>;
}

interface OpenOptions {
	readonly listId?: string | undefined;
	readonly prefill?: Prefill;
	readonly focusField?: boolean;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether a page that the next ticket would replace stays. By default, it stays when it is opened again. */
	readonly stays?: boolean;
}

const ticketPageType = 'tildeforge-ticket';

/** The open pages, one for each ticket. */
export class TicketPages implements Disposable {
	readonly #options: PagesOptions;
	readonly #lifetime = new Lifetime();
	readonly #open = new Map<string, OpenPage>();
	readonly #host: TicketPageHost;
	/** The key of the page that the next ticket of a list replaces. */
	#previewKey: string | undefined;
	readonly #navigation: ListNavigation<TicketKey>;
	readonly #rows: PageRows;
	/** The key of the page that was in front last. */
	#followedKey: string | undefined;

	constructor(options: PagesOptions) {
		this.#options = options;
		const { services, hold, commands } = options;
		this.#navigation = new ListNavigation(options.list.lists);
		this.#rows = new PageRows({
			list: options.list,
			navigation: this.#navigation,
			lastChoice: options.lastChoice,
			focusView: () => vscode.commands.executeCommand('tildeforge.tickets.focus'),
		});
		this.#host = createPageHost({
			...{ services, hold, commands },
			navigation: this.#navigation,
			pages: {
				open: (key) => this.open(key),
				go: (step, from) => this.go(step, from),
				didFocus: () => this.#didFocus(),
				leave: () => this.#rows.focus(this.active),
			},
		});
	}

	/** The ticket whose page is in front. */
	get active(): TicketKey | undefined {
		const key = this.#front?.key;
		return key && isTicketKey(key) ? key : undefined;
	}

	get #front(): OpenPage | undefined {
		return [...this.#open.values()].find(({ panel }) => panel.active);
	}

	/**
	 * Shows the page of a ticket or, given a tracker, of a new ticket in it. `listId` is the list of the view that the
	 * ticket was chosen from: the next ticket of that list replaces the page, unless the page was opened twice or has a
	 * draft.
	 */
	async open(
		key: TicketKey | TrackerKey,
		{
			listId,
			prefill,
			preserveFocus = false,
			focusField = !isTicketKey(key) && !preserveFocus,
			stays = true,
		}: OpenOptions = {},
	): Promise<void> {
		if (prefill && !isTicketKey(key)) {
			if (!(await beginDraft(this.#options.services.tickets, key, prefill))) return;
			this.#options.services.sendings.forget(key);
		}
		if (listId !== undefined && isTicketKey(key)) this.#navigation.begin(key, listId);
		const isFromList = listId !== undefined;
		const { page } = this.#reveal(key, { isFromList, preserveFocus, stays: stays && !focusField });
		if (focusField) await page.focusField();
	}

	/**
	 * `hasFocus` prevents revealing a page that has the focus: that would take the focus, and with it the keys, from the
	 * page for a moment.
	 */
	#reveal(
		key: TicketKey | TrackerKey,
		{ isFromList = false, preserveFocus = false, stays = true, hasFocus = false },
	): OpenPage {
		const name = spellKey(key);
		const known = this.#open.get(name);
		if (known) {
			if (this.#previewKey === name && stays) this.#previewKey = undefined;
			known.panel.reveal(undefined, preserveFocus);
			return known;
		}
		const replaceable = isFromList ? this.#replaceablePage() : undefined;
		if (isFromList) this.#previewKey = name;
		if (replaceable) {
			if (!hasFocus) replaceable.panel.reveal(undefined, preserveFocus);
			return this.#replace(replaceable, key);
		}
		const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
		const panel = vscode.window.createWebviewPanel(ticketPageType, 'Ticket', place, {
			enableFindWidget: true,
		});
		return this.#show(key, panel);
	}

	/**
	 * The page that the next ticket of a list replaces. A page stays if the user has pinned it, or if it has a draft or
	 * had one just now.
	 */
	#replaceablePage(): OpenPage | undefined {
		const open = this.#previewKey === undefined ? undefined : this.#open.get(this.#previewKey);
		if (!open || !arePreviewsEnabled() || isPinned(open.panel)) return undefined;
		const { drafts } = this.#options.services.tickets;
		return drafts.get(open.key) || drafts.canUndoDiscard(open.key) ? undefined : open;
	}

	/** Restores a page that was open when VS Code was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		const stored = keyFromState(state);
		const key = stored === undefined ? undefined : readKey(stored);
		if (!key || this.#open.has(spellKey(key))) panel.dispose();
		else this.#show(key, panel);
	}

	/**
	 * Shows the next or previous ticket of the list that `from` was opened from. `from` is the ticket whose page has the focus, by
	 * default the one in front. Returns whether another panel has the focus afterwards.
	 */
	go(step: 1 | -1, from?: TicketKey): boolean {
		const current = from ?? this.active;
		const next = current && this.#navigation.next(current, step);
		if (!next) return false;
		const before = this.#open.get(spellKey(current));
		const hasFocus = from !== undefined && this.#previewKey === spellKey(current);
		return this.#reveal(next, { isFromList: true, hasFocus }).panel !== before?.panel;
	}

	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	async preview(step: 1 | -1, from: ChosenTicket | undefined): Promise<void> {
		if (from?.listId !== undefined) this.#navigation.begin(from.key, from.listId);
		const next = from && this.#navigation.next(from.key, step);
		if (!from) showInStatusBar('Select a ticket first.', 3000);
		if (!next) return;
		this.#reveal(next, { isFromList: true, preserveFocus: true, stays: false });
		await this.#rows.focus(next);
	}

	/** Reads the tickets of the visible pages from the forge again. */
	refresh(): void {
		for (const { panel, page } of this.#open.values()) if (panel.visible) page.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#show(key: TicketKey | TrackerKey, panel: vscode.WebviewPanel): OpenPage {
		const { extension, log } = this.#options;
		const lifetime = this.#lifetime.child();
		const createController = this.#createController(key, panel);
		const page = lifetime.add(new Panel({ panel, extension, page: 'ticket', createController, log }));
		panel.onDidChangeViewState(() => {
			if (panel.active) this.#options.lastChoice.didShowPage();
			this.#selectRow(panel);
		});
		panel.onDidDispose(() => {
			lifetime.dispose();
			this.#forget(panel);
		});
		return this.#register({ key, panel, page });
	}

	#replace(open: OpenPage, key: TicketKey | TrackerKey): OpenPage {
		this.#forget(open.panel);
		open.page.replacePage(this.#createController(key, open.panel));
		return this.#register({ ...open, key });
	}

	#createController(
		key: TicketKey | TrackerKey,
		panel: vscode.WebviewPanel,
	): CreateController<Snapshot, TicketRequests> {
		const host = this.#host;
		if (isTicketKey(key)) return (changed) => createTicketController(key, host, changed);
		const didCreate = (ticket: TicketKey) => {
			const open = this.#pageOf(panel);
			if (open) this.#replace(open, ticket);
		};
		return (changed) => createNewTicketController(key, host, changed, didCreate);
	}

	#register(open: OpenPage): OpenPage {
		this.#open.set(spellKey(open.key), open);
		this.#options.lastChoice.didShowPage();
		this.#selectRow(open.panel);
		return open;
	}

	#pageOf(panel: vscode.WebviewPanel): OpenPage | undefined {
		return [...this.#open.values()].find((open) => open.panel === panel);
	}

	/** Forgets the page that a panel has shown until now. */
	#forget(panel: vscode.WebviewPanel): void {
		const open = this.#pageOf(panel);
		if (!open) return;
		this.#open.delete(spellKey(open.key));
		if (isTicketKey(open.key)) this.#navigation.forget(open.key);
	}

	/** Selects the row of the page in front. Does so only once, because a later selection is the user's own choice. */
	#selectRow(panel: vscode.WebviewPanel): void {
		const key = this.#pageOf(panel)?.key;
		if (!key || !panel.active || this.#followedKey === spellKey(key)) return;
		this.#followedKey = spellKey(key);
		if (isTicketKey(key)) background(this.#rows.select(key));
	}

	/** The user has moved the focus to the page in front. */
	#didFocus(): void {
		const { active } = this;
		const { lastChoice, list } = this.#options;
		lastChoice.didShowPage();
		const isSelected = ticketsOf([undefined, list.tree?.view.selection]).some(
			({ key }) => active && spellKey(key) === spellKey(active),
		);
		if (active && !isSelected) background(this.#rows.select(active));
	}
}

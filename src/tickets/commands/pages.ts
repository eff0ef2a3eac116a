import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { OutboxController } from '../../platform/commands/outbox-controller.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import {
	idOfTicket,
	isTicketKey,
	parseTicketId,
	type TicketKey,
	type TrackerKey,
} from '../../platform/model/keys.ts';
import { ListNavigation } from '../../platform/page/list-navigation.ts';
import { PageRows } from '../../platform/page/page-rows.ts';
import { Pages } from '../../platform/page/pages.ts';
import { RevealRequests } from '../../platform/page/reveal-requests.ts';
import { createTicketController } from '../page/controller.ts';
import type { EntryRevealRequests } from '../page/entry-to-reveal.ts';
import type { TicketPageHost } from '../page/host.ts';
import { createNewTicketController } from '../page/new-ticket/new-ticket-controller.ts';
import type { Snapshot, TicketRequests } from '../page/protocol.ts';
import { newTicketTabTitle, ticketTabTitle } from '../page/tab-title.ts';
import type { FollowSeries } from '../page/ticket-series.ts';
import { beginDraft } from './drafts.ts';
import { createPageHost } from './page-host.ts';
import { type ChosenTicket, ticketsOf } from './ticket-command-target.ts';
import type { TicketCommands } from './ticket-commands.ts';
import type { TicketList } from './ticket-list.ts';
import type { OpenOptions } from './ticket-navigation.ts';
import type { TicketServices } from './ticket-services.ts';

interface PagesOptions {
	readonly services: TicketServices;
	readonly pending: OutboxController;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly commands: () => TicketCommands;
	readonly list: TicketList;
	readonly extension: vscode.Uri;
	readonly log: Log;
	readonly followSeries: FollowSeries;
}

type PageKey = TicketKey | TrackerKey;

/** The open pages of tickets and of new tickets, and what connects them with the Tickets view. */
export class TicketPages implements Disposable {
	readonly #options: PagesOptions;
	readonly #lifetime = new Lifetime();
	readonly #pages: Pages<PageKey, Snapshot, TicketRequests>;
	readonly #navigation: ListNavigation<TicketKey>;
	readonly #rows: PageRows<TicketKey>;
	readonly #requested: EntryRevealRequests;

	constructor(options: PagesOptions) {
		this.#options = options;
		const { extension, log, services } = options;
		this.#navigation = new ListNavigation(options.list.lists);
		this.#rows = new PageRows({
			list: options.list,
			navigation: this.#navigation,
			focusView: () => vscode.commands.executeCommand('tildeforge.tickets.focus'),
		});
		this.#requested = this.#lifetime.add(
			new RevealRequests<TicketKey, { readonly event: number }>({
				spell: idOfTicket,
				didFail: (failure) => log.error('A listener for pages failed', failure),
			}),
		);
		const host = this.#createHost();
		this.#pages = this.#lifetime.add(
			new Pages<PageKey, Snapshot, TicketRequests>({
				viewType: 'tildeforge-ticket',
				page: 'ticket',
				title: (key) =>
					isTicketKey(key) ? ticketTabTitle(key, services.tickets.known(key)?.title) : newTicketTabTitle(key),
				extension,
				log,
				spell: idOfTicket,
				readKey: parseTicketId,
				createController: (key, replaceWith) => (changed) =>
					isTicketKey(key)
						? createTicketController(key, host, changed)
						: createNewTicketController(key, host, changed, replaceWith),
				isReplaceable: (key) => !this.#isInUse(key),
				didShow: (key, isInFront) =>
					this.#rows.didShow(idOfTicket(key), isTicketKey(key) ? key : undefined, isInFront),
				didForget: (key) => {
					if (!isTicketKey(key)) return;
					this.#navigation.forget(key);
					this.#requested.forget(key);
				},
			}),
		);
	}

	/** The ticket whose page is in front. */
	get active(): TicketKey | undefined {
		const key = this.#pages.activeKey;
		return key && isTicketKey(key) ? key : undefined;
	}

	/**
	 * Shows the page of a ticket or, given a tracker, of a new ticket in it. `listId` is the list of the view that the
	 * ticket was chosen from: the next ticket of that list replaces the page, unless the page was opened twice or has a
	 * draft.
	 */
	async open(
		key: PageKey,
		{
			listId,
			prefill,
			event,
			preserveFocus = false,
			focusField = !isTicketKey(key) && !preserveFocus,
			isPreview = listId !== undefined,
			stays = !isPreview || listId !== undefined,
		}: OpenOptions = {},
	): Promise<void> {
		if (prefill && !isTicketKey(key)) {
			if (!(await beginDraft(this.#options.services.tickets, key, prefill))) return;
			this.#options.services.sendings.forget(key);
		}
		if (listId !== undefined && isTicketKey(key)) {
			this.#navigation.begin(key, listId);
			this.#rows.willOpenByRow(idOfTicket(key));
		}
		if (isTicketKey(key)) {
			if (event === undefined) this.#requested.forget(key);
			else this.#requested.request(key, { event });
		}
		const { page } = this.#pages.reveal(key, {
			isFromList: isPreview,
			preserveFocus,
			keepsOpen: stays && !focusField,
		});
		if (focusField) await page.focusField();
	}

	/** Restores a page that was open when VS Code was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		this.#pages.restore(panel, state);
	}

	/**
	 * Shows the next or previous ticket of the list that `from` was opened from. `from` is the ticket whose page has the focus, by
	 * default the one in front. Returns whether another panel has the focus afterwards.
	 */
	go(step: 1 | -1, from?: TicketKey): boolean {
		const current = from ?? this.active;
		const next = current && this.#navigation.next(current, step);
		if (!current || !next) return false;
		return this.#pages.showNext(current, next, { isFocused: from !== undefined });
	}

	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	async preview(step: 1 | -1, from: ChosenTicket | undefined): Promise<void> {
		if (from?.listId !== undefined) this.#navigation.begin(from.key, from.listId);
		const next = from && this.#navigation.next(from.key, step);
		if (!from) showInStatusBar('Select a ticket first.');
		if (!next) return;
		this.#pages.reveal(next, { isFromList: true, preserveFocus: true, keepsOpen: false });
		await this.#rows.focus(next);
	}

	/** Reads the tickets of the visible pages from the forge again. */
	refresh(): void {
		this.#pages.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Whether the page has a draft, had one just now, or is sending one. */
	#isInUse(key: PageKey): boolean {
		const { tickets, sendings } = this.#options.services;
		const isSending = sendings.of(key)?.kind === 'sending';
		return isSending || tickets.drafts.get(key) !== undefined || tickets.drafts.canUndoDiscard(key);
	}

	#createHost(): TicketPageHost {
		const { services, pending, pinPosition, commands, followSeries } = this.#options;
		return createPageHost({
			services,
			pending,
			pinPosition,
			commands,
			followSeries,
			navigation: this.#navigation,
			pages: {
				open: (key, options) => this.open(key, options),
				requested: this.#requested,
				go: (step, from) => this.go(step, from),
				didFocus: () => this.#didFocus(),
				leave: () => this.#rows.focus(this.active),
			},
		});
	}

	/** The user has moved the focus to the page in front. If its ticket is selected, it stays selected in the same list. */
	#didFocus(): void {
		const { active } = this;
		const isSelected = ticketsOf([undefined, this.#options.list.tree?.view.selection]).some(
			({ key }) => active && idOfTicket(key) === idOfTicket(active),
		);
		this.#rows.didFocus(active && idOfTicket(active), isSelected ? undefined : active);
	}
}

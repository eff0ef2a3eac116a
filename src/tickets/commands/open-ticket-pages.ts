import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import {
	idOfTicket,
	isTicketKey,
	parseTicketId,
	type TicketKey,
	type TrackerKey,
} from '../../platform/model/keys.ts';
import { ListPages } from '../../platform/page/list-pages.ts';
import { TicketController } from '../page/controller.ts';
import type { EntryOfEvent } from '../page/entry-to-reveal.ts';
import { createNewTicketController } from '../page/new-ticket/new-ticket-controller.ts';
import type { Snapshot, TicketRequests } from '../page/protocol.ts';
import { newTicketTabTitle, ticketTabTitle } from '../page/tab-title.ts';
import { beginDraft } from './drafts.ts';
import { type ChosenTicket, ticketsOf } from './ticket-command-target.ts';
import type { OpenOptions } from './ticket-navigation.ts';
import { createTicketPageHost, type TicketPagesOptions } from './ticket-page-host.ts';

type PageKey = TicketKey | TrackerKey;

/** The open pages of tickets and of new tickets. */
export class TicketPages implements Disposable {
	readonly #options: TicketPagesOptions;
	readonly #pages: ListPages<PageKey, TicketKey, Snapshot, TicketRequests, EntryOfEvent>;

	constructor(options: TicketPagesOptions) {
		this.#options = options;
		const { extension, list, log, services } = options;
		this.#pages = new ListPages({
			view: 'tildeforge.tickets',
			list,
			isItem: isTicketKey,
			itemsOf: (rows) => ticketsOf([undefined, rows]).map(({ key }) => key),
			viewType: 'tildeforge-ticket',
			page: 'ticket',
			title: (key) =>
				isTicketKey(key) ? ticketTabTitle(key, services.tickets.known(key)?.title) : newTicketTabTitle(key),
			extension,
			log,
			idOf: idOfTicket,
			parseId: parseTicketId,
			createController: (key, replaceWith) => (changed) =>
				isTicketKey(key)
					? new TicketController(key, host, changed)
					: createNewTicketController(key, host, changed, replaceWith),
			isReplaceable: (key) => !this.#isInUse(key),
		});
		const { inList } = this.#pages;
		const host = createTicketPageHost(options, inList, (key, how) => this.open(key, how));
	}

	/** The ticket whose page is in front. */
	get active(): TicketKey | undefined {
		return this.#pages.active;
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
		}
		const place = event === undefined ? undefined : { event };
		const { page } = this.#pages.open(key, {
			listId,
			place,
			preserveFocus,
			isPreview,
			stays: stays && !focusField,
		});
		if (focusField) await page.focusField();
	}

	/** Restores a page that was open when VS Code was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		this.#pages.restore(panel, state);
	}

	/** Shows the next or previous ticket of the list that the page in front, or `from`, was opened from. */
	go(step: 1 | -1, from?: TicketKey): boolean {
		return this.#pages.go(step, from);
	}

	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	async preview(step: 1 | -1, from: ChosenTicket | undefined): Promise<void> {
		if (from) await this.#pages.preview(step, from.key, from.listId);
		else showInStatusBar('Select a ticket first.');
	}

	/** Reads the tickets of the visible pages from the forge again. */
	refresh(): void {
		this.#pages.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#pages.dispose();
	}

	/** Whether the page has a draft, had one just now, or is sending one. */
	#isInUse(key: PageKey): boolean {
		const { texts, outbox } = this.#options.services.tickets;
		const isSending = outbox.of(key).some(({ textId }) => textId !== undefined);
		return isSending || texts.editingOf(key) !== undefined || texts.canUndoDiscard(key);
	}
}

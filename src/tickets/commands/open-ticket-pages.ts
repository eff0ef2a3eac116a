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
import type { Tickets } from '../state/tickets.ts';
import { beginDraft } from './drafts.ts';
import { type ChosenTicket, ticketsOf } from './ticket-command-target.ts';
import type { OpenOptions } from './ticket-navigation.ts';
import { createTicketPageHost, type TicketPagesOptions } from './ticket-page-host.ts';

type PageKey = TicketKey | TrackerKey;

/** Whether a page has a draft, had one just now, or is sending one. */
function isInUse({ texts, outbox }: Tickets, key: PageKey): boolean {
	const isSending = outbox.of(key).some(({ textId }) => textId !== undefined);
	return isSending || texts.editingOf(key) !== undefined || texts.canUndoDiscard(key);
}

/** The open pages of tickets and of new tickets. */
export class TicketPages extends ListPages<PageKey, TicketKey, Snapshot, TicketRequests, EntryOfEvent> {
	readonly #tickets: Tickets;

	constructor(options: TicketPagesOptions) {
		const { extension, list, log, services } = options;
		const { tickets } = services;
		super({
			view: 'tildeforge.tickets',
			list,
			isItem: isTicketKey,
			itemsOf: (rows) => ticketsOf([undefined, rows]).map(({ key }) => key),
			viewType: 'tildeforge-ticket',
			page: 'ticket',
			title: (key) =>
				isTicketKey(key) ? ticketTabTitle(key, tickets.known(key)?.title) : newTicketTabTitle(key),
			extension,
			log,
			idOf: idOfTicket,
			parseId: parseTicketId,
			createController: (key, replaceWith) => (changed) =>
				isTicketKey(key)
					? new TicketController(key, host, changed)
					: createNewTicketController(key, host, changed, replaceWith),
			isReplaceable: (key) => !isInUse(tickets, key),
		});
		this.#tickets = tickets;
		const host = createTicketPageHost(options, this.inList, (key, how) => this.open(key, how));
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
			if (!(await beginDraft(this.#tickets, key, prefill))) return;
		}
		const place = event === undefined ? undefined : { event };
		const page = this.show(key, {
			listId,
			place,
			preserveFocus,
			isPreview,
			stays: stays && !focusField,
		});
		if (focusField) await page.focusField();
	}

	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	async preview(step: 1 | -1, from: ChosenTicket | undefined): Promise<void> {
		if (from) await this.previewNext(step, from.key, from.listId);
		else showInStatusBar('Select a ticket first.');
	}
}

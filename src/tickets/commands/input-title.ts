import { count } from '../../base/text/numbers.ts';
import { truncate } from '../../base/text/truncate.ts';
import { isTicketKey, refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { ownerToName } from '../../platform/page/owner.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import { trackTicketOwner } from '../page/owner.ts';
import type { Tickets } from '../state/tickets.ts';

/** More does not fit above an input field. */
const longestTitle = 60;

/**
 * The title of an input field about a ticket or a new one: `Status: ~ana/editor#3 · Undo history is lost`. Names the account where the page
 * does: `Status: ~ana/editor#3 · ~ana (example.org) · Undo history is lost`. `title` is that of the ticket, if it is known.
 */
export function titleAbout(tickets: Tickets, what: string, key: DraftKey, title = ''): string {
	const { account } = key;
	const owner = ownerToName(account, trackTicketOwner(account, tickets)(), tickets);
	const name = isTicketKey(key) ? refOf(key) : `New ticket in ${trackerRef(key)}`;
	// The account comes before the title, whose end is cut off in a narrow window.
	return [`${what}: ${name}`, owner ? accountLabel(owner) : '', truncate(title, longestTitle)]
		.filter(Boolean)
		.join(' · ');
}

/** `Status: ~ana/editor#3 · Undo history is lost`, or `Status: 4 tickets`. */
export function titleAboutAll(tickets: Tickets, what: string, keys: readonly TicketKey[]): string {
	const [only] = keys;
	if (!only || keys.length > 1) return `${what}: ${count(keys.length, 'ticket')}`;
	return titleAbout(tickets, what, only, tickets.shown(only)?.title);
}

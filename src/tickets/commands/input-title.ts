import { count } from '../../base/text/numbers.ts';
import { truncate } from '../../base/text/truncate.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import type { Tickets } from '../state/tickets.ts';

/** More does not fit above an input field. */
const longestTitle = 60;

/** The title of an input field about a ticket: `Status: ~ana/editor#3 · Undo history is lost`. `title` is that of the ticket, if it is known. */
export function titleAbout(what: string, key: TicketKey, title = ''): string {
	return [`${what}: ${refOf(key)}`, truncate(title, longestTitle)].filter(Boolean).join(' · ');
}

/** `Status: ~ana/editor#3 · Undo history is lost`, or `Status: 4 tickets`. */
export function titleAboutAll(tickets: Tickets, what: string, keys: readonly TicketKey[]): string {
	const [only] = keys;
	if (!only || keys.length > 1) return `${what}: ${count(keys.length, 'ticket')}`;
	return titleAbout(what, only, tickets.shown(only)?.title);
}

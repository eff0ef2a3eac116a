import type { Ticket } from '../../forge/shapes/trackers.ts';
import { type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import type { Suggestion } from '../../platform/page/parts.ts';
import { findTickets } from '../model/query/find.ts';
import { collectKnownValues } from '../model/query/known-values.ts';

const most = 20;

/** Completions for a reference that the user is typing: tickets of the same tracker, and people who are involved in them. */
export function suggestions(
	prefix: '#' | '~',
	word: string,
	key: TicketKey,
	known: Iterable<Ticket>,
): readonly Suggestion[] {
	return prefix === '#' ? ticketsLike(word, key, known) : peopleLike(word, known);
}

function ticketsLike(word: string, key: TicketKey, tickets: Iterable<Ticket>): readonly Suggestion[] {
	const known = [...tickets].map((ticket) => ({ key: { ...key, ticket: ticket.id }, ticket }));
	return findTickets(word, known, most).map(({ found }) => ({
		insert: `#${found.key.ticket}`,
		label: `#${found.key.ticket} ${found.ticket.title}`,
		detail: `${trackerRef(key)}, ${statusName(found.ticket.status).toLowerCase()}`,
	}));
}

function peopleLike(word: string, tickets: Iterable<Ticket>): readonly Suggestion[] {
	const wanted = word.toLowerCase();
	return collectKnownValues(tickets)
		.people.filter((name) => name.startsWith('~') && name.slice(1).toLowerCase().startsWith(wanted))
		.slice(0, most)
		.map((name) => ({ insert: name, label: name, detail: '' }));
}

/** Quotes a text for a comment that answers it. */
export const quoted = (text: string): string =>
	text.trim() === ''
		? ''
		: `${text
				.trim()
				.split('\n')
				.map((line) => `> ${line}`.trimEnd())
				.join('\n')}\n\n`;

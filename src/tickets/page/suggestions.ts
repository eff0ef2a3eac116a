import type { Ticket } from '../../forge/shapes/trackers.ts';
import { type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import type { Suggestion } from '../../platform/page/snapshot-parts.ts';
import { collectFieldValues } from '../model/query/field-values.ts';
import { findTickets } from '../model/query/find-tickets.ts';
import { indexParts, TicketIndex } from '../model/query/ticket-index.ts';

const maxSuggestions = 20;

/** Completions for references that the user is typing: tickets of the same tracker, and people who are involved in them. */
export class Suggestions {
	#index = new TicketIndex();

	for(prefix: '#' | '~', word: string, key: TicketKey, known: Iterable<Ticket>): readonly Suggestion[] {
		if (prefix === '~') return peopleLike(word, known);
		this.#index = new TicketIndex(indexParts([{ key, tickets: [...known] }], this.#index));
		return findTickets(word, this.#index, maxSuggestions).map(({ ticket }) => ({
			insert: `#${ticket.id}`,
			label: `#${ticket.id} ${ticket.title}`,
			detail: `${trackerRef(key)}, ${statusName(ticket.status).toLowerCase()}`,
		}));
	}
}

function peopleLike(word: string, tickets: Iterable<Ticket>): readonly Suggestion[] {
	const wanted = word.toLowerCase();
	return collectFieldValues(tickets)
		.people.filter((name) => name.startsWith('~') && name.slice(1).toLowerCase().startsWith(wanted))
		.slice(0, maxSuggestions)
		.map((name) => ({ insert: name, label: name, detail: '' }));
}

/** Quotes a text for a comment that answers it. */
export const quoted = (text: string): string =>
	text.trim() === ''
		? ''
		: text
				.trim()
				.split('\n')
				.map((line) => `> ${line}`.trimEnd())
				.join('\n');

import { remember } from '../../../base/remember.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Participant } from '../../../forge/shapes/people.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { isAscii, toSearchForm } from '../../../platform/model/search-form.ts';

/**
 * Computes a fact of a ticket once and keeps it as long as the ticket itself. Tickets are never changed in place: a new answer
 * of the server is a new object.
 */
function memoize<T extends string | number | boolean>(make: (ticket: Ticket) => T): (ticket: Ticket) => T {
	const known = new WeakMap<Ticket, T>();
	return (ticket) => {
		const fact = known.get(ticket);
		if (fact !== undefined) return fact;
		const computed = make(ticket);
		known.set(ticket, computed);
		return computed;
	};
}

/** The names under which a person can be found; the first one is shown. */
export function namesOf(who: Participant): string[] {
	if (who.type === 'user') return [who.canonical_name, who.name];
	if (who.type === 'email') return [who.address, who.name ?? ''];
	return [who.external_id];
}

export const foldedTitle = memoize(({ title }) => toSearchForm(title).trim());

/**
 * Whether a case-insensitive regular expression finds the same in the ticket as a search in its folded text. It does in most
 * tickets, which then need no folded copy. Excludes descriptions longer than any forge accepts, to limit the time of a search.
 */
export const isPlain = memoize(
	({ title, description }) => description.length < 1 << 16 && isAscii(title) && isAscii(description),
);

/** Title and description. No phrase matches across the line end between them. */
export const foldedText = memoize((ticket) =>
	narrow(`${foldedTitle(ticket)}\n${toSearchForm(ticket.description)}`),
);

/** Returns an equal string that needs one byte per character if it is ASCII. Unicode normalization leaves it with two. */
const narrow = (text: string) => (isAscii(text) ? Buffer.from(text, 'latin1').toString('latin1') : text);

const foldName = remember(toSearchForm);
const lines = (texts: readonly string[]) => `\n${texts.map(foldName).join('\n')}\n`;

/** Each label on its own line, with a line end before and after it. */
export const foldedLabels = ({ labels }: Ticket): string => lines(labels);

/** The same with the names of the submitter and the assignees. */
export const foldedPeople = ({ submitter, assignees }: Ticket): string =>
	lines([
		...(submitter ? namesOf(submitter) : []),
		...assignees.flatMap(({ canonical_name, name }) => [canonical_name, name]),
	]);

/** In milliseconds. A ticket without a valid date is older than all others. */
export const updatedAt = memoize(({ updated }) => parseTime(updated) ?? Number.NEGATIVE_INFINITY);
export const createdAt = memoize(({ created }) => parseTime(created) ?? Number.NEGATIVE_INFINITY);

import { moment } from '../../../forge/read.ts';
import type { Participant } from '../../../forge/shapes/people.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { fold, isAscii } from './fold.ts';

/**
 * What is computed from a ticket once and kept as long as the ticket itself. Tickets are never changed in place: a new
 * answer of the server is a new object.
 */
function kept<T extends string | number | boolean>(make: (ticket: Ticket) => T): (ticket: Ticket) => T {
	const known = new WeakMap<Ticket, T>();
	return (ticket) => {
		const fact = known.get(ticket);
		if (fact !== undefined) return fact;
		const made = make(ticket);
		known.set(ticket, made);
		return made;
	};
}

/** Under what names somebody is looked for; the first is the one that is shown. */
export function namesOf(who: Participant): string[] {
	if (who.type === 'user') return [who.canonical_name, who.name];
	if (who.type === 'email') return [who.address, who.name ?? ''];
	return [who.external_id];
}

export const foldedTitle = kept(({ title }) => fold(title).trim());

/**
 * Whether a pattern that ignores case finds in the ticket what is to be found: nearly always, and then its texts need not
 * be held twice. A description that no forge takes is not given to a pattern: it could have no end.
 */
export const isPlain = kept(
	({ title, description }) => description.length < 1 << 16 && isAscii(title) && isAscii(description),
);

/**
 * Title and description; no phrase reaches over the line end between them. It takes some 10 µs, so that who reads tickets
 * from a page or a file may ask for it at once: then no key stroke has to wait for thousands.
 */
export const foldedText = kept((ticket) => narrow(`${foldedTitle(ticket)}\n${fold(ticket.description)}`));

/** The same text at one byte per letter where it can be: what has been through Unicode's tables is left with two. */
const narrow = (text: string) => (isAscii(text) ? Buffer.from(text, 'latin1').toString('latin1') : text);

const lines = (texts: readonly string[]) => `\n${texts.map(fold).join('\n')}\n`;

/** Each label on a line of its own, with a line end before and after it. */
export const foldedLabels = kept(({ labels }) => lines(labels));

/** The same with the names of who sent the ticket and of whom it is assigned to. */
export const foldedPeople = kept(({ submitter, assignees }) =>
	lines([
		...(submitter ? namesOf(submitter) : []),
		...assignees.flatMap(({ canonical_name, name }) => [canonical_name, name]),
	]),
);

/** In milliseconds; what names no moment is older than all that does. */
export const updatedAt = kept(({ updated }) => moment(updated) ?? Number.NEGATIVE_INFINITY);
export const createdAt = kept(({ created }) => moment(created) ?? Number.NEGATIVE_INFINITY);

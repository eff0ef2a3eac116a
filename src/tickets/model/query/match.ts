import type { Participant } from '../../../forge/shapes/people.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { foldedText, isPlain, namesOf } from './facts.ts';
import { enumWord, type Query, type Term } from './query.ts';

export type TicketPredicate = (ticket: Ticket) => boolean;

/** The user who runs the query. */
export interface QueryUser {
	/** The user's name, such as `~ana`. Undefined if no user is signed in, so that `me` matches nothing. */
	readonly me: string | undefined;
}

/**
 * Returns a predicate for the tickets that match the query. Every term must match. Of several `status:` or `resolution:` terms
 * one is enough, because a ticket has only one of each. (The forge's page requires all of them, and so finds nothing.) A query
 * with neither a status nor a resolution finds the open tickets, as on the forge's page; `status:any` finds all.
 */
export function matcher({ terms }: Query, { me }: QueryUser): TicketPredicate {
	const termsOf = (key: Term['key']) => terms.filter((term) => term.key === key);
	const namesStatus = terms.some(({ key }) => key === 'status' || key === 'resolution');
	// Fast checks come first, and the texts last.
	const predicates = [
		...(namesStatus ? [] : [hasStatus('open')]),
		...anyOf(termsOf('status'), hasStatus),
		...anyOf(termsOf('resolution'), hasResolution),
		...eachOf(termsOf('no'), hasNone),
		...eachOf(termsOf('assigned'), (value) => isAssignedTo(personMatcher(value, me))),
		...eachOf(termsOf('submitter'), (value) => isSubmittedBy(personMatcher(value, me))),
		...eachOf(termsOf('label'), hasLabel),
		...eachOf(termsOf('text'), containsText),
	];
	return (ticket) => {
		for (const predicate of predicates) if (!predicate(ticket)) return false;
		return true;
	};
}

const not =
	(predicate: TicketPredicate): TicketPredicate =>
	(ticket) =>
		!predicate(ticket);

const eachOf = (terms: readonly Term[], predicate: (value: string) => TicketPredicate): TicketPredicate[] =>
	terms.map(({ value, isNegated }) => (isNegated ? not(predicate(value)) : predicate(value)));

/** Any of the wanted values, and none of the negated ones. */
function anyOf(terms: readonly Term[], predicate: (value: string) => TicketPredicate): TicketPredicate[] {
	const wanted = eachOf(
		terms.filter(({ isNegated }) => !isNegated),
		predicate,
	);
	const unwanted = eachOf(
		terms.filter(({ isNegated }) => isNegated),
		predicate,
	);
	return wanted.length > 1
		? [(ticket) => wanted.some((one) => one(ticket)), ...unwanted]
		: [...wanted, ...unwanted];
}

/** A status that only the server knows counts as open: only resolving a ticket closes it. */
export const isOpen = (status: string): boolean => !/^(resolved|closed)$/i.test(status);

/** Computes the result for each word once, because a server has few words and many tickets. */
function memoize(compute: (word: string) => boolean): (word: string) => boolean {
	const results = new Map<string, boolean>();
	return (word) => {
		const known = results.get(word);
		if (known !== undefined) return known;
		const result = compute(word);
		results.set(word, result);
		return result;
	};
}

function hasStatus(value: string): TicketPredicate {
	if (value === 'any') return () => true;
	const fits = memoize((status) => {
		if (value === 'open') return isOpen(status);
		return value === 'closed' ? !isOpen(status) : enumWord(status) === value;
	});
	return ({ status }) => fits(status);
}

function hasResolution(value: string): TicketPredicate {
	const fits = memoize((resolution) => enumWord(resolution) === value);
	return ({ resolution }) => fits(resolution);
}

const hasNone = (what: string): TicketPredicate =>
	what === 'label' ? ({ labels }) => labels.length === 0 : ({ assignees }) => assignees.length === 0;

const isSubmittedBy =
	(fits: (who: Participant) => boolean): TicketPredicate =>
	({ submitter }) =>
		submitter !== null && fits(submitter);

const isAssignedTo =
	(fits: (who: Participant) => boolean): TicketPredicate =>
	({ assignees }) =>
		assignees.some((who) => fits({ type: 'user', ...who }));

/**
 * Whether a person is meant by `me`, `~ana`, `ana` or an address. A name with a tilde matches accounts only: anyone can send a
 * mail under the name of "~ana".
 */
function personMatcher(value: string, me: string | undefined): (who: Participant) => boolean {
	const wanted = value.toLowerCase() === 'me' ? me : value;
	if (wanted === undefined) return () => false;
	const name = toSearchForm(wanted);
	const fits = memoize((one) => toSearchForm(one) === name);
	return name.startsWith('~')
		? (who) => who.type === 'user' && fits(who.canonical_name)
		: (who) => namesOf(who).some(fits);
}

function hasLabel(value: string): TicketPredicate {
	const wanted = toSearchForm(value);
	const fits = memoize((label) => toSearchForm(label) === wanted);
	return ({ labels }) => labels.some(fits);
}

function containsText(value: string): TicketPredicate {
	const words = toSearchForm(value).trim();
	const pattern = plainPattern(words);
	return (ticket) => {
		if (!pattern || !isPlain(ticket)) return foldedText(ticket).includes(words);
		return pattern.test(ticket.title) || pattern.test(ticket.description);
	};
}

/** A pattern that finds the same in a plain ticket as a search for the words in its folded text; undefined if they are too long. */
function plainPattern(words: string): RegExp | undefined {
	if (words.length > 1000) return undefined;
	return new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+'), 'i');
}

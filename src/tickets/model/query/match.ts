import type { Participant } from '../../../forge/shapes/people.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import {
	matchTerms,
	memoizeWord,
	type PersonNames,
	type Predicate,
	personMatcher,
	sameWord,
} from '../../../platform/model/query/match-terms.ts';
import { enumWord } from '../../../platform/model/query/values.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { foldedText, isPlain, namesOf } from './facts.ts';
import type { FilterKey, TicketQuery } from './query.ts';

export type TicketPredicate = Predicate<Ticket>;

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
export function matcher({ terms }: TicketQuery, { me }: QueryUser): TicketPredicate {
	const namesStatus = terms.some(({ key }) => key === 'status' || key === 'resolution');
	const open = { key: 'status', value: 'open', isNegated: false } as const;
	// Fast checks come first, and the texts last.
	return matchTerms<Ticket, FilterKey>(namesStatus ? terms : [...terms, open], [
		{ key: 'status', matches: hasStatus, isAlternative: true },
		{ key: 'resolution', matches: hasResolution, isAlternative: true },
		{ key: 'no', matches: hasNone },
		{ key: 'assigned', matches: (value) => isAssignedTo(personMatcher(value, me)) },
		{ key: 'submitter', matches: (value) => isSubmittedBy(personMatcher(value, me)) },
		{ key: 'label', matches: hasLabel },
		{ key: 'text', matches: containsText },
	]);
}

/** A status that only the server knows counts as open: only resolving a ticket closes it. */
export const isOpen = (status: string): boolean => !/^(resolved|closed)$/i.test(status);

function hasStatus(value: string): TicketPredicate {
	if (value === 'any') return () => true;
	const fits = memoizeWord((status) => {
		if (value === 'open') return isOpen(status);
		return value === 'closed' ? !isOpen(status) : enumWord(status) === value;
	});
	return ({ status }) => fits(status);
}

function hasResolution(value: string): TicketPredicate {
	const fits = memoizeWord((resolution) => enumWord(resolution) === value);
	return ({ resolution }) => fits(resolution);
}

const hasNone = (what: string): TicketPredicate =>
	what === 'label' ? ({ labels }) => labels.length === 0 : ({ assignees }) => assignees.length === 0;

const isSubmittedBy =
	(fits: Predicate<PersonNames>): TicketPredicate =>
	({ submitter }) =>
		submitter !== null && fits(personNames(submitter));

const isAssignedTo =
	(fits: Predicate<PersonNames>): TicketPredicate =>
	({ assignees }) =>
		assignees.some((who) => fits(personNames({ type: 'user', ...who })));

const personNames = (who: Participant): PersonNames => ({
	account: who.type === 'user' ? who.canonical_name : undefined,
	names: namesOf(who),
});

function hasLabel(value: string): TicketPredicate {
	const fits = sameWord(value);
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

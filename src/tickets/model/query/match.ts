import type { Participant } from '../../../forge/shapes/people.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { foldedText, isPlain, namesOf } from './facts.ts';
import { fold } from './fold.ts';
import { enumWord, type Query, type Term } from './query.ts';

export type Claim = (ticket: Ticket) => boolean;

/** The user who runs the query. */
export interface Asker {
	/** Such as `~ana`; undefined if no user is signed in. Then `me` matches nothing. */
	readonly me: string | undefined;
}

/**
 * Returns whether a ticket matches the query. Every term must match, every `label:` too, with one exception: one of several
 * `status:` terms is enough, and one of several `resolution:` terms, because no ticket has two. (The forge's page requires all
 * even then, and finds nothing.) A query with neither a status nor a resolution finds the open tickets, as on the forge's page;
 * `status:any` finds all.
 */
export function matcher({ terms }: Query, { me }: Asker): Claim {
	const of = (key: Term['key']) => terms.filter((term) => term.key === key);
	const isAsked = terms.some(({ key }) => key === 'status' || key === 'resolution');
	// Fast checks come first, and the texts last.
	const claims = [
		...(isAsked ? [] : [ofStatus('open')]),
		...oneOf(of('status'), ofStatus),
		...oneOf(of('resolution'), ofResolution),
		...all(of('no'), lacking),
		...all(of('assigned'), (value) => assigned(whose(value, me))),
		...all(of('submitter'), (value) => submitted(whose(value, me))),
		...all(of('label'), labelled),
		...all(of('text'), saying),
	];
	return (ticket) => {
		for (const claim of claims) if (!claim(ticket)) return false;
		return true;
	};
}

const not =
	(claim: Claim): Claim =>
	(ticket) =>
		!claim(ticket);

const all = (terms: readonly Term[], claim: (value: string) => Claim): Claim[] =>
	terms.map(({ value, negated }) => (negated ? not(claim(value)) : claim(value)));

/** Any of the wanted values, and none of the negated ones. */
function oneOf(terms: readonly Term[], claim: (value: string) => Claim): Claim[] {
	const wanted = all(
		terms.filter(({ negated }) => !negated),
		claim,
	);
	const unwanted = all(
		terms.filter(({ negated }) => negated),
		claim,
	);
	return wanted.length > 1
		? [(ticket) => wanted.some((one) => one(ticket)), ...unwanted]
		: [...wanted, ...unwanted];
}

/** A status that only the server knows counts as open: only resolving a ticket closes it. */
export const isOpen = (status: string): boolean => !/^(resolved|closed)$/i.test(status);

/** Judges each word once, because a server has few words and many tickets. */
function judged(judge: (word: string) => boolean): (word: string) => boolean {
	const verdicts = new Map<string, boolean>();
	return (word) => {
		const known = verdicts.get(word);
		if (known !== undefined) return known;
		const verdict = judge(word);
		verdicts.set(word, verdict);
		return verdict;
	};
}

function ofStatus(value: string): Claim {
	if (value === 'any') return () => true;
	const fits = judged((status) => {
		if (value === 'open') return isOpen(status);
		return value === 'closed' ? !isOpen(status) : enumWord(status) === value;
	});
	return ({ status }) => fits(status);
}

function ofResolution(value: string): Claim {
	const fits = judged((resolution) => enumWord(resolution) === value);
	return ({ resolution }) => fits(resolution);
}

const lacking = (what: string): Claim =>
	what === 'label' ? ({ labels }) => labels.length === 0 : ({ assignees }) => assignees.length === 0;

const submitted =
	(fits: (who: Participant) => boolean): Claim =>
	({ submitter }) =>
		submitter !== null && fits(submitter);

const assigned =
	(fits: (who: Participant) => boolean): Claim =>
	({ assignees }) =>
		assignees.some((who) => fits({ type: 'user', ...who }));

/**
 * Whether a person is meant by `me`, `~ana`, `ana` or an address. A name with a tilde matches accounts only: anyone can send a
 * mail under the name of "~ana".
 */
function whose(value: string, me: string | undefined): (who: Participant) => boolean {
	const wanted = value.toLowerCase() === 'me' ? me : value;
	if (wanted === undefined) return () => false;
	const name = fold(wanted);
	const fits = judged((one) => fold(one) === name);
	return name.startsWith('~')
		? (who) => who.type === 'user' && fits(who.canonical_name)
		: (who) => namesOf(who).some(fits);
}

function labelled(value: string): Claim {
	const wanted = fold(value);
	const fits = judged((label) => fold(label) === wanted);
	return ({ labels }) => labels.some(fits);
}

function saying(value: string): Claim {
	const words = fold(value).trim();
	const pattern = plainPattern(words);
	return (ticket) => {
		if (!pattern || !isPlain(ticket)) return foldedText(ticket).includes(words);
		return pattern.test(ticket.title) || pattern.test(ticket.description);
	};
}

/** A pattern that finds folded words in a plain ticket as a search in its folded text does; undefined if they are too long. */
function plainPattern(words: string): RegExp | undefined {
	if (words.length > 1000) return undefined;
	return new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+'), 'i');
}

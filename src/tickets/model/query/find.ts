import { append } from '../../../base/collections.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { foldedLabels, foldedPeople, foldedTitle, updatedAt } from './facts.ts';
import { isOpen } from './match.ts';
import type { Comparison } from './sort.ts';

export interface KnownTicket {
	readonly key: TicketKey;
	readonly ticket: Ticket;
}

/** Where a word was found. */
type Part = 'number' | 'title' | 'label' | 'person' | 'tracker';

export interface FoundTicket<T extends KnownTicket = KnownTicket> {
	readonly found: T;
	/** Where each search word fits best, in the order of the words. */
	readonly parts: readonly Part[];
}

interface Fit {
	/** 0 for the number of the ticket; the higher, the less likely the ticket is meant. */
	readonly cost: number;
	readonly part: Part;
}

type WordMatcher = (known: KnownTicket) => Fit | undefined;

const fits = {
	exactNumber: { cost: 0, part: 'number' },
	titleStart: { cost: 1, part: 'title' },
	titleWord: { cost: 2, part: 'title' },
	numberStart: { cost: 3, part: 'number' },
	labelWord: { cost: 4, part: 'label' },
	personWord: { cost: 4, part: 'person' },
	inTitle: { cost: 5, part: 'title' },
	inLabel: { cost: 6, part: 'label' },
	inPerson: { cost: 6, part: 'person' },
	tracker: { cost: 7, part: 'tracker' },
} satisfies Readonly<Record<string, Fit>>;

/**
 * Finds the tickets that a few letters may mean: a number (`42`, `#42`), a ref or the beginning of one (`editor#4`,
 * `~ana/editor#42`, the address of its page), words of the title, labels, people. Every word must be found somewhere. The
 * most likely tickets come first, then the open ones, then the newest. Without any word: the open ones, then the newest.
 * With `compare`, the tickets are in that order, however likely they are.
 */
export function findTickets<T extends KnownTicket>(
	text: string,
	tickets: Iterable<T>,
	limit: number,
	compare?: Comparison,
): FoundTicket<T>[] {
	const phrase = toSearchForm(text).trim();
	const matchers = phrase.split(' ').filter(Boolean).map(matchWord);
	const byCost = new Map<number, T[]>();
	for (const known of tickets) {
		const fit = costOf(known, matchers, phrase);
		if (fit === undefined) continue;
		const cost = compare ? 0 : fit;
		const alike = byCost.get(cost);
		if (alike) alike.push(known);
		else byCost.set(cost, [known]);
	}
	const isBefore = compare ? (one: Ticket, other: Ticket) => compare(one, other) < 0 : isMoreLikely;
	const found: T[] = [];
	for (const cost of [...byCost.keys()].sort((a, b) => a - b)) {
		if (found.length >= limit) break;
		append(found, first(byCost.get(cost) ?? [], limit - found.length, isBefore));
	}
	return found.map((known) => ({
		found: known,
		parts: matchers.flatMap((one) => one(known)?.part ?? []),
	}));
}

function costOf(known: KnownTicket, matchers: readonly WordMatcher[], phrase: string): number | undefined {
	let sum = 0;
	for (const one of matchers) {
		const fit = one(known);
		if (!fit) return undefined;
		sum += fit.cost;
	}
	if (matchers.length < 2) return sum;
	const whole = bestPosition(foldedTitle(known.ticket), phrase);
	if (whole === 'start') return Math.min(sum, fits.titleStart.cost);
	return whole === 'word' ? Math.min(sum, fits.titleWord.cost) : sum;
}

/** Returns a function that finds the best fit of one search word in a ticket. */
function matchWord(word: string): WordMatcher {
	const byNumber = matchNumber(word);
	const byTracker = matchTracker(word);
	return (known) => {
		const number = byNumber(known);
		if (number?.cost === 0) return number;
		const text = matchText(known.ticket, word);
		if (number && text) return text.cost < number.cost ? text : number;
		return number ?? text ?? byTracker(known);
	};
}

function matchText(ticket: Ticket, word: string): Fit | undefined {
	const title = bestPosition(foldedTitle(ticket), word);
	if (title === 'start') return fits.titleStart;
	if (title === 'word') return fits.titleWord;
	const label = bestPosition(foldedLabels(ticket), word);
	if (label === 'word') return fits.labelWord;
	const person = bestPosition(foldedPeople(ticket), word);
	if (person === 'word') return fits.personWord;
	if (title) return fits.inTitle;
	if (label) return fits.inLabel;
	return person && fits.inPerson;
}

/** The best position of a word in a folded text: at its start, at the start of a word, or inside one. */
function bestPosition(text: string, word: string): 'start' | 'word' | 'inside' | undefined {
	const first = text.indexOf(word);
	if (first === 0) return 'start';
	for (let at = first; at !== -1; at = text.indexOf(word, at + 1)) {
		if (!isLetterOrDigit(text.charCodeAt(at - 1))) return 'word';
	}
	return first === -1 ? undefined : 'inside';
}

/** A letter or a digit. Any character outside of ASCII counts as one. */
const isLetterOrDigit = (code: number) =>
	(code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;

const written = /^(?:(?:(?<owner>~[^/#]+)\/)?(?<tracker>[^/#]+))?#(?<digits>\d*)$|^(?<bare>\d+)$/;
const address = /\/(?<owner>~[^/]+)\/(?<tracker>[^/]+)\/(?<digits>\d+)(?:[/?#]|$)/;

function matchNumber(word: string): WordMatcher {
	const groups = (written.exec(word) ?? address.exec(word))?.groups;
	if (!groups) return () => undefined;
	const { owner, tracker, bare } = groups;
	const digits = bare ?? groups.digits ?? '';
	return ({ key }) => {
		const number = String(key.ticket);
		if (!number.startsWith(digits)) return undefined;
		if (owner !== undefined && key.owner.toLowerCase() !== owner) return undefined;
		if (tracker !== undefined && key.tracker.toLowerCase() !== tracker) return undefined;
		return number === digits ? fits.exactNumber : fits.numberStart;
	};
}

/** Matches the beginning of a tracker's name, or of its owner and name, such as `~ana/ed`. */
const matchTracker = (word: string): WordMatcher =>
	word.includes('/')
		? ({ key }) => (trackerRef(key).toLowerCase().startsWith(word) ? fits.tracker : undefined)
		: ({ key }) => (key.tracker.toLowerCase().startsWith(word) ? fits.tracker : undefined);

/** Open tickets first, then the newest. */
const isMoreLikely = (one: Ticket, other: Ticket): boolean => {
	const open = isOpen(one.status);
	if (open !== isOpen(other.status)) return open;
	const a = updatedAt(one);
	const b = updatedAt(other);
	return a === b ? one.id > other.id : a > b;
};

/** The first tickets in an order. Sorts only as many as are wanted, because there may be ten thousand others. */
function first<T extends KnownTicket>(
	tickets: readonly T[],
	count: number,
	isBefore: (one: Ticket, other: Ticket) => boolean,
): T[] {
	const best: T[] = [];
	for (const one of tickets) {
		const last = best.at(-1);
		if (last && best.length >= count && !isBefore(one.ticket, last.ticket)) continue;
		let [low, high] = [0, best.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const other = best[middle];
			if (other && isBefore(one.ticket, other.ticket)) high = middle;
			else low = middle + 1;
		}
		best.splice(low, 0, one);
		if (best.length > count) best.pop();
	}
	return best;
}

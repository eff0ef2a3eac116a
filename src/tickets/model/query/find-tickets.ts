import { createSlices } from '../../../base/slices.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { type TicketKey, type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import type { TicketPredicate } from './match.ts';
import type { TicketComparison } from './sort.ts';
import type { IndexPart, TicketIndex } from './ticket-index.ts';

/** Where a word was found. */
type WordPart = 'number' | 'title' | 'label' | 'person' | 'tracker';

export interface TicketMatch {
	readonly key: TicketKey;
	readonly ticket: Ticket;
}

export interface FoundTicket extends TicketMatch {
	/** Where each search word fits best, in the order of the words. */
	readonly parts: readonly WordPart[];
}

interface SearchOptions {
	/** Returns what the tickets of a tracker have to match. */
	readonly matches?: ((tracker: TrackerKey) => TicketPredicate | undefined) | undefined;
	/** The order of the tickets, however likely they are. */
	readonly compare?: TicketComparison | undefined;
	/** Whether the tickets of a tracker come before those of others. */
	readonly isPreferred?: (tracker: TrackerKey) => boolean;
}

/**
 * The ways in which a word can fit a ticket. Of several, the first one counts. The higher the cost, the less likely the ticket is
 * meant; it is 0 for its number.
 */
const fits: readonly { readonly cost: number; readonly part: WordPart }[] = [
	{ cost: 0, part: 'number' }, // the whole number
	{ cost: 1, part: 'title' }, // the start of the title
	{ cost: 2, part: 'title' }, // the start of a word
	{ cost: 3, part: 'number' }, // the start of the number
	{ cost: 4, part: 'label' }, // the start of the label, or of a word
	{ cost: 4, part: 'person' }, // the start of the name, or of a word
	{ cost: 5, part: 'title' }, // inside a word
	{ cost: 6, part: 'label' }, // inside a word
	{ cost: 6, part: 'person' }, // inside a word
	{ cost: 7, part: 'tracker' },
];
/* The rank of a fit is its position in `fits`. */
const exactNumber = 0;
const numberStart = 3;
const inTracker = 9;
const inTitle = { start: 1, word: 2, inside: 6 };
const inLabels = { start: 4, word: 4, inside: 7 };
const inPeople = { start: 5, word: 5, inside: 8 };
const noFit = 255;

/** For each ticket of a part that a word fits, lowers its rank in `ranks` to that of the best fit. */
type WordRanker = (part: IndexPart, ranks: Uint8Array) => void;

interface Candidate {
	readonly ticket: Ticket;
	readonly part: IndexPart;
	readonly nth: number;
	readonly cost: number;
}

/**
 * Finds the tickets that a few letters may mean: a number (`42`, `#42`), a ref or the beginning of one (`editor#4`,
 * `~ana/editor#42`, the address of its page), words of the title, labels, people. Every word must be found somewhere. The
 * most likely tickets come first, then the open ones, then the newest. Without any word: the open ones, then the newest.
 */
export function findTickets(
	text: string,
	index: TicketIndex,
	limit: number,
	{ matches, compare, isPreferred = () => false }: SearchOptions = {},
): FoundTicket[] {
	const phrase = toSearchForm(text).trim();
	const rankers = phrase.split(' ').filter(Boolean).map(rankWord);
	const ranksOf = new Map<IndexPart, readonly Uint8Array[]>();
	const preferred = new Set(index.parts.filter(({ key }) => isPreferred(key)));
	const best = new BestTickets(limit, compare, preferred);
	for (const part of index.parts) {
		const ranks = rankers.map((rank) => ranksIn(part, rank));
		ranksOf.set(part, ranks);
		const costs = costsOf(part, ranks, phrase);
		const predicate = matches?.(part.key);
		for (let nth = 0; nth < costs.length; nth++)
			best.add(part, nth, costs[nth] ?? Number.POSITIVE_INFINITY, predicate);
	}
	return best.all.map(({ ticket, part, nth }) => ({
		key: { ...part.key, ticket: ticket.id },
		ticket,
		parts: (ranksOf.get(part) ?? []).flatMap((ranks) => fitOf(ranks, nth)?.part ?? []),
	}));
}

interface TextSearchOptions extends SearchOptions {
	/** The ticket with all the text that is searched. */
	readonly textOf?: ((tracker: TrackerKey, ticket: Ticket) => Ticket) | undefined;
}

/**
 * Finds the tickets that a predicate matches, in slices, because it takes longer to search long texts than a user waits for
 * a letter. Rejects when the signal aborts.
 */
export async function findInTexts(
	index: TicketIndex,
	limit: number,
	{ matches, compare, isPreferred = () => false, textOf = (_, ticket) => ticket }: TextSearchOptions,
	signal: AbortSignal,
): Promise<readonly TicketMatch[]> {
	const slice = createSlices(signal, { waits: true });
	const preferred = new Set(index.parts.filter(({ key }) => isPreferred(key)));
	const best = new BestTickets(limit, compare, preferred);
	for (const part of index.parts) {
		const matchesText = matches?.(part.key);
		const predicate = matchesText && ((ticket: Ticket) => matchesText(textOf(part.key, ticket)));
		for (let nth = 0; nth < part.tickets.length; nth++) {
			best.add(part, nth, 0, predicate);
			if (nth % ticketsPerCheck === 0) await slice();
		}
	}
	return best.all.map(({ ticket, part }) => ({ key: { ...part.key, ticket: ticket.id }, ticket }));
}

/** How many tickets are searched before the time is looked at. */
const ticketsPerCheck = 20;

function ranksIn(part: IndexPart, rank: WordRanker): Uint8Array {
	const ranks = new Uint8Array(part.tickets.length).fill(noFit);
	rank(part, ranks);
	return ranks;
}

const fitOf = (ranks: Uint8Array, nth: number) => fits[ranks[nth] ?? noFit];

/** The costs of the tickets of a part; infinite if a word fits nowhere. */
function costsOf(part: IndexPart, ranksOfWords: readonly Uint8Array[], phrase: string): Float64Array {
	const costs = new Float64Array(part.tickets.length);
	for (const ranks of ranksOfWords)
		for (let nth = 0; nth < costs.length; nth++)
			costs[nth] = (costs[nth] ?? 0) + (fitOf(ranks, nth)?.cost ?? Number.POSITIVE_INFINITY);
	if (ranksOfWords.length < 2) return costs;
	const whole = ranksIn(part, ({ titles }, ranks) =>
		titles.rank(phrase, { ...inTitle, inside: noFit }, ranks),
	);
	return costs.map((cost, nth) =>
		cost === Number.POSITIVE_INFINITY ? cost : Math.min(cost, fitOf(whole, nth)?.cost ?? cost),
	);
}

/** Returns a function that ranks the best fit of one search word in each ticket. */
function rankWord(word: string): WordRanker {
	const rankNumbers = numberRanker(word);
	const isTracker = trackerMatcher(word);
	return (part, ranks) => {
		part.titles.rank(word, inTitle, ranks);
		part.labels.rank(word, inLabels, ranks);
		part.people.rank(word, inPeople, ranks);
		rankNumbers?.(part, ranks);
		if (isTracker(part.key)) lower(ranks, () => inTracker);
	};
}

function lower(ranks: Uint8Array, rankOf: (nth: number) => number): void {
	for (let nth = 0; nth < ranks.length; nth++) ranks[nth] = Math.min(ranks[nth] ?? noFit, rankOf(nth));
}

const referencePattern = /^(?:(?:(?<owner>~[^/#]+)\/)?(?<tracker>[^/#]+))?#(?<digits>\d*)$|^(?<bare>\d+)$/;
const addressPattern = /\/(?<owner>~[^/]+)\/(?<tracker>[^/]+)\/(?<digits>\d+)(?:[/?#]|$)/;

function numberRanker(word: string): WordRanker | undefined {
	const groups = (referencePattern.exec(word) ?? addressPattern.exec(word))?.groups;
	if (!groups) return undefined;
	const { owner, tracker, bare } = groups;
	const digits = bare ?? groups.digits ?? '';
	return ({ key, numbers }, ranks) => {
		if (owner !== undefined && key.owner.toLowerCase() !== owner) return;
		if (tracker !== undefined && key.tracker.toLowerCase() !== tracker) return;
		lower(ranks, (nth) => {
			const number = String(numbers[nth]);
			if (!number.startsWith(digits)) return noFit;
			return number === digits ? exactNumber : numberStart;
		});
	};
}

/** Matches the beginning of a tracker's name, or of its owner and name, such as `~ana/ed`. */
const trackerMatcher = (word: string): ((key: TrackerKey) => boolean) =>
	word.includes('/')
		? (key) => trackerRef(key).toLowerCase().startsWith(word)
		: (key) => key.tracker.toLowerCase().startsWith(word);

/** The first tickets in an order. Sorts only as many as are wanted, because there may be 100,000 others. */
class BestTickets {
	readonly #limit: number;
	readonly #compare: TicketComparison | undefined;
	readonly #preferred: ReadonlySet<IndexPart>;
	readonly #best: Candidate[] = [];

	constructor(limit: number, compare: TicketComparison | undefined, preferred: ReadonlySet<IndexPart>) {
		this.#limit = limit;
		this.#compare = compare;
		this.#preferred = preferred;
	}

	get all(): readonly Candidate[] {
		return this.#best;
	}

	add(part: IndexPart, nth: number, cost: number, predicate: TicketPredicate | undefined): void {
		const ticket = part.tickets[nth];
		if (!ticket || cost === Number.POSITIVE_INFINITY) return;
		const best = this.#best;
		const last = best.at(-1);
		if (last && best.length >= this.#limit && !this.#isBefore(part, nth, cost, last)) return;
		if (predicate?.(ticket) === false) return;
		let [low, high] = [0, best.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const other = best[middle];
			if (other && this.#isBefore(part, nth, cost, other)) high = middle;
			else low = middle + 1;
		}
		best.splice(low, 0, { ticket, part, nth, cost });
		if (best.length > this.#limit) best.pop();
	}

	/** Tickets of preferred trackers come first, then the most likely ones, then the open ones, then the newest. */
	#isBefore(part: IndexPart, nth: number, cost: number, other: Candidate): boolean {
		const ticket = this.#compare && part.tickets[nth];
		if (this.#compare && ticket) return this.#compare(ticket, other.ticket) < 0;
		const isPreferred = this.#preferred.has(part);
		if (isPreferred !== this.#preferred.has(other.part)) return isPreferred;
		if (cost !== other.cost) return cost < other.cost;
		const open = part.areOpen[nth] ?? false;
		if (open !== other.part.areOpen[other.nth]) return open;
		const a = part.updated[nth] ?? 0;
		const b = other.part.updated[other.nth] ?? 0;
		return a === b ? (part.numbers[nth] ?? 0) > (other.part.numbers[other.nth] ?? 0) : a > b;
	}
}

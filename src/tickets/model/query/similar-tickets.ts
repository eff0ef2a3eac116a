import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { isLetterOrDigit, toSearchForm } from '../../../platform/model/search-form.ts';
import { foldedTitle, updatedAt } from './facts.ts';
import { isOpen } from './match.ts';

/** The share of a title's words, by weight, that a similar title has. */
const leastShare = 0.45;
/** More words say nothing more about a title. The matches of a ticket are the bits of one number. */
const maxWords = 16;
/** In a tracker with this many tickets, a word that a quarter of the titles have tells nothing. */
const manyTickets = 20;

/** Words that any two titles may share. */
const stopWords = new Set(
	'a an and are as at be but by can cannot do does for from has have if in into is it its no not of off on or out so than that the then there this to up was when where which while why will with without'.split(
		' ',
	),
);

interface TitleWord {
	readonly text: string;
	/** Whether a word that only begins with it is the same. Short words have too many different continuations. */
	readonly isPrefix: boolean;
	/** Whether it may begin anywhere, because its script has no spaces. */
	readonly isUnspaced: boolean;
}

/**
 * The tickets whose titles are most like a title that the user is writing: at most `limit`, the open ones first, then the most similar.
 * Rare words count more than frequent ones, and endings hardly count. Empty if no title is similar.
 */
export function similarTickets(title: string, tickets: Iterable<Ticket>, limit: number): readonly Ticket[] {
	const words = wordsOf(title);
	if (words.length === 0) return [];
	const counts = words.map(() => 0);
	const matches: { readonly ticket: Ticket; readonly bits: number }[] = [];
	let total = 0;
	for (const ticket of tickets) {
		total += 1;
		const bits = matchWords(foldedTitle(ticket), words, counts);
		if (bits !== 0) matches.push({ ticket, bits });
	}
	const weights = weightsOf(counts, total);
	const sum = (bits: number) =>
		weights.reduce((all, weight, at) => (bits & (1 << at) ? all + weight : all), 0);
	// -1 has the bits of all words.
	const least = Math.max(leastShare * sum(-1), Number.MIN_VALUE);
	const scores = new Map<number, number>();
	const scoreOf = (bits: number) => {
		const known = scores.get(bits) ?? sum(bits);
		scores.set(bits, known);
		return known;
	};
	return matches
		.filter(({ bits }) => scoreOf(bits) >= least)
		.sort((one, other) => scoreOf(other.bits) - scoreOf(one.bits) || compare(one.ticket, other.ticket))
		.slice(0, limit)
		.map(({ ticket }) => ticket)
		.sort((one, other) => Number(isOpen(other.status)) - Number(isOpen(one.status)));
}

/** Open tickets first, then those that were changed last. */
const compare = (one: Ticket, other: Ticket): number =>
	Number(isOpen(other.status)) - Number(isOpen(one.status)) ||
	updatedAt(other) - updatedAt(one) ||
	other.id - one.id;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(title: string): readonly TitleWord[] {
	const all = [...segmenter.segment(toSearchForm(title))].flatMap(({ segment, isWordLike }) =>
		isWordLike && !stopWords.has(segment) ? stemOf(segment) : [],
	);
	return [...new Set(all)].slice(0, maxWords).flatMap((text) => {
		const isUnspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(
			text,
		);
		// A single letter is no word, except in scripts without spaces.
		return text.length > 1 || isUnspaced ? { text, isPrefix: text.length > 3, isUnspaced } : [];
	});
}

/** Removes an English ending, so that `crashes` is found in `crashing`. */
const stemOf = (word: string): string => /^(.{4,}?)(?:ings?|ed|es|s|ly)$/.exec(word)?.[1] ?? word;

/** The words that a folded title has, as bits. Counts them in `counts`. */
function matchWords(title: string, words: readonly TitleWord[], counts: number[]): number {
	let bits = 0;
	for (const [at, word] of words.entries()) {
		if (!hasWord(title, word)) continue;
		bits |= 1 << at;
		counts[at] = (counts[at] ?? 0) + 1;
	}
	return bits;
}

function hasWord(title: string, { text, isPrefix, isUnspaced }: TitleWord): boolean {
	for (let at = title.indexOf(text); at !== -1; at = title.indexOf(text, at + 1)) {
		if (isUnspaced) return true;
		if (isLetterOrDigit(title.charCodeAt(at - 1))) continue;
		if (isPrefix || !isLetterOrDigit(title.charCodeAt(at + text.length))) return true;
	}
	return false;
}

/** How much each word counts. A word that no title has counts as an average one. */
function weightsOf(counts: readonly number[], total: number): readonly number[] {
	const known = counts.map((count) => {
		const isEverywhere = total >= manyTickets && count > total / 4;
		return count === 0 ? undefined : isEverywhere ? 0 : Math.log((total + 1) / count);
	});
	const telling = known.filter((weight) => weight !== undefined && weight > 0);
	const average = telling.reduce<number>((sum, weight = 0) => sum + weight, 0) / Math.max(1, telling.length);
	return known.map((weight) => weight ?? average);
}

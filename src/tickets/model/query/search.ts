import type { Problem, Term } from '../../../platform/model/query/language.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { matcher, type TicketPredicate } from './match.ts';
import { type FieldValues, type FilterKey, parseTicketQuery } from './query.ts';
import { sorter, type TicketComparison } from './sort.ts';

interface Search {
	readonly problems: readonly Problem[];
	/** What is searched for in numbers, titles, labels, people and trackers. */
	readonly words: string;
	/** The words and phrases that are searched for in texts. */
	readonly textParts: readonly string[];
	/** What every ticket that is found has to match; undefined if the text has no filters. `me` is the user of its account. */
	readonly matches: ((me: string | undefined) => TicketPredicate) | undefined;
	/** The same for a search of texts: title or description must have each word. Undefined if the words have too few letters. */
	readonly matchesInText: ((me: string | undefined) => TicketPredicate) | undefined;
	/** The order that the text asks for; undefined if the most likely tickets come first. */
	readonly compare: TicketComparison | undefined;
}

/** Fewer letters are in almost every text. */
const minLetters = 3;

/** In Chinese and Japanese, one or two characters may be a whole word. */
const wholeWords = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function isLongEnough(parts: readonly string[]): boolean {
	const letters = toSearchForm(parts.join('')).replaceAll(' ', '');
	return letters.length >= minLetters || wholeWords.test(letters);
}

const anyStatus: Term<FilterKey> = { key: 'status', value: 'any', isNegated: false };

/**
 * Reads what is typed into *Find Ticket…*. It is a query, with two differences: plain words are searched for instead of being
 * looked up in title and description, and resolved tickets are found too unless the query names a status or a resolution.
 * Reasons: docs/decisions/queries.md.
 */
export function readSearch(text: string, known: FieldValues = {}): Search {
	const { terms, words, order, problems } = parseTicketQuery(text, known);
	const filters = terms.filter((term) => !words.includes(term));
	const hasStatus = filters.some(({ key }) => key === 'status' || key === 'resolution');
	const query = { terms: hasStatus ? filters : [...filters, anyStatus], order };
	const textParts = terms
		.filter(({ key, isNegated }) => key === 'text' && !isNegated)
		.map(({ value }) => value);
	return {
		problems,
		words: words.map(({ value }) => value).join(' '),
		textParts,
		matches: filters.length === 0 ? undefined : (me) => matcher(query, { me }),
		matchesInText: isLongEnough(textParts)
			? (me) => matcher({ ...query, terms: [...query.terms, ...words] }, { me })
			: undefined,
		compare: order.length === 0 ? undefined : sorter(query),
	};
}

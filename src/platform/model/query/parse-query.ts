import { toSearchForm } from '../search-form.ts';
import {
	type Order,
	type ParsedQuery,
	type Problem,
	type QueryLanguage,
	sortKeys,
	type Term,
} from './language.ts';
import { nearest } from './nearest.ts';
import { pieces, type QueryPiece } from './pieces.ts';
import { didYouMean, joinWithOr, shorten, suggestValue } from './values.ts';
import { quoted } from './write.ts';

/**
 * Parses a query. Never throws: an invalid part is reported as a problem and left out, and the rest applies. A word
 * that is only unknown, such as a status that no item has so far, is reported as a problem and still applies.
 */
export function parseQuery<Key extends string, Field extends string, Known>(
	language: QueryLanguage<Key, Field, Known>,
	text: string,
	known: Known,
): ParsedQuery<Key, Field> {
	const { filters, sortFields } = language;
	const isFilterKey = (key: string): key is Key => Object.hasOwn(filters, key);
	const isSortField = (word: string): word is Field => Object.hasOwn(sortFields, word);
	const allKeys = keysOf(language);
	const terms: Term<Key>[] = [];
	const words: Term<Key>[] = [];
	const order: Order<Field>[] = [];
	const problems: Problem[] = [];
	for (const piece of pieces(text)) {
		const { start, end, isNegated, value } = piece;
		const report = (message: string) => problems.push({ start, end, message });
		if (!piece.isClosed) report('The closing quotation mark is missing. Add it at the end of the phrase.');
		const key = piece.key?.toLowerCase();
		if (key === undefined || isProse(piece, key, language)) {
			const term = readText(piece, text, report, language);
			if (term) terms.push(term);
			if (term && !isNegated && !piece.isQuoted) words.push(term);
		} else if (!allKeys.includes(key))
			report(`Unknown filter "${shorten(key)}:".${insteadOf(piece, key, language)}`);
		else if (value.trim() === '')
			report(`Filter ${key}: needs a value, such as ${exampleOf(key, language)}.`);
		else if (!isFilterKey(key)) {
			const by = value.toLowerCase();
			if (!isSortField(by)) report(sortProblem(by, key, language));
			else if (isNegated) report(`To reverse the order, use ${key === 'sort' ? 'rsort' : 'sort'}:${by}.`);
			else order.push({ by, isReversed: key === 'rsort' });
		} else {
			const { normalize, problem: problemOf, dropsUnknown = false } = filters[key];
			const normalized = normalize?.(value) ?? value;
			const problem = problemOf(normalized, known);
			if (problem !== undefined) report(problem);
			if (problem === undefined || !dropsUnknown) terms.push({ key, value: normalized, isNegated });
		}
	}
	return { terms, words, order, problems };
}

type Language = QueryLanguage<string, string, never>;

const keysOf = ({ filters }: Language): readonly string[] => [...Object.keys(filters), ...sortKeys];

/** `std::vector`, `https://…`, `C:\dir` and `TypeError:` are text, not a key and its value. */
const isProse = ({ value, isQuoted }: QueryPiece, key: string, language: Language) =>
	!isQuoted &&
	!keysOf(language).includes(key) &&
	(/^[:\\]|^\/\//.test(value) || (value === '' && !suggestedKey(key, language)));

function readText(
	{ bodyStart, end, isQuoted, value, isNegated }: QueryPiece,
	text: string,
	report: (message: string) => void,
	language: Language,
): Term<never> | undefined {
	const words = isQuoted ? value : text.slice(bodyStart, end);
	// Other forges negate filters with `-`, as in `-label:bug`. Here that is text.
	const [, key = '', rest = ''] = isQuoted ? [] : (/^-([a-z]+):(.*)$/is.exec(words) ?? []);
	if (keysOf(language).includes(key)) report(`To exclude ${language.nouns}, use !${key}:${shorten(rest)}.`);
	else if (toSearchForm(words).trim() !== '') return { key: 'text', value: words, isNegated };
	else if (isNegated) report(`Add a word or filter after ! to exclude ${language.nouns}.`);
	return undefined;
}

/** The key that the user may have meant. */
const suggestedKey = (key: string, language: Language) =>
	Object.hasOwn(language.otherNames, key) ? language.otherNames[key] : nearest(key, keysOf(language));

function insteadOf({ isNegated, value }: QueryPiece, key: string, language: Language): string {
	const suggested = suggestedKey(key, language);
	if (suggested !== undefined)
		return didYouMean(`${isNegated ? '!' : ''}${suggested}:${value === '' ? '' : quoted(value)}`);
	const available = keysOf(language).map((one) => `${one}:`);
	return ` Available filters: ${available.join(', ')}. To search for this text, quote it: ${shorten(quoted(`${key}:${value}`))}.`;
}

const exampleOf = (key: string, { filters, sortFields }: Language): string => {
	const [first, second = first] = Object.keys(sortFields);
	return filters[key]?.example ?? `${key}:${key === 'sort' ? first : second}`;
};

function sortProblem(by: string, key: string, language: Language): string {
	const fields = Object.keys(language.sortFields);
	const instead = `Use ${joinWithOr(fields)}.`;
	const reason = language.sortProblem?.(by);
	if (reason !== undefined) return `${reason} ${instead}`;
	return `Unknown sort order "${shorten(by)}". ${instead}${suggestValue(key, by, fields)}`;
}

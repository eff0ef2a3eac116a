import { truncate } from '../../../base/text/truncate.ts';
import { resolutions, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { nearest } from './nearest.ts';
import { pieces, type QueryPiece } from './pieces.ts';
import {
	absences,
	enumWord,
	type FieldValues,
	type FilterKey,
	filterKeys,
	type Order,
	type Problem,
	type Query,
	type SortField,
	sortFields,
	sortKeys,
	statusGroups,
	type Term,
} from './query.ts';
import { quoted } from './write.ts';

export interface ParsedQuery extends Query {
	readonly problems: readonly Problem[];
	/** The terms that are words without quotation marks or `!`. A search looks for them in more than the text. */
	readonly words: readonly Term[];
}

/** Keys that users know from the search of other forges. */
const otherNames: Readonly<Record<string, string>> = {
	is: 'status',
	state: 'status',
	author: 'submitter',
	from: 'submitter',
	assignee: 'assigned',
	tag: 'label',
	order: 'sort',
};

const allKeys = [...filterKeys, ...sortKeys];
const isFilterKey = (key: string): key is FilterKey => filterKeys.some((one) => one === key);
const isSortField = (word: string): word is SortField => sortFields.some((field) => field === word);

/** Keeps a message on one line: a value may be of any length. */
const shorten = (text: string) => truncate(text, 60);

const joinWithOr = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
const didYouMean = (word: string | undefined) =>
	word === undefined ? '' : ` Did you mean ${shorten(word)}?`;

/**
 * Parses a query. Never throws: an invalid part is reported as a problem and left out, and the rest applies. A word
 * that is only unknown, such as a status that no ticket has so far, is reported as a problem and still applies.
 */
export function parseQuery(text: string, known: FieldValues = {}): ParsedQuery {
	const terms: Term[] = [];
	const words: Term[] = [];
	const order: Order[] = [];
	const problems: Problem[] = [];
	for (const piece of pieces(text)) {
		const { start, end, isNegated, value } = piece;
		const report = (message: string) => problems.push({ start, end, message });
		if (!piece.isClosed) report('The closing quotation mark is missing. Add it at the end of the phrase.');
		const key = piece.key?.toLowerCase();
		if (key === undefined || isProse(piece, key)) {
			const term = readText(piece, text, report);
			if (term) terms.push(term);
			if (term && !isNegated && !piece.isQuoted) words.push(term);
		} else if (!allKeys.some((one) => one === key))
			report(`Unknown filter "${shorten(key)}:".${insteadOf(piece, key)}`);
		else if (value.trim() === '') report(`Filter ${key}: needs a value, such as ${example(key)}.`);
		else if (!isFilterKey(key)) {
			const by = value.toLowerCase();
			if (!isSortField(by)) report(sortProblem(by, key));
			else if (isNegated) report(`To reverse the order, use ${key === 'sort' ? 'rsort' : 'sort'}:${by}.`);
			else order.push({ by, isReversed: key === 'rsort' });
		} else {
			const normalized = normalize[key](value);
			const problem = valueProblems[key](normalized, known);
			if (problem !== undefined) report(problem);
			if (key !== 'no' || absences.some((absence) => absence === normalized))
				terms.push({ key, value: normalized, isNegated });
		}
	}
	return { terms, words, order, problems };
}

/** `std::vector`, `https://…`, `C:\dir` and `TypeError:` are text, not a key and its value. */
const isProse = ({ value, isQuoted }: QueryPiece, key: string) =>
	!isQuoted &&
	!allKeys.some((one) => one === key) &&
	(/^[:\\]|^\/\//.test(value) || (value === '' && !suggestedKey(key)));

function readText(
	{ bodyStart, end, isQuoted, value, isNegated }: QueryPiece,
	text: string,
	report: (message: string) => void,
): Term | undefined {
	const words = isQuoted ? value : text.slice(bodyStart, end);
	// Other forges negate filters with `-`, as in `-label:bug`. Here that is text.
	const [, key, rest = ''] = isQuoted ? [] : (/^-([a-z]+):(.*)$/is.exec(words) ?? []);
	if (allKeys.some((one) => one === key)) report(`To exclude tickets, use !${key}:${shorten(rest)}.`);
	else if (toSearchForm(words).trim() !== '') return { key: 'text', value: words, isNegated };
	else if (isNegated) report('Add a word or filter after ! to exclude tickets.');
	return undefined;
}

/** The key that the user may have meant. */
const suggestedKey = (key: string) =>
	Object.hasOwn(otherNames, key) ? otherNames[key] : nearest(key, allKeys);

function insteadOf({ isNegated, value }: QueryPiece, key: string): string {
	const suggested = suggestedKey(key);
	if (suggested !== undefined)
		return didYouMean(`${isNegated ? '!' : ''}${suggested}:${value === '' ? '' : quoted(value)}`);
	return ` Available filters: ${allKeys.map((one) => `${one}:`).join(', ')}. To search for this text, quote it: ${shorten(quoted(`${key}:${value}`))}.`;
}

const example = (key: string) => examples[key] ?? `${key}:`;
const examples: Readonly<Record<string, string>> = {
	status: 'status:open',
	resolution: 'resolution:fixed',
	label: 'label:bug or label:"needs info"',
	assigned: 'assigned:me or assigned:~ana',
	submitter: 'submitter:me or submitter:~ana',
	no: 'no:label or no:assignee',
	sort: 'sort:updated',
	rsort: 'rsort:created',
};

const sortProblem = (by: string, key: string) =>
	by === 'comments' || by === 'comment'
		? `Tickets cannot be sorted by comments, because the forge does not provide their number. Use ${joinWithOr(sortFields)}.`
		: `Unknown sort order "${shorten(by)}". Use ${joinWithOr(sortFields)}.${didYouMean(withPrefix(`${key}:`, nearest(by, sortFields)))}`;

const withPrefix = (prefix: string, word: string | undefined) =>
	word === undefined ? undefined : `${prefix}${quoted(word)}`;

/** Normalizes a value for its term. */
const normalize: Readonly<Record<FilterKey, (value: string) => string>> = {
	status: enumWord,
	resolution: enumWord,
	label: (value) => value,
	assigned: (value) => value,
	submitter: (value) => value,
	no: (value) =>
		value
			.toLowerCase()
			.replace(/s$/, '')
			.replace(/^assigned$/, 'assignee'),
};

const problemUnless = (
	key: FilterKey,
	value: string,
	words: readonly string[],
	describe: (hint: string) => string,
): string | undefined =>
	words.some((word) => word === value)
		? undefined
		: describe(didYouMean(withPrefix(`${key}:`, nearest(value, words))));

/** The message about an unknown value; undefined if nothing is wrong. */
const valueProblems: Readonly<Record<FilterKey, (value: string, known: FieldValues) => string | undefined>> =
	{
		status: (value, known) => {
			const words = [...statusGroups, ...ticketStatuses, ...(known.statuses ?? []).map(enumWord)];
			return problemUnless('status', value, words, (hint) => `Unknown status "${shorten(value)}".${hint}`);
		},
		resolution: (value, known) => {
			const words = [...resolutions, 'closed', ...(known.resolutions ?? []).map(enumWord)];
			return problemUnless(
				'resolution',
				value,
				words,
				(hint) => `Unknown resolution "${shorten(value)}".${hint}`,
			);
		},
		label: (value, { labels, hasAllLabels = true }) => {
			if (!labels || !hasAllLabels) return undefined;
			if (labels.some((label) => toSearchForm(label) === toSearchForm(value))) return undefined;
			return `Unknown label "${shorten(value)}".${didYouMean(withPrefix('label:', nearest(value, labels)))}`;
		},
		assigned: (value, known) => unknownUserProblem('assigned', value, known),
		submitter: (value, known) => unknownUserProblem('submitter', value, known),
		no: (value) =>
			problemUnless('no', value, absences, (hint) => `Only no:label and no:assignee are supported.${hint}`),
	};

/** Not all people are known, so only a likely typo is reported. */
function unknownUserProblem(key: FilterKey, value: string, { people = [] }: FieldValues): string | undefined {
	const name = value.toLowerCase();
	const isKnown = (one: string) => one.toLowerCase() === name || one.toLowerCase() === `~${name}`;
	if (name === 'me' || people.some(isKnown)) return undefined;
	const other = nearest(value.startsWith('~') ? value : `~${value}`, people);
	return other === undefined
		? undefined
		: `Unknown user "${shorten(value)}".${didYouMean(`${key}:${other}`)}`;
}

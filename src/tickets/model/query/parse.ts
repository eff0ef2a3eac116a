import { resolutions, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import { fold } from './fold.ts';
import { nearest } from './nearest.ts';
import { type Piece, pieces } from './pieces.ts';
import {
	absences,
	enumWord,
	type FilterKey,
	filterKeys,
	type Known,
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
const isFilter = (key: string): key is FilterKey => filterKeys.some((one) => one === key);
const isField = (word: string): word is SortField => sortFields.some((one) => one === word);

/** Keeps a message on one line: a value may be of any length. */
const brief = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
const meant = (word: string | undefined) => (word === undefined ? '' : ` Did you mean ${brief(word)}?`);

/**
 * Parses a query. Never throws: a part that makes no sense is reported as a problem and left out, and the rest applies. A word
 * that is only unknown, such as a status that no ticket has so far, is reported as a problem and still applies.
 */
export function parseQuery(text: string, known: Known = {}): ParsedQuery {
	const terms: Term[] = [];
	const order: Order[] = [];
	const problems: Problem[] = [];
	for (const piece of pieces(text)) {
		const { start, end, negated, value } = piece;
		const wrong = (message: string) => problems.push({ start, end, message });
		if (!piece.closed) wrong('The closing quotation mark is missing. Add it at the end of the phrase.');
		const key = piece.key?.toLowerCase();
		if (key === undefined || isProse(piece, key)) readText(piece, text, terms, wrong);
		else if (!allKeys.some((one) => one === key))
			wrong(`Unknown filter "${brief(key)}:".${insteadOf(piece, key)}`);
		else if (value.trim() === '') wrong(`Filter ${key}: needs a value, such as ${example(key)}.`);
		else if (!isFilter(key)) {
			const by = value.toLowerCase();
			if (!isField(by)) wrong(noSorting(by, key));
			else if (negated) wrong(`To reverse the order, use ${key === 'sort' ? 'rsort' : 'sort'}:${by}.`);
			else order.push({ by, reversed: key === 'rsort' });
		} else {
			const understood = read[key](value);
			const doubt = doubts[key](understood, known);
			if (doubt !== undefined) wrong(doubt);
			if (key !== 'no' || absences.some((one) => one === understood))
				terms.push({ key, value: understood, negated });
		}
	}
	return { terms, order, problems };
}

/** `std::vector`, `https://…`, `C:\dir` and `TypeError:` are text, not a key and its value. */
const isProse = ({ value, quoted }: Piece, key: string) =>
	!quoted &&
	!allKeys.some((one) => one === key) &&
	(/^[:\\]|^\/\//.test(value) || (value === '' && !suggested(key)));

function readText(
	{ bodyStart, end, quoted: phrase, value, negated }: Piece,
	text: string,
	terms: Term[],
	wrong: (message: string) => void,
) {
	const words = phrase ? value : text.slice(bodyStart, end);
	// Other forges negate with `-`. A word can begin like this, a term cannot.
	const [, key = '', rest = ''] = (!phrase && /^-([a-z]+):(.*)$/is.exec(words)) || [];
	if (allKeys.some((one) => one === key)) wrong(`To exclude tickets, use !${key}:${brief(rest)}.`);
	else if (fold(words).trim() !== '') terms.push({ key: 'text', value: words, negated });
	else if (negated) wrong('Add a word or filter after ! to exclude tickets.');
}

const suggested = (key: string) => (Object.hasOwn(otherNames, key) ? otherNames[key] : nearest(key, allKeys));

function insteadOf({ negated, value }: Piece, key: string): string {
	const other = suggested(key);
	if (other !== undefined) return meant(`${negated ? '!' : ''}${other}:${value === '' ? '' : quoted(value)}`);
	return ` Available filters: ${allKeys.map((one) => `${one}:`).join(', ')}. To search for this text, quote it: ${brief(quoted(`${key}:${value}`))}.`;
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

const noSorting = (by: string, key: string) =>
	by === 'comments' || by === 'comment'
		? `Tickets cannot be sorted by comments, because the forge does not provide their number. Use ${listed(sortFields)}.`
		: `Unknown sort order ${brief(by)}. Use ${listed(sortFields)}.${meant(ifAny(`${key}:`, nearest(by, sortFields)))}`;

const ifAny = (before: string, word: string | undefined) =>
	word === undefined ? undefined : `${before}${quoted(word)}`;

/** Normalizes a value for its term. */
const read: Readonly<Record<FilterKey, (value: string) => string>> = {
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

const unless = (
	key: FilterKey,
	value: string,
	words: readonly string[],
	told: (hint: string) => string,
): string | undefined =>
	words.some((word) => word === value) ? undefined : told(meant(ifAny(`${key}:`, nearest(value, words))));

/** The message about an unknown value; undefined if nothing is wrong. */
const doubts: Readonly<Record<FilterKey, (value: string, known: Known) => string | undefined>> = {
	status: (value, known) => {
		const words = [...statusGroups, ...ticketStatuses, ...(known.statuses ?? []).map(enumWord)];
		return unless('status', value, words, (hint) => `Unknown status ${brief(value)}.${hint}`);
	},
	resolution: (value, known) => {
		const words = [...resolutions, 'closed', ...(known.resolutions ?? []).map(enumWord)];
		return unless('resolution', value, words, (hint) => `Unknown resolution ${brief(value)}.${hint}`);
	},
	label: (value, { labels }) => {
		if (!labels || labels.some((label) => fold(label) === fold(value))) return undefined;
		return `This tracker has no label ${brief(value)}.${meant(ifAny('label:', nearest(value, labels)))}`;
	},
	assigned: (value, known) => stranger('assigned', value, known),
	submitter: (value, known) => stranger('submitter', value, known),
	no: (value) =>
		unless('no', value, absences, (hint) => `Only no:label and no:assignee are supported.${hint}`),
};

/** Not all people are known, so only a likely typo is reported. */
function stranger(key: FilterKey, value: string, { people = [] }: Known): string | undefined {
	const name = value.toLowerCase();
	const isKnown = (one: string) => one.toLowerCase() === name || one.toLowerCase() === `~${name}`;
	if (name === 'me' || people.some(isKnown)) return undefined;
	const other = nearest(value.startsWith('~') ? value : `~${value}`, people);
	return other === undefined ? undefined : `Unknown user ${brief(value)}.${meant(`${key}:${other}`)}`;
}

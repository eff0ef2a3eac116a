import { completeQuery } from './complete-query.ts';
import type { QueryLanguage } from './language.ts';
import { parseQuery } from './parse-query.ts';

/** A row that replaces the query with `text`. */
interface CompletionRow {
	readonly kind: 'completion';
	readonly what: 'key' | 'value';
	readonly label: string;
	readonly note: string;
	readonly text: string;
}

interface ProblemRow {
	readonly kind: 'problem';
	readonly label: string;
}

/** A row that helps to write a query, in every box that takes one. */
export type HelpRow = CompletionRow | ProblemRow;

interface QueryHelp {
	readonly completions: readonly CompletionRow[];
	readonly problems: readonly ProblemRow[];
	/** A completion is likely what the user wants next. */
	readonly isUnfinished: boolean;
	/** A value that is only unknown here, such as a label, is no mistake. */
	readonly hasMistakes: boolean;
}

const maxCompletions = 30;
/** The maximum if there is a problem before the last word, so that its row stays visible. */
const fewCompletions = 8;

/** `always` is what is known of the items that makes other values mistakes, and not only unknown here. */
export function queryHelp<Known>(
	language: QueryLanguage<string, string, Known>,
	text: string,
	known: Known,
	always: Known,
): QueryHelp {
	const { problems } = parseQuery(language, text, known);
	const mistakes = parseQuery(language, text, always).problems;
	const { start, end, items } = completeQuery(language, text, text.length, known);
	const isInWord = (problem: { readonly end: number }) => problem.end === text.length;
	const most = problems.every(isInWord) ? maxCompletions : fewCompletions;
	const useful = items.filter((item) => item.text !== text.slice(start, end));
	return {
		completions: useful.slice(0, most).map(({ text: written, detail }) => ({
			kind: 'completion',
			what: text[start - 1] === ':' ? 'value' : 'key',
			label: written,
			note: detail,
			text: `${text.slice(0, start)}${written}${text.slice(end)}`,
		})),
		problems: problems.map(({ message }) => ({ kind: 'problem', label: message })),
		isUnfinished: useful.length > 0 && problems.some(isInWord),
		hasMistakes: mistakes.length > 0,
	};
}

/**
 * Puts help around the rows that apply a query or are found by it. Enter accepts the first row: a completion while the last word is
 * unfinished, else a problem if the query has a mistake, else one of `rows`.
 */
export function withHelp<Row>(
	rows: readonly Row[],
	{ completions, problems, isUnfinished, hasMistakes }: QueryHelp,
): readonly (Row | HelpRow)[] {
	if (isUnfinished) return [...completions, ...rows, ...problems];
	return hasMistakes ? [...problems, ...rows, ...completions] : [...rows, ...problems, ...completions];
}

/**
 * The same around what a search finds. A new word gets no completions: a search begins with what it finds. The filter whose name the last
 * word begins is below the first row, because it would be out of sight below a hundred.
 */
export function withFoundHelp<Row>(
	text: string,
	rows: readonly Row[],
	help: QueryHelp,
): readonly (Row | HelpRow)[] {
	const { completions, isUnfinished, hasMistakes } = help;
	if (/(^|\s)!?$/.test(text)) return withHelp(rows, { ...help, completions: [] });
	const isKey = /(^|[\s!])[a-z]{2,}$/i.test(text);
	if (!isKey || isUnfinished || hasMistakes) return withHelp(rows, help);
	return withHelp([...rows.slice(0, 1), ...completions, ...rows.slice(1)], { ...help, completions: [] });
}

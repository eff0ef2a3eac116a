import type { Ticket } from '../../forge/shapes/trackers.ts';
import { count } from '../../platform/model/words.ts';
import { completions } from '../model/query/complete.ts';
import { matcher, type QueryUser } from '../model/query/match.ts';
import { parseQuery } from '../model/query/parse.ts';
import type { KnownValues, Problem } from '../model/query/query.ts';

/** A row below the input field of a filter. */
export type FilterRow =
	/** Applies the query as it is. */
	| { readonly kind: 'apply'; readonly label: string }
	/** Replaces the query with `text`. */
	| {
			readonly kind: 'completion';
			readonly what: 'key' | 'value';
			readonly label: string;
			readonly note: string;
			readonly text: string;
	  }
	| { readonly kind: 'problem'; readonly label: string };

/** What the filter will be applied to. */
export interface FilterContext extends QueryUser {
	readonly tickets: readonly Ticket[];
	/** Whether `tickets` has all tickets of the tracker. */
	readonly isComplete: boolean;
	readonly known: KnownValues;
}

const mostProposals = 30;
/** The maximum if there is a problem before the last word, so that its row stays visible. */
const fewProposals = 8;

/**
 * The rows for a query. Enter accepts the first one: a completion while the last word is unfinished, else a problem if
 * the query has a mistake, else `apply`. A value that is only unknown here, such as a label, is no mistake.
 */
export function filterRows(text: string, context: FilterContext): readonly FilterRow[] {
	const { statuses = [], resolutions = [] } = context.known;
	const { problems } = parseQuery(text, context.known);
	const mistakes = parseQuery(text, { statuses, resolutions }).problems;
	const { start, end, items } = completions(text, text.length, context.known);
	const isInWord = (problem: Problem) => problem.end === text.length;
	const isUnfinished = items.length > 0 && problems.some(isInWord);
	const most = problems.every(isInWord) ? mostProposals : fewProposals;
	const apply: FilterRow = { kind: 'apply', label: applyLabel(text, context) };
	const proposals = items.slice(0, most).map((one): FilterRow => {
		const written = `${text.slice(0, start)}${one.text}${text.slice(end)}`;
		const what = text[start - 1] === ':' ? 'value' : 'key';
		return { kind: 'completion', what, label: one.text, note: one.detail, text: written };
	});
	const problemRows = problems.map(({ message }): FilterRow => ({ kind: 'problem', label: message }));
	if (isUnfinished) return [...proposals, apply, ...problemRows];
	return mistakes.length > 0 ? [...problemRows, apply, ...proposals] : [apply, ...problemRows, ...proposals];
}

function applyLabel(text: string, { tickets, isComplete, known, me }: FilterContext): string {
	if (text.trim() === '') return 'Show all tickets';
	const n = tickets.filter(matcher(parseQuery(text, known), { me })).length;
	return `${n === 0 ? 'No matching tickets' : `Show ${count(n, 'ticket')}`}${isComplete ? '' : ' so far'}`;
}

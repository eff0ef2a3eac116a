import { toSearchForm } from '../search-form.ts';
import { type Proposal, type QueryLanguage, sortKeys } from './language.ts';
import { pieces, type QueryPiece } from './pieces.ts';

/** The proposals at the cursor, and the range of the text that they replace. */
export interface QueryCompletion {
	readonly start: number;
	readonly end: number;
	readonly items: readonly Proposal[];
}

/** The proposals at a position in a query: keys, and after a key its values. None inside a phrase. */
export function completeQuery<Known>(
	language: QueryLanguage<string, string, Known>,
	text: string,
	cursor: number,
	known: Known,
): QueryCompletion {
	const at = Math.max(0, Math.min(cursor, text.length));
	const piece = pieces(text).find(({ start, end }) => start <= at && at <= end);
	if (!piece || at < piece.bodyStart)
		return { start: at, end: at, items: piece ? [] : keysLike('', language) };
	const key = piece.key?.toLowerCase();
	if (key === undefined || at < piece.valueStart) {
		if (piece.isQuoted && key === undefined) return { start: at, end: at, items: [] };
		// Replaces the key with its colon, if it has one, and keeps the value.
		const end = key === undefined ? piece.end : piece.valueStart;
		return { start: piece.bodyStart, end, items: keysLike(text.slice(piece.bodyStart, at), language) };
	}
	const items = matching(valuesOf(key, language, known), writtenBefore(piece, text, at));
	// A word may follow the closing quotation mark directly. Without a space, it would become part of the value.
	const space = /\S/.test(text.charAt(piece.end)) ? ' ' : '';
	return {
		start: piece.valueStart,
		end: piece.end,
		items: items.map((item) => ({ ...item, text: item.text + space })),
	};
}

function valuesOf<Known>(
	key: string,
	{ filters, sortFields }: QueryLanguage<string, string, Known>,
	known: Known,
): readonly Proposal[] {
	if (sortKeys.some((one) => one === key))
		return Object.entries(sortFields).map(([text, detail]) => ({ text, detail }));
	return Object.hasOwn(filters, key) ? (filters[key]?.proposals(known) ?? []) : [];
}

const writtenBefore = ({ valueStart, isQuoted }: QueryPiece, text: string, at: number) =>
	text.slice(isQuoted ? valueStart + 1 : valueStart, at).replace(/"$/, '');

function keysLike(
	written: string,
	{ filters, sortDetails }: QueryLanguage<string, string, never>,
): readonly Proposal[] {
	const keys = [
		...Object.entries(filters).map(([key, { detail }]) => ({ text: `${key}:`, detail })),
		...sortKeys.map((key, at) => ({ text: `${key}:`, detail: sortDetails[at] ?? '' })),
	];
	return keys.filter(({ text }) => text.startsWith(written.toLowerCase()));
}

/** Items that start with the written text come first, then those that contain it elsewhere. */
function matching(items: readonly Proposal[], written: string): readonly Proposal[] {
	const wanted = toSearchForm(written);
	const names = items.map(({ text }) => toSearchForm(text).replace(/^["~]+/, ''));
	const wantedName = wanted.replace(/^~/, '');
	const isFirst = (index: number) => names[index]?.startsWith(wantedName) ?? false;
	return [
		...items.filter((_, index) => isFirst(index)),
		...items.filter((_, index) => !isFirst(index) && names[index]?.includes(wantedName)),
	];
}

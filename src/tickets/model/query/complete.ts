import { resolutions, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { pieces, type QueryPiece } from './pieces.ts';
import {
	absences,
	enumWord,
	type FieldValues,
	type FilterKey,
	sortFields,
	type sortKeys,
	statusGroups,
} from './query.ts';
import { quoted } from './write.ts';

interface Proposal {
	readonly text: string;
	/** A short explanation. */
	readonly detail: string;
}

/** The proposals at the cursor, and the range of the text that they replace. */
export interface QueryCompletion {
	readonly start: number;
	readonly end: number;
	readonly items: readonly Proposal[];
}

type Key = FilterKey | (typeof sortKeys)[number];

const keyDetails: Readonly<Record<Key, string>> = {
	status: 'open, closed, any, or a status (repeat to find any of several)',
	resolution: 'a resolution (repeat to find any of several)',
	label: 'has this label (repeat to require several)',
	assigned: 'is assigned to this user',
	submitter: 'was submitted by this user',
	no: 'has no labels, or is not assigned',
	sort: 'newest first, titles from A to Z',
	rsort: 'oldest first, titles from Z to A',
};

const details: Readonly<Record<string, string>> = {
	open: 'not resolved',
	closed: 'resolved',
	any: 'open and closed',
	reported: 'new, not confirmed yet',
	confirmed: 'confirmed',
	in_progress: 'being worked on',
	pending: 'waiting for something',
	resolved: 'done, with a resolution',
	unresolved: 'not resolved',
	wont_fix: "won't be fixed",
	by_design: 'works as intended',
	not_our_bug: 'caused by other software',
	updated: 'by last update',
	created: 'by creation date',
	id: 'by number',
	title: 'alphabetically',
	me: 'your account',
};

/** Proposes a word that servers use, with its explanation from `details` or else the word itself. */
const proposal = (word: string): Proposal => ({
	text: quoted(word),
	detail: details[word] ?? word.replaceAll('_', ' '),
});

/** The values that tickets have, the most used first, then the others. */
const enumValues = (used: readonly string[] = [], builtIn: readonly string[]) => [
	...new Set([...used.map(enumWord), ...builtIn]),
];

const userProposals = (likely: readonly string[] = [], people: readonly string[] = []): Proposal[] => [
	proposal('me'),
	...[...new Set([...likely, ...people])].map((one) => ({
		text: quoted(one),
		detail: one.startsWith('~') ? '' : one.includes('@') ? 'by email' : 'from another site',
	})),
];

const values: Readonly<Record<Key, (known: FieldValues) => Proposal[]>> = {
	status: ({ statuses }) =>
		[...new Set([...statusGroups, ...enumValues(statuses, ticketStatuses)])].map(proposal),
	resolution: ({ resolutions: used }) => enumValues(used, resolutions).map(proposal),
	label: ({ labels = [] }) => [...new Set(labels)].map((label) => ({ text: quoted(label), detail: 'label' })),
	assigned: ({ assignees, people }) => userProposals(assignees, people),
	submitter: ({ submitters, people }) => userProposals(submitters, people),
	no: () => absences.map((what) => ({ text: what, detail: `tickets without ${what}` })),
	sort: () => sortFields.map(proposal),
	rsort: () => sortFields.map(proposal),
};

const isKey = (key: string): key is Key => Object.hasOwn(values, key);

/** The proposals at a position in a query: keys, and after a key its values. None inside a phrase. */
export function completions(text: string, cursor: number, known: FieldValues): QueryCompletion {
	const at = Math.max(0, Math.min(cursor, text.length));
	const piece = pieces(text).find(({ start, end }) => start <= at && at <= end);
	if (!piece || at < piece.bodyStart) return { start: at, end: at, items: piece ? [] : keysLike('') };
	const key = piece.key?.toLowerCase();
	if (key === undefined || at < piece.valueStart) {
		if (piece.isQuoted && key === undefined) return { start: at, end: at, items: [] };
		// Replaces the key with its colon, if it has one, and keeps the value.
		const end = key === undefined ? piece.end : piece.valueStart;
		return { start: piece.bodyStart, end, items: keysLike(text.slice(piece.bodyStart, at)) };
	}
	const items = isKey(key) ? matching(values[key](known), writtenBefore(piece, text, at)) : [];
	// A word may follow the closing quotation mark directly. Without a space, it would become part of the value.
	const space = /\S/.test(text.charAt(piece.end)) ? ' ' : '';
	return {
		start: piece.valueStart,
		end: piece.end,
		items: items.map((item) => ({ ...item, text: item.text + space })),
	};
}

const writtenBefore = ({ valueStart, isQuoted }: QueryPiece, text: string, at: number) =>
	text.slice(isQuoted ? valueStart + 1 : valueStart, at).replace(/"$/, '');

const keysLike = (written: string): Proposal[] =>
	Object.entries(keyDetails)
		.filter(([key]) => key.startsWith(written.toLowerCase()))
		.map(([key, detail]) => ({ text: `${key}:`, detail }));

/** Items that start with the written text come first, then those that contain it elsewhere. */
function matching(items: readonly Proposal[], written: string): Proposal[] {
	const wanted = toSearchForm(written);
	const names = items.map(({ text }) => toSearchForm(text).replace(/^["~]+/, ''));
	const wantedName = wanted.replace(/^~/, '');
	const isFirst = (index: number) => names[index]?.startsWith(wantedName) ?? false;
	return [
		...items.filter((_, index) => isFirst(index)),
		...items.filter((_, index) => !isFirst(index) && names[index]?.includes(wantedName)),
	];
}

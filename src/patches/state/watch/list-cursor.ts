import * as v from 'valibot';
import { smallest } from '../../../base/collections.ts';
import { digestOf } from '../../../base/digest.ts';
import type { List, Patchset } from '../../../forge/shapes/lists.ts';
import { newestOpenPatchsets } from '../lists/open-patchsets.ts';

/** Which items of a list are reported. A later item has a higher id, but may become known earlier. */
const Reported = v.object({
	/** All items up to this id. */
	upTo: v.number(),
	/** And these. */
	ids: v.array(v.number()),
});
type Reported = v.InferOutput<typeof Reported>;

/** What has been reported of a mailing list. */
const ListCursor = v.object({
	mails: Reported,
	patchsets: Reported,
	/** By id: the statuses of the newest patchsets and of open ones. */
	statuses: v.record(v.string(), v.string()),
	/** The version of the details; null if they are not known. */
	details: v.nullable(v.string()),
	/** The keys of events that are reported if the next read does not change them. */
	waiting: v.array(v.string()),
});
export type ListCursor = v.InferOutput<typeof ListCursor>;

/** What a list has. */
interface ListContent {
	readonly mails: ReadonlyMap<number, unknown>;
	readonly patchsets: ReadonlyMap<number, Patchset>;
	readonly details: List | undefined;
}

/** What is not reported yet, because the next read may change it. */
export interface WaitingItems {
	readonly mails: ReadonlySet<number>;
	readonly patchsets: ReadonlySet<number>;
	/** The keys of events that are reported if the next read does not change them. */
	readonly keys: readonly string[];
}

/** How many ids a cursor has at most, unless an earlier item waits. */
const maxIds = 300;
const maxStatuses = 200;
/** How many of the newest patchsets have a status in the cursor even if they are closed. */
const maxClosed = 50;

/** Undefined if there is no cursor, or if it is damaged. */
export function readListCursor(stored: unknown): ListCursor | undefined {
	const read = v.safeParse(ListCursor, stored);
	return read.success ? read.output : undefined;
}

/** Mails and patchsets that the forge has delivered, by id. */
export interface DeliveredItems {
	readonly mails: readonly number[];
	readonly patchsets: readonly number[];
}

/** The first cursor of a list. What the list has counts as reported, except from the first delivered item on. */
export const startListCursor = (content: ListContent, delivered?: DeliveredItems): ListCursor => ({
	mails: startReported(content.mails.keys(), delivered?.mails),
	patchsets: startReported(content.patchsets.keys(), delivered?.patchsets),
	statuses: statusesOf(content.patchsets),
	details: content.details ? versionOfDetails(content.details) : null,
	waiting: [],
});

const startReported = (known: Iterable<number>, delivered: readonly number[] = []): Reported => ({
	upTo: Math.min(highest(known), smallest(delivered) - 1),
	ids: [],
});

/** Whether a mail or patchset was reported. */
export function isReported(
	cursor: ListCursor,
	what: { readonly mail: number } | { readonly patchset: number },
): boolean {
	const isIn = ({ upTo, ids }: Reported, id: number) => id <= upTo || ids.includes(id);
	return 'mail' in what ? isIn(cursor.mails, what.mail) : isIn(cursor.patchsets, what.patchset);
}

/** The ids of items that are not reported. */
export function unreported(reported: Reported, known: Iterable<number>): ReadonlySet<number> {
	const { upTo } = reported;
	const ids = new Set(reported.ids);
	return new Set([...known].filter((id) => id > upTo && !ids.has(id)));
}

/** The cursor after all that a list has was reported, except the mails and patchsets that wait. */
export function moveListCursor(cursor: ListCursor, content: ListContent, waiting: WaitingItems): ListCursor {
	const { mails, patchsets, details } = content;
	return {
		mails: move(cursor.mails, mails.keys(), waiting.mails),
		patchsets: move(cursor.patchsets, patchsets.keys(), waiting.patchsets),
		statuses: statusesOf(patchsets),
		details: details ? versionOfDetails(details) : cursor.details,
		waiting: waiting.keys.slice(-maxIds),
	};
}

function move({ upTo, ids }: Reported, known: Iterable<number>, waiting: ReadonlySet<number>): Reported {
	const newer = [...known].filter((id) => id > upTo && !waiting.has(id));
	const all = [...new Set([...ids, ...newer])].sort((one, other) => one - other);
	const firstWaiting = smallest([...waiting].filter((id) => id > upTo));
	// An item that waits would count as reported if a later id were dropped.
	const dropped = all.slice(0, Math.max(0, all.length - maxIds)).filter((id) => id < firstWaiting);
	return { upTo: dropped.at(-1) ?? upTo, ids: all.slice(dropped.length) };
}

function statusesOf(patchsets: ListContent['patchsets']): Readonly<Record<string, string>> {
	const newest = [...patchsets.keys()].sort((one, other) => other - one).slice(0, maxClosed);
	const ids = new Set([...newest, ...newestOpenPatchsets(patchsets)]);
	return Object.fromEntries(
		[...ids].slice(0, maxStatuses).map((id) => [id, patchsets.get(id)?.status ?? '']),
	);
}

/** Differs if the description or the permissions differ. */
export const versionOfDetails = ({ name, description, permissions }: List): string =>
	digestOf([name, description, permissions]);

const highest = (ids: Iterable<number>): number => {
	let found = 0;
	for (const id of ids) found = Math.max(found, id);
	return found;
};

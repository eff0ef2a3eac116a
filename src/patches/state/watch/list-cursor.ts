import * as v from 'valibot';
import { largest, smallest } from '../../../base/collections.ts';
import { digestOf } from '../../../base/digest.ts';
import type { List, Patchset } from '../../../forge/shapes/lists.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import {
	isUnreported,
	type Reported,
	reportedShape,
	withReported,
} from '../../../platform/state/watch/reported.ts';
import { newestOpenPatchsets } from '../lists/open-patchsets.ts';

/** What has been reported of a mailing list. */
export const ListCursorShape = v.object({
	/** By id. */
	mails: reportedShape(v.string()),
	/** By id, with the statuses of the newest ones and of open ones. */
	patchsets: reportedShape(v.string()),
	/** The version of the details; null if they are not known. */
	details: v.nullable(v.string()),
	/** The keys of events that are reported if the next read does not change them. */
	waiting: v.array(v.string()),
});
export type ListCursor = v.InferOutput<typeof ListCursorShape>;

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

/** How many of the newest mails a cursor has, and how many keys. */
const maxMails = 300;
/** How many of the newest patchsets it has. */
const maxPatchsets = 100;
/** How many older patchsets it has, too, because they are open. */
const maxOpen = 150;

const nothing: ReadonlySet<number> = new Set();

/** The first cursor of a list. What the list has counts as reported, except from the first item on that a signed delivery tells of. */
export function startListCursor(content: ListContent, deliveries: readonly DeliveryFacts[] = []): ListCursor {
	const start = (kind: 'mails' | 'patchsets', field: 'mail' | 'patchset') => {
		const firstNew = smallest(deliveries.flatMap((one) => (one.isVerified && one[field]) || []));
		const ids = [...content[kind].keys()];
		const upTo = Math.min(Math.max(0, largest(ids)), firstNew - 1);
		const unreportedIds = new Set(ids.filter((id) => id >= firstNew));
		return { ...reportAll({ upTo: 0, entries: {} }, content, kind, unreportedIds), upTo };
	};
	return {
		mails: start('mails', 'mail'),
		patchsets: start('patchsets', 'patchset'),
		details: content.details ? versionOfDetails(content.details) : null,
		waiting: [],
	};
}

/** Whether a delivery tells only about a mail or a patchset that was reported. */
export function isReportedInList(cursor: ListCursor, { mail, patchset }: DeliveryFacts): boolean {
	if (mail !== undefined) return !isUnreported(cursor.mails, mail, mail);
	return patchset !== undefined && !isUnreported(cursor.patchsets, patchset, patchset);
}

/** The ids of items that are not reported. */
export const unreported = (reported: Reported<unknown>, known: Iterable<number>): ReadonlySet<number> =>
	new Set([...known].filter((id) => isUnreported(reported, id, id)));

/** The cursor after all that a list has was reported, except the mails and patchsets that wait. */
export function moveListCursor(cursor: ListCursor, content: ListContent, waiting: WaitingItems): ListCursor {
	return {
		mails: reportAll(cursor.mails, content, 'mails', waiting.mails),
		patchsets: reportAll(cursor.patchsets, content, 'patchsets', waiting.patchsets),
		details: content.details ? versionOfDetails(content.details) : cursor.details,
		waiting: waiting.keys.slice(-maxMails),
	};
}

function reportAll(
	reported: Reported<string>,
	content: ListContent,
	kind: 'mails' | 'patchsets',
	waiting: ReadonlySet<number>,
): Reported<string> {
	const { upTo, entries } = reported;
	const { patchsets } = content;
	const arePatchsets = kind === 'patchsets';
	const open = arePatchsets ? new Set(newestOpenPatchsets(patchsets).slice(0, maxOpen)) : nothing;
	const hasEntry = (id: number) => id > upTo || open.has(id) || Object.hasOwn(entries, id);
	const statusOf = (id: number) => (arePatchsets && patchsets.get(id)?.status) || '';
	const ids = [...content[kind].keys()].filter((id) => hasEntry(id) && !waiting.has(id));
	return withReported(reported, {
		entries: ids.map((id) => [id, statusOf(id)] as const),
		positionOf: Number,
		most: arePatchsets ? maxPatchsets : maxMails,
		firstWaiting: smallest([...waiting].filter((id) => id > upTo)),
		keeps: (id) => open.has(Number(id)),
	});
}

/** Differs if the description or the permissions differ. */
export const versionOfDetails = ({ name, description, permissions }: List): string =>
	digestOf([name, description, permissions]);

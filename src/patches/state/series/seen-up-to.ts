import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { SeenUpTo } from '../../../platform/model/forge-events.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { type DiscussionSummary, mailsOf, type SeriesSummary } from '../lists/series-summary.ts';

/** By id. */
export type KnownPatchsets = ReadonlyMap<number, Patchset>;

type Thread = SeriesSummary | DiscussionSummary;

/** What the user has seen on the page of a thread, for each key that the page can have: of a series, those of all its versions. */
export function seenInThread(
	{ account, owner, list }: ListKey,
	thread: Thread,
	patchsets: KnownPatchsets,
): readonly SeenUpTo[] {
	const key = { account, owner, list };
	if (!('chain' in thread)) {
		const { id, thread: root } = thread.mail;
		const upTo = timeOf([thread.active]);
		return [...new Set([id, root ?? id])].map((mail) => ({ at: { ...key, mail }, upTo }));
	}
	const { versions } = thread.chain;
	const ids = versions.flatMap((version) => version.patchsets);
	const upTo = timeOf([thread.active, ...ids.map((id) => updateOf(patchsets.get(id)))]);
	return [
		...ids.map((patchset) => ({ at: { ...key, patchset }, upTo })),
		...versions.flatMap((version) => mailsOf(version).map(({ id }) => ({ at: { ...key, mail: id }, upTo }))),
	];
}

/** The user has seen all threads of a list. */
export const seenInList = (list: ListKey, all: readonly Thread[], patchsets: KnownPatchsets): SeenUpTo => ({
	at: { account: list.account, owner: list.owner, list: list.list },
	upTo: timeOf([...all.map(({ active }) => active), ...[...patchsets.values()].map(updateOf)]),
});

const updateOf = (patchset: Patchset | undefined): number => parseTime(patchset?.updated ?? '') ?? 0;

const timeOf = (times: readonly number[]): string =>
	new Date(times.reduce((newest, time) => Math.max(newest, time), 0)).toISOString();

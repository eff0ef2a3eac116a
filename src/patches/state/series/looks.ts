import { parseTime } from '../../../forge/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { ListKey, SeriesKey } from '../../../platform/model/keys.ts';
import { type ListedDiscussion, type ListedSeries, mailsOf } from '../lists/listed-series.ts';

/** The user has looked at what had happened up to a time: to a series or thread, or in a whole list. */
export interface Look {
	readonly at: SeriesKey | ListKey;
	/** As sent by the server. */
	readonly upTo: string;
}

/** By id. */
export type KnownPatchsets = ReadonlyMap<number, Pick<Patchset, 'updated'>>;

type Thread = ListedSeries | ListedDiscussion;

/** A look at a thread: at each version of a series, by each key that its page can have. */
export function looksAt(
	{ account, owner, list }: ListKey,
	thread: Thread,
	patchsets: KnownPatchsets,
): readonly Look[] {
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

/** A look at all threads of a list. */
export const lookAtList = (list: ListKey, all: readonly Thread[], patchsets: KnownPatchsets): Look => ({
	at: { account: list.account, owner: list.owner, list: list.list },
	upTo: timeOf([...all.map(({ active }) => active), ...[...patchsets.values()].map(updateOf)]),
});

const updateOf = (patchset: Pick<Patchset, 'updated'> | undefined): number =>
	parseTime(patchset?.updated ?? '') ?? 0;

const timeOf = (times: readonly number[]): string =>
	new Date(times.reduce((newest, time) => Math.max(newest, time), 0)).toISOString();

import * as v from 'valibot';
import { patchsetStatuses } from '../../../forge/shapes/lists.ts';
import { idOfSeries, type PatchsetKey } from '../../../platform/model/keys.ts';
import type { OutboxFormat } from '../../../platform/state/outbox/entry.ts';
import type { Outbox } from '../../../platform/state/outbox/outbox.ts';

/** A status that can be set. A forge may have others. */
export type SettableStatus = (typeof patchsetStatuses)[number];

/** A status that is not on the forge yet. */
export interface StatusOutboxChange {
	readonly status: SettableStatus;
	/** The status that the user saw before. Absent if it was not known. */
	readonly base?: string;
	/** The title of the patchset. Absent if it was not known. */
	readonly title?: string;
}

export type StatusOutbox = Outbox<PatchsetKey, StatusOutboxChange>;

/** How the outbox stores statuses. A later status replaces an earlier one of the same patchset. */
export const statusOutboxFormat: OutboxFormat<PatchsetKey, StatusOutboxChange> = {
	key: v.object({ account: v.string(), owner: v.string(), list: v.string(), patchset: v.number() }),
	change: v.object({
		status: v.picklist(patchsetStatuses),
		base: v.exactOptional(v.string()),
		title: v.exactOptional(v.string()),
	}),
	idOf: idOfSeries,
	accountOf: ({ account }) => account,
	merge: withEarlierBase,
	// A later status replaces all of an earlier one.
	leftAfter: () => undefined,
	without: withEarlierBase,
};

/** The later status, whose base is the one before both: the user saw the earlier status, but the forge never had it. */
function withEarlierBase(earlier: StatusOutboxChange, later: StatusOutboxChange): StatusOutboxChange {
	return earlier.base === undefined ? later : { ...later, base: earlier.base };
}

import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { ReadCause } from '../../platform/state/watch/read-cause.ts';
import type { WatchedResource } from '../../platform/state/watch/watch-source.ts';

/** What every forge delivers. Some deliver no assignments, mentions and statuses of patchsets. */
const deliveredKinds: ReadonlySet<ForgeEvent['kind']> = new Set([
	...(['created', 'commented', 'patchset', 'reply', 'thread'] as const),
	...(['pushed', 'force-pushed', 'ref-created', 'ref-deleted'] as const),
]);

/** What a read has found. */
interface FinishedRead {
	/** Why it was requested. */
	readonly cause: ReadCause;
	/** The number of deliveries that the read was for, or that came before its end. */
	readonly deliveryCount: number;
	readonly events: readonly ForgeEvent[];
}

/**
 * Notices that the webhooks of a live resource no longer deliver, because the schedule finds what they should have delivered. The webhook of
 * another program can cause that: a forge that fails to prepare its delivery may deliver the event to no webhook at all.
 */
export class MissedDeliveries {
	readonly #isLive: (resource: WatchedResource) => boolean;
	readonly #didMiss: (resource: WatchedResource) => void;
	/** The resources that were live at the end of their last read, by id. What is new since then should have been delivered. */
	readonly #wereLive = new Set<string>();

	constructor(isLive: (resource: WatchedResource) => boolean, didMiss: (resource: WatchedResource) => void) {
		this.#isLive = isLive;
		this.#didMiss = didMiss;
	}

	didRead(resource: WatchedResource, { cause, deliveryCount, events }: FinishedRead): void {
		const { id } = resource;
		const wasLive = this.#wereLive.has(id);
		if (!this.#isLive(resource)) {
			this.#wereLive.delete(id);
			return;
		}
		this.#wereLive.add(id);
		const isMissed = wasLive && cause === 'schedule' && deliveryCount === 0;
		if (isMissed && events.some(({ kind }) => deliveredKinds.has(kind))) this.#didMiss(resource);
	}
}

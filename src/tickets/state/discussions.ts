import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { TicketEvent } from '../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import type { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { trimFolder } from '../../platform/state/store/trim-folder.ts';
import {
	belongsTo,
	createDiscussion,
	type DiscussionContext,
	discussionsFolder,
	mergeEvents,
	storedComments,
} from './discussion.ts';

interface OpenDiscussion {
	readonly cached: ValueCache<readonly TicketEvent[]>;
	readonly lifetime: Lifetime;
	readonly answered: Set<number>;
}

/** How many idle discussions stay in memory: a discussion may be long, and reading it from the disk is fast. */
const maxIdle = 8;
/** Limits on the disk, for all tickets of an account. */
const maxOnDisk = { files: 500, bytes: 64 * 1024 * 1024 };

/** The discussions of a tracker's tickets that are in use, and the idle ones that were used last. */
export class Discussions implements Disposable {
	readonly #key: TrackerKey;
	readonly #context: DiscussionContext;
	readonly #lifetime = new Lifetime();
	/** In the order of their last use, the latest at the end. */
	readonly #open = new Map<number, OpenDiscussion>();
	readonly #trim: () => void;

	constructor(key: TrackerKey, context: DiscussionContext) {
		this.#key = key;
		this.#context = context;
		const { cache, log } = context;
		this.#trim = coalesce(this.#lifetime, 5000, () =>
			trimFolder(cache, [discussionsFolder], maxOnDisk).catch((error: unknown) =>
				log.warn('Old discussions could not be removed', error),
			),
		);
	}

	/**
	 * The events of a ticket, the oldest first; the caller opens and refreshes them. Call this again instead of keeping the value: it may be
	 * replaced once it has no listener and is not being read.
	 */
	of(ticket: number): ValueCache<readonly TicketEvent[]> {
		return this.#of(ticket).cached;
	}

	/** The ids of the events that came with answers to changes since the events were last read. */
	answered(ticket: number): ReadonlySet<number> {
		return this.#of(ticket).answered;
	}

	#of(ticket: number): OpenDiscussion {
		const open = this.#open.get(ticket) ?? this.#make(ticket);
		this.#open.delete(ticket);
		this.#open.set(ticket, open);
		if (this.#open.size > maxIdle) this.#releaseOld();
		return open;
	}

	/** Adds the events of an answer, which also has events of other tickets. Does nothing if the discussion is not loaded. */
	put(ticket: number, events: readonly TicketEvent[]): void {
		const { cached, answered } = this.#open.get(ticket) ?? {};
		if (!cached?.value || !answered) return;
		const own = events.filter(belongsTo({ ...this.#key, ticket }));
		// A read may have brought them before the answer arrives.
		const known = new Set(cached.value.map(({ id }) => id));
		for (const { id } of own) if (!known.has(id)) answered.add(id);
		cached.put(mergeEvents(cached.value, own));
	}

	/** The comments on the disk: those of tickets that the user has opened. */
	stored(): ReturnType<typeof storedComments> {
		return storedComments(this.#key, this.#context);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#make(ticket: number): OpenDiscussion {
		// The new discussion will add a file, which may exceed the limits.
		this.#trim();
		const lifetime = this.#lifetime.child();
		const answered = new Set<number>();
		const cached = lifetime.add(createDiscussion({ ...this.#key, ticket }, this.#context, answered));
		return { cached, lifetime, answered };
	}

	#releaseOld(): void {
		const idle = [...this.#open].filter(([, { cached }]) => !cached.isInUse);
		for (const [ticket, { lifetime }] of idle.slice(0, Math.max(0, idle.length - maxIdle))) {
			this.#open.delete(ticket);
			lifetime.dispose();
		}
	}
}

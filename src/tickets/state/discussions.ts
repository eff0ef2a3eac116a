import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
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
	/** The ids of the events that came with answers to changes since the events were last read. */
	readonly answered: Set<number>;
	/** The ticket as it was known when its events were last requested, if they arrived. */
	readOf: Ticket | undefined;
}

/** How many idle discussions stay in memory: a discussion may be long, and reading it from the disk is fast. */
const maxIdle = 8;
/** Limits on the disk, for all tickets of an account. */
const maxOnDisk = { files: 500, bytes: 64 * 1024 * 1024 };

/** The discussions of a tracker's tickets that are in use, and the idle ones that were used last. */
export class Discussions implements Disposable {
	readonly #key: TrackerKey;
	readonly #context: DiscussionContext;
	readonly #tickets: ReadonlyMap<number, Ticket>;
	readonly #lifetime = new Lifetime();
	/** In the order of their last use, the latest at the end. */
	readonly #open = new Map<number, OpenDiscussion>();
	readonly #trim: () => void;

	/** `tickets` are those of the tracker that are known. */
	constructor(key: TrackerKey, context: DiscussionContext, tickets: ReadonlyMap<number, Ticket>) {
		this.#key = key;
		this.#tickets = tickets;
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

	/** The ticket as it was known when its events were last requested, if they arrived: they tell of all that led to it. */
	readOf(ticket: number): Ticket | undefined {
		return this.#of(ticket).readOf;
	}

	/** The time up to which the events of a ticket were read. Those from answers to changes do not count: what others did before may be missing. */
	readUpTo(ticket: number): string | undefined {
		const { cached, answered, readOf } = this.#of(ticket);
		const last = cached.value?.findLast(({ id }) => !answered.has(id))?.created;
		return (parseTime(last) ?? 0) > (parseTime(readOf?.updated) ?? 0) ? last : readOf?.updated;
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
		const begin = () => {
			const asked = this.#tickets.get(ticket);
			return () => {
				answered.clear();
				open.readOf = asked;
			};
		};
		const cached = createDiscussion({ ...this.#key, ticket }, this.#context, { answered, begin });
		const open: OpenDiscussion = { cached: lifetime.add(cached), lifetime, answered, readOf: undefined };
		return open;
	}

	#releaseOld(): void {
		const idle = [...this.#open].filter(([, { cached }]) => !cached.isInUse);
		for (const [ticket, { lifetime }] of idle.slice(0, Math.max(0, idle.length - maxIdle))) {
			this.#open.delete(ticket);
			lifetime.dispose();
		}
	}
}

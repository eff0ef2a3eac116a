import * as v from 'valibot';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import { type OpenedTicket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { refOf, type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../platform/state/cache/value-store.ts';

/** Where the events of tickets are read and stored. */
export interface DiscussionContext {
	readonly client: Client<typeof trackerRows>;
	readonly cache: Storage;
	readonly log: Log;
}

const Events = v.array(TicketEvent);
/** In characters. A longer discussion is read from the forge each time. */
const maxStoredLength = 4 * 1024 * 1024;

/** The storage folder for the discussions of all tickets of an account. */
export const discussionsFolder = 'events';

interface DiscussionReads {
	/** The ids of known events that came with answers to changes: what others did before them may be missing. */
	readonly answered: ReadonlySet<number>;
	/** As in the options of `ValueCache`. */
	readonly begin?: () => () => void;
}

/** The events of a ticket, the oldest first. */
export function createDiscussion(
	key: TicketKey,
	{ client, cache, log }: DiscussionContext,
	{ answered, begin }: DiscussionReads = { answered: new Set() },
): ValueCache<readonly TicketEvent[]> {
	const { owner, tracker, ticket } = key;
	return new ValueCache<readonly TicketEvent[]>({
		read: async (signal, known = []) => {
			const read = new Set(known.map(({ id }) => id).filter((id) => !answered.has(id)));
			const received: TicketEvent[] = [];
			for await (const { rows } of client.events({ owner, tracker, ticket }, { signal })) {
				for (const row of rows) received.push(row);
				// The newest events come first: if the last event of a page was read before, so were all older ones.
				const last = rows.at(-1);
				if (last && read.has(last.id)) return mergeEvents(known, received);
			}
			return mergeEvents([], received);
		},
		// The answer to a change may arrive after the events that it has caused.
		hasAllOf: (read, current) => {
			const ids = new Set(read.map(({ id }) => id));
			return current.every(({ id }) => ids.has(id));
		},
		...(begin && { begin }),
		store: storeOf(key, { cache, log }),
		log,
	});
}

type StoredIn = Omit<DiscussionContext, 'client'>;

const storeOf = (key: TicketKey, { cache, log }: StoredIn) =>
	createValueStore({
		storage: cache,
		name: [discussionsFolder, refOf(key)],
		shape: Events,
		log,
		limit: maxStoredLength,
	});

/** The comments of the discussions of a tracker that are on the disk, because the user has read them. Reads one file at a time. */
export async function* storedComments(
	tracker: TrackerKey,
	{ cache, log }: StoredIn,
): AsyncGenerator<{ readonly ticket: number; readonly text: string }> {
	const beginning = `${trackerRef(tracker)}#`;
	for (const name of await cache.names([discussionsFolder])) {
		const ticket = name.startsWith(beginning) ? Number(name.slice(beginning.length)) : Number.NaN;
		if (!Number.isInteger(ticket)) continue;
		const stored = await storeOf({ ...tracker, ticket }, { cache, log }).load();
		const texts = stored?.value.flatMap(({ comment }) => comment?.text ?? []) ?? [];
		if (texts.length > 0) yield { ticket, text: texts.join('\n') };
	}
}

/** The known events and the newest ones, which were just read. Undefined if events between them may be missing. `answered` as in `DiscussionReads`. */
export function withNewest(
	known: readonly TicketEvent[] | undefined,
	newest: OpenedTicket['events'] | undefined,
	answered: ReadonlySet<number>,
): readonly TicketEvent[] | undefined {
	if (!newest) return undefined;
	const { rows, next } = newest;
	const last = rows.at(-1);
	if (last && !answered.has(last.id) && known?.some(({ id }) => id === last.id))
		return mergeEvents(known, rows);
	return next === null ? mergeEvents([], rows) : undefined;
}

/** Merges events by id, the oldest first. A received event replaces the known one. */
export function mergeEvents(
	known: readonly TicketEvent[],
	received: readonly TicketEvent[],
): readonly TicketEvent[] {
	const byId = new Map([...known, ...received].map((event) => [event.id, event]));
	return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Whether an event belongs to the ticket. The answer to a change also has events of the tickets that it mentions. */
export const belongsTo =
	({ owner, tracker, ticket }: TicketKey) =>
	({ ticket: named }: TicketEvent): boolean =>
		named === null ||
		(named.id === ticket && (named.ref === '' || named.ref === refOf({ owner, tracker, ticket })));

import * as v from 'valibot';
import { largest } from '../../base/collections.ts';
import { fieldOf } from '../../base/field-of.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { type ForgeEvent, ForgeEventShape } from '../../platform/model/forge-events.ts';
import type { InboxEntry } from '../model/entry.ts';
import { type MutedSubject, MutedSubjects } from '../model/muted.ts';
import { subjectNamesOf } from '../model/subjects.ts';
import type { Line } from './event-lines.ts';

const maxEvents = 1000;
/** Older events are dropped. */
const maxAgeMs = 60 * 24 * 60 * 60_000;
/** How often to look for old events: their age matters by the day, and looking takes time. */
const agePauseMs = 10 * 60_000;
/** How many keys of excluded events are kept. Cursors keep events that were excluded earlier from being read again. */
const maxExcluded = 5000;
const maxCursors = 1000;

/** The events, marks and cursors that the lines of a file add up to. */
export class EventFileContent {
	readonly #entries = new Map<string, InboxEntry>();
	/** The keys of events that are not stored and must not be added: they were dropped or refused. The last excluded is the last one. */
	readonly #excluded = new Set<string>();
	/** The cursors by resource, the last written last. */
	readonly #cursors = new Map<string, unknown>();
	readonly #muted = new MutedSubjects();
	#leftOut = 0;
	#trimmedAgeAt = Number.NEGATIVE_INFINITY;

	/** In the order in which they were added. */
	get entries(): readonly InboxEntry[] {
		return [...this.#entries.values()];
	}

	get(key: string): InboxEntry | undefined {
		return this.#entries.get(key);
	}

	/** Whether an event must not be added: it is stored, was dropped, or was refused. */
	knows(key: string): boolean {
		return this.#entries.has(key) || this.#excluded.has(key);
	}

	/**
	 * The events that happened too long ago to be added. Times of the forge are compared, because the clock of the computer may be wrong. It
	 * only limits the newest time, so that one event with a date in the future does not make all others too old.
	 */
	tooOldOf(events: readonly ForgeEvent[], now: number): ReadonlySet<ForgeEvent> {
		const stored = [...this.#entries.values()].map(({ event }) => event);
		const newest = largest([...stored, ...events].map((event) => forgeTimeOf(event) ?? 0));
		const oldest = Math.min(newest, now) - maxAgeMs;
		return new Set(events.filter((event) => (forgeTimeOf(event) ?? oldest) < oldest));
	}

	cursorOf(resource: string): unknown {
		return this.#cursors.get(resource);
	}

	get muted(): readonly MutedSubject[] {
		return this.#muted.all;
	}

	/** Whether the user has muted what an event is about. */
	isMuted(event: ForgeEvent): boolean {
		return this.#muted.all.length > 0 && this.#muted.has(subjectNamesOf(event));
	}

	/** How many unseen events were dropped because there were too many, since the user has last seen all. */
	get leftOut(): number {
		return this.#leftOut;
	}

	/** Applies a line. `hasChanged` says whether the entries have changed for the user, and `added` is the event that the line has added. */
	apply(line: Line): { readonly hasChanged: boolean; readonly added?: ForgeEvent } {
		if ('seen' in line) return { hasChanged: this.#markSeen(line.seen, line.at) };
		if ('unseenAgain' in line) return { hasChanged: this.#markUnseen(line.unseenAgain) };
		if ('muted' in line || 'unmuted' in line) {
			if ('muted' in line) this.#muted.add(line.muted);
			else this.#muted.remove(line.unmuted);
			return { hasChanged: true };
		}
		if ('claimed' in line) this.#changeDue(line.claimed, { claimedAt: line.at });
		else if ('notified' in line) this.#changeDue(line.notified, { isDue: undefined, claimedAt: undefined });
		else if ('cursor' in line) this.#putCursor(line.cursor, line.value);
		else if ('known' in line) {
			// Not the stored events, but those that must not be added.
			for (const key of line.known) this.#exclude(key);
			this.#leftOut += line.unseen ?? 0;
		} else return this.#add(line);
		return { hasChanged: false };
	}

	/** Drops what is too old, and the first of what is too much. */
	trim(now: number): void {
		// The clock can be set back.
		if (now - this.#trimmedAgeAt >= agePauseMs || now < this.#trimmedAgeAt) {
			this.#trimmedAgeAt = now;
			for (const [key, { addedAt }] of this.#entries) if (now - addedAt > maxAgeMs) this.#exclude(key);
		}
		const excess = this.#entries.size - maxEvents;
		if (excess > 0) {
			const all = [...this.#entries];
			const isSeen = ([, { seenAt }]: readonly [string, InboxEntry]) => seenAt !== undefined;
			const order = [...all.filter(isSeen), ...all.filter((one) => !isSeen(one))];
			for (const [key, { seenAt }] of order.slice(0, excess)) {
				if (seenAt === undefined) this.#leftOut += 1;
				this.#exclude(key);
			}
		}
		removeFirst(this.#excluded, maxExcluded);
		removeFirst(this.#cursors, maxCursors);
	}

	/** The fewest lines that amount to the same. */
	toLines(): readonly Line[] {
		return [
			...(this.#excluded.size > 0
				? [{ known: [...this.#excluded], ...(this.#leftOut > 0 && { unseen: this.#leftOut }) }]
				: []),
			...this.#muted.all.map((muted) => ({ muted })),
			...[...this.#cursors].map(([cursor, value]) => ({ cursor, value })),
			...this.#entries.values(),
		];
	}

	#add({ event: stored, addedAt, seenAt, isDue, claimedAt }: Extract<Line, { readonly addedAt: number }>) {
		const read = v.safeParse(ForgeEventShape, stored);
		if (!read.success) {
			// Its key is excluded, so that the event is not added again: neither by this version nor, after this one has rewritten the file, by
			// the version that has written it.
			const key = fieldOf(stored, 'key');
			if (typeof key === 'string' && !this.#entries.has(key)) this.#exclude(key);
			return { hasChanged: false };
		}
		const event = read.output;
		if (this.knows(event.key)) return { hasChanged: false };
		this.#entries.set(event.key, { event, addedAt, seenAt, ...(isDue && { isDue, claimedAt }) });
		return { hasChanged: true, added: event };
	}

	#markSeen(keys: readonly string[], seenAt: number): boolean {
		let hasChanged = false;
		for (const key of keys) {
			const entry = this.#entries.get(key);
			if (!entry || entry.seenAt !== undefined) continue;
			this.#entries.set(key, { ...entry, seenAt });
			hasChanged = true;
		}
		// The user does not see those that are muted.
		const isDone = ({ event, seenAt: at }: InboxEntry) => at !== undefined || this.isMuted(event);
		if ([...this.#entries.values()].every(isDone)) this.#leftOut = 0;
		return hasChanged;
	}

	#markUnseen(keys: readonly string[]): boolean {
		let hasChanged = false;
		for (const key of keys) {
			const entry = this.#entries.get(key);
			if (entry?.seenAt === undefined) continue;
			this.#entries.set(key, { ...entry, seenAt: undefined, isDue: undefined });
			hasChanged = true;
		}
		return hasChanged;
	}

	#changeDue(keys: readonly string[], change: Partial<InboxEntry>): void {
		for (const key of keys) {
			const entry = this.#entries.get(key);
			if (entry?.isDue) this.#entries.set(key, { ...entry, ...change });
		}
	}

	#putCursor(resource: string, value: unknown): void {
		this.#cursors.delete(resource);
		if (value !== undefined) this.#cursors.set(resource, value);
	}

	#exclude(key: string): void {
		this.#entries.delete(key);
		this.#excluded.delete(key);
		this.#excluded.add(key);
	}
}

/** Undefined for what happens in repositories: forges do not say when, so it has the time of this computer. */
const forgeTimeOf = (event: ForgeEvent): number | undefined =>
	'ref' in event ? undefined : parseTime(event.at);

function removeFirst<Key>(from: Set<Key> | Map<Key, unknown>, max: number): void {
	for (const key of from.keys()) {
		if (from.size <= max) return;
		from.delete(key);
	}
}

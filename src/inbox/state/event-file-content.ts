import * as v from 'valibot';
import { largest } from '../../base/collections.ts';
import { fieldOf } from '../../base/field-of.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { type ForgeEvent, ForgeEventShape } from '../../platform/model/forge-events.ts';
import type { InboxEntry } from '../model/entry.ts';
import { type MutedSubject, MutedSubjects } from '../model/muted.ts';
import { mutableNamesOf } from '../model/subjects.ts';
import type { Line } from './event-lines.ts';

const maxEvents = 1000;
/** Events that were added this long before the newest one happened are dropped. */
const maxAgeMs = 60 * 24 * 60 * 60_000;
/** How often to look for old events: their age matters by the day, and looking takes time. */
const agePauseMs = 10 * 60_000;
/** How many keys of excluded events are kept. Cursors keep events that were excluded earlier from being read again. */
const maxExcluded = 5000;
/**
 * More than an account has resources: an unchanged cursor is not written again, so that of a quiet resource would be dropped although it is
 * still read. Those of so many large trackers are less than half of the longest file, which doubles before it is rewritten.
 */
const maxCursors = 5000;

/** The events, marks and cursors that the lines of a file add up to. */
export class EventFileContent {
	readonly #entries = new Map<string, InboxEntry>();
	/** The keys of events that are not stored and must not be added: they were dropped or refused. The last excluded is the last one. */
	readonly #excluded = new Set<string>();
	/** The cursors by resource, the last written last. */
	readonly #cursors = new Map<string, unknown>();
	readonly #muted = new MutedSubjects();
	/** Whether the rules keep an event out of the inbox. */
	readonly #isIgnored: (event: ForgeEvent) => boolean;
	#leftOut = 0;
	/** The newest time at which something has happened, as the forge says; 0 if it has said none. */
	#newestAt = 0;
	#trimmedAgeAt = Number.NEGATIVE_INFINITY;

	constructor(isIgnored: (event: ForgeEvent) => boolean = () => false) {
		this.#isIgnored = isIgnored;
	}

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
		const newest = largest([this.#newestAt, ...events.map((event) => forgeTimeOf(event) ?? 0)]);
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
		return this.#muted.all.length > 0 && this.#muted.has(mutableNamesOf(event));
	}

	/** How many unseen events were dropped because there were too many, since the user has last seen all. */
	get leftOut(): number {
		return this.#leftOut;
	}

	/** Whether nothing is left for the user to see. */
	get isAllDone(): boolean {
		return this.entries.every((entry) => this.#isDone(entry));
	}

	/** Applies a line. `hasChanged` says whether the entries have changed for the user, and `added` is the event that the line has added. */
	apply(line: Line): { readonly hasChanged: boolean; readonly added?: ForgeEvent } {
		if ('seen' in line) return { hasChanged: this.#markSeen(line.seen, line.at) };
		if ('unseenAgain' in line) return { hasChanged: this.#markUnseen(line.unseenAgain) };
		if ('muted' in line) {
			this.#muted.add(line.muted);
			this.#forgetLeftOut(line.muted.at);
			return { hasChanged: true };
		}
		if ('unmuted' in line) {
			this.#muted.remove(line.unmuted);
			return { hasChanged: true };
		}
		if ('claimed' in line) this.#changeDue(line.claimed, { claimedAt: line.at });
		else if ('notified' in line) this.#changeDue(line.notified, { isDue: undefined, claimedAt: undefined });
		else if ('cursor' in line) this.#putCursor(line.cursor, line.value);
		else if ('known' in line) {
			// Here, `known` has the keys of events that must not be added, not of those that are stored.
			for (const key of line.known) this.#exclude(key);
			this.#leftOut += line.unseen ?? 0;
		} else return this.#add(line);
		return { hasChanged: false };
	}

	/** Drops events that are too old, and the first of too many excluded keys and cursors. */
	trim(now: number): void {
		// The clock can be set back.
		if (now - this.#trimmedAgeAt >= agePauseMs || now < this.#trimmedAgeAt) {
			this.#trimmedAgeAt = now;
			this.#dropOld(now);
		}
		removeFirst(this.#excluded, maxExcluded);
		removeFirst(this.#cursors, maxCursors);
	}

	/** The fewest lines that amount to the same. */
	toLines(): readonly Line[] {
		return [
			// Muted subjects come before the number of dropped events, because applying one resets it if nothing unseen is left.
			...this.#muted.all.map((muted) => ({ muted })),
			...(this.#excluded.size > 0
				? [{ known: [...this.#excluded], ...(this.#leftOut > 0 && { unseen: this.#leftOut }) }]
				: []),
			...[...this.#cursors].map(([cursor, value]) => ({ cursor, value })),
			...this.#entries.values(),
		];
	}

	#add({ event: stored, addedAt, seenAt, isDue, claimedAt }: Extract<Line, { readonly addedAt: number }>) {
		const read = v.safeParse(ForgeEventShape, stored);
		if (!read.success) {
			// The event was written by another version. Excluding its key keeps this version from adding the event again, and also the other version
			// after this one has rewritten the file.
			const key = fieldOf(stored, 'key');
			if (typeof key === 'string' && !this.#entries.has(key)) this.#exclude(key);
			return { hasChanged: false };
		}
		const event = read.output;
		if (this.knows(event.key)) return { hasChanged: false };
		this.#entries.set(event.key, { event, addedAt, seenAt, ...(isDue && { isDue, claimedAt }) });
		// A mail can have a date in the future.
		this.#newestAt = Math.max(this.#newestAt, Math.min(forgeTimeOf(event) ?? 0, addedAt));
		if (this.#entries.size > maxEvents) this.#makeRoom(addedAt);
		return { hasChanged: true, added: event };
	}

	/**
	 * Drops old events. If that is not enough, drops the first event that the user has seen or muted or, without one, the first event. Called for
	 * each added line, so that a window that reads several lines at once drops the same events as a window that reads them one by one.
	 */
	#makeRoom(now: number): void {
		this.#dropOld(now);
		if (this.#entries.size <= maxEvents) return;
		const dropped = this.#firstSeenOrMuted() ?? this.#entries.values().next().value;
		if (!dropped) return;
		if (!this.#isDone(dropped)) this.#leftOut += 1;
		this.#exclude(dropped.event.key);
	}

	#dropOld(now: number): void {
		// The clock may be ahead for a moment, and what is dropped does not come back.
		const oldest = Math.min(now, this.#newestAt || now) - maxAgeMs;
		for (const [key, { addedAt }] of this.#entries) if (addedAt < oldest) this.#exclude(key);
	}

	/** Does not depend on the rules, which may differ between windows. */
	#firstSeenOrMuted(): InboxEntry | undefined {
		for (const entry of this.#entries.values())
			if (entry.seenAt !== undefined || this.isMuted(entry.event)) return entry;
		return undefined;
	}

	#markSeen(keys: readonly string[], seenAt: number): boolean {
		let hasChanged = false;
		for (const key of keys) {
			const entry = this.#entries.get(key);
			if (!entry || entry.seenAt !== undefined) continue;
			this.#entries.set(key, { ...entry, seenAt });
			hasChanged = true;
		}
		return this.#forgetLeftOut(seenAt) || hasChanged;
	}

	/** Dropped events count as seen once all others do. Returns whether that has just happened. */
	#forgetLeftOut(now: number): boolean {
		if (this.#leftOut === 0) return false;
		// A window that was open has dropped these in `trim`. One that reads all lines at once has not trimmed in between.
		this.#dropOld(now);
		if (!this.isAllDone) return false;
		this.#leftOut = 0;
		return true;
	}

	/** Whether the user has seen an event or muted what it is about, or the rules keep it out. */
	#isDone({ event, seenAt }: InboxEntry): boolean {
		return seenAt !== undefined || this.isMuted(event) || this.#isIgnored(event);
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

import * as v from 'valibot';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Name, Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { once } from '../../base/once.ts';
import { Turns } from '../../base/turns.ts';
import { type ForgeEvent, ForgeEventShape } from '../../platform/model/forge-events.ts';
import { DurableWrites } from '../../platform/state/store/durable-writes.ts';
import { type LockedLog, SharedLog, startOfLog } from '../../platform/state/store/shared-log.ts';
import { UnreadableFiles } from '../../platform/state/store/unreadable-files.ts';
import type { InboxEntry } from '../model/entry.ts';
import type { MutedSubject } from '../model/muted.ts';
import { EventFileContent } from './event-file-content.ts';
import { isSameJson, type Line, lineVersion, parseLine } from './event-lines.ts';

const readDelayMs = 30;
/** The time in which a window shows the events that it has claimed. */
const claimMs = 30_000;

interface EventStoreOptions {
	/** For what cannot be read from the forge again. */
	readonly storage: Storage;
	/** The id of the account's session. */
	readonly account: string;
	readonly log: Log;
	/** Whether the rules keep an event out of the inbox. It is stored as seen, so that it does not displace others. */
	readonly isIgnored?: (event: ForgeEvent) => boolean;
	/** Whether a rule asks for a notification about an event that is not ignored. Decided once, when the event is added. */
	readonly isToNotify?: (event: ForgeEvent) => boolean;
}

/** How far the events of a resource were read. */
interface ResourceCursor {
	readonly resource: string;
	/** JSON that only the reader of the resource understands. If it is undefined, the stored cursor is removed. */
	readonly value: unknown;
	/** The stored cursor when the events were read. `append` rejects if another window has changed it since. */
	readonly readFrom?: { readonly value: unknown };
}

/** Another window has read the resource since, so these events may describe differently what is already stored. */
export class OutdatedReadError extends Error {
	override readonly name = 'OutdatedReadError';
}

/**
 * The events of an account, which of them the user has seen, and how far each resource was read. All windows share them.
 *
 * Events are written before the cursor of their resource. If the window is killed in between, they are read again, and their keys show
 * which of them were added.
 */
export class EventStore implements Disposable {
	/** Loads the stored events and follows other windows from then on. Never rejects. */
	readonly open = once(() => this.#open());
	readonly #options: EventStoreOptions;
	readonly #lifetime = new Lifetime();
	readonly #name: Name;
	readonly #file: SharedLog<Line>;
	readonly #unreadable: UnreadableFiles;
	/** What the file contained at the last read or write. */
	#stored: EventFileContent;
	#position = startOfLog;
	/** Whether the file was read before. What is there at the first read is not new. */
	#hasRead = false;
	#keptAt: string | undefined;
	/** Reads and writes follow each other, so that no read brings back an earlier state. */
	readonly #turns = new Turns();
	readonly #added = this.#lifetime.add(new Emitter<readonly ForgeEvent[]>());
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	readonly #readElsewhere = this.#lifetime.add(new Emitter<readonly string[]>());
	/** Fires once in each window for each event that any window adds, in the order in which they are added. */
	readonly onDidAdd = this.#added.event;
	/** Fires when events or their marks have changed, after `onDidAdd`. */
	readonly onDidChange = this.#changes.event;
	/** Fires with the names of resources in which other windows have found something, so that what this window shows of them is out of date. */
	readonly onDidReadElsewhere = this.#readElsewhere.event;

	constructor(options: EventStoreOptions) {
		const { storage, account, log, isIgnored } = options;
		this.#options = options;
		this.#stored = new EventFileContent(isIgnored);
		this.#name = ['inbox', account, 'events'];
		this.#unreadable = new UnreadableFiles(storage, log);
		this.#file = new SharedLog({
			storage,
			log,
			name: this.#name,
			version: lineVersion,
			parse: parseLine,
			durable: new DurableWrites(storage, this.#lifetime, log),
			newSummary: () => {
				const content = new EventFileContent(isIgnored);
				return {
					apply: (line) => content.apply(line),
					toLines: () => {
						content.trim(timeOfDay());
						return content.toLines();
					},
				};
			},
		});
	}

	/** What is stored. Another object after the file was rewritten. */
	get content(): EventFileContent {
		return this.#stored;
	}

	/** The path of a file with earlier events that could not be read, until the user removes it. */
	get keptAt(): string | undefined {
		return this.#keptAt;
	}

	/**
	 * Adds the events that were never added before, and the cursor of the resource that they are from. Resolves with the added events when
	 * they are on the disk. If it rejects, nothing was added, and the caller reads the resource again from its new cursor. Rejects with an
	 * `OutdatedReadError` if the stored cursor is not the one that the events were read from.
	 */
	async append(events: readonly ForgeEvent[], cursor?: ResourceCursor): Promise<readonly ForgeEvent[]> {
		let isOutdated = false;
		const added = await this.#write((stored) => {
			isOutdated =
				cursor?.readFrom !== undefined &&
				!isSameJson(stored.cursorOf(cursor.resource), cursor.readFrom.value);
			if (isOutdated) return [];
			const lines = this.#linesOf(events, stored);
			if (!cursor || isSameJson(stored.cursorOf(cursor.resource), cursor.value)) return lines;
			return [...lines, { cursor: cursor.resource, value: cursor.value }];
		});
		if (isOutdated) throw new OutdatedReadError(`Another window has read ${cursor?.resource} meanwhile.`);
		return added;
	}

	/** Resolves when the marks are on the disk. Ignores events that are not stored. */
	async markSeen(keys: Iterable<string>): Promise<void> {
		const all = [...keys];
		const linesFor = (stored: EventFileContent): readonly Line[] => {
			const seen = all.filter((key) => isUnseen(stored.get(key)));
			// If the user has seen all others, or the rules hide them, a mark without keys makes the dropped events count as seen.
			const isMark = seen.length > 0 || (stored.leftOut > 0 && stored.isAllDone);
			return isMark ? [{ seen, at: timeOfDay() }] : [];
		};
		await this.open();
		if (linesFor(this.#stored).length > 0) await this.#write(linesFor);
	}

	/** Resolves when the marks are on the disk. Ignores events that are not stored. No notification follows. */
	async markUnseen(keys: readonly string[]): Promise<void> {
		await this.#write((stored) => {
			const unseenAgain = keys.filter((key) => stored.get(key)?.seenAt !== undefined);
			return unseenAgain.length > 0 ? [{ unseenAgain }] : [];
		});
	}

	/** Keeps what happens to a subject out of the Inbox. Resolves when that is on the disk. */
	async mute(muted: MutedSubject): Promise<void> {
		await this.#write(() => [{ muted }]);
	}

	async unmute({ names }: MutedSubject): Promise<void> {
		await this.#write(() => [{ unmuted: [...names] }]);
	}

	/**
	 * Claims events for this window. Resolves with the keys of those about which the caller has to show a notification now, and then call
	 * `didNotify`. No other window gets them, unless this one is killed in between.
	 */
	async claimDue(keys: readonly string[]): Promise<ReadonlySet<string>> {
		let claimed: string[] = [];
		await this.#write((stored) => {
			const at = timeOfDay();
			claimed = keys.filter((key) => isClaimable(stored.get(key), at));
			return claimed.length > 0 ? [{ claimed, at }] : [];
		});
		return new Set(claimed);
	}

	async didNotify(keys: readonly string[]): Promise<void> {
		await this.#write(() => [{ notified: [...keys] }]);
	}

	/** Reads what other windows have written, without waiting to hear of it. Never rejects. */
	async refresh(): Promise<void> {
		try {
			await this.#read();
		} catch (error) {
			this.#options.log.warn('The events could not be read', error);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #open(): Promise<void> {
		const read = coalesce(this.#lifetime, readDelayMs, () => this.refresh());
		const { storage, account } = this.#options;
		this.#lifetime.add(storage.watch(['inbox', account], read));
		await this.refresh();
	}

	#read(): Promise<void> {
		return this.#turns.run(async () => {
			await this.#readNew(this.#file);
			const before = this.#keptAt;
			[this.#keptAt] = await this.#unreadable.list(this.#name);
			if (this.#keptAt !== before) this.#changes.fire();
		});
	}

	/**
	 * Appends the lines that `linesFor` returns for what is on the disk now. Resolves when they are written, with the events that they have
	 * added. `linesFor` is called again if this window has lost the lock meanwhile.
	 */
	#write(linesFor: (stored: EventFileContent) => readonly Line[]): Promise<readonly ForgeEvent[]> {
		const work = async (file: LockedLog<Line>) => {
			await this.#readNew(file);
			const lines = linesFor(this.#stored);
			if (lines.length === 0) return [];
			await file.append([{ lines }]);
			return this.#readNew(file, true);
		};
		return this.#turns.run(() => this.#file.lock(work, this.#lifetime.signal));
	}

	/** Applies the lines that are new to this window, and returns the events in them. `isOwn` says that this window has written them. */
	async #readNew(file: SharedLog<Line> | LockedLog<Line>, isOwn = false): Promise<readonly ForgeEvent[]> {
		const { isIgnored } = this.#options;
		const lines: Line[] = [];
		const { position, isContinued } = await file.read((line) => lines.push(line), this.#position);
		this.#position = position;
		const before = this.#stored;
		// The file was rewritten, so all of it was read: of its events, only those are new that are not in `before`.
		if (!isContinued) this.#stored = new EventFileContent(isIgnored);
		const added: ForgeEvent[] = [];
		/** The resources in which another window has found something. */
		const readElsewhere = new Set<string>();
		let hasChanged = !isContinued;
		for (const line of lines) {
			const hasNewCursor = 'cursor' in line && !isSameJson(before.cursorOf(line.cursor), line.value);
			if (hasNewCursor && !isOwn) readElsewhere.add(line.cursor);
			const change = this.#stored.apply(line);
			hasChanged ||= change.hasChanged;
			if (change.added && (isContinued || !before.knows(change.added.key))) added.push(change.added);
		}
		this.#stored.trim(timeOfDay());
		const isFirst = !this.#hasRead;
		this.#hasRead = true;
		const shown = isFirst ? [] : added.filter(({ key }) => this.#stored.get(key));
		if (shown.length > 0) this.#added.fire(shown);
		if (hasChanged) this.#changes.fire();
		if (!isFirst && readElsewhere.size > 0) this.#readElsewhere.fire([...readElsewhere]);
		return shown;
	}

	/** The lines that add the events, except for those that were added before. */
	#linesOf(events: readonly ForgeEvent[], stored: EventFileContent): readonly Line[] {
		const { log, isIgnored, isToNotify } = this.#options;
		const addedAt = timeOfDay();
		const lines = new Map<string, Line>();
		const tooOld = stored.tooOldOf(events, addedAt);
		for (const given of events) {
			const read = v.safeParse(ForgeEventShape, given);
			if (!read.success) {
				log.warn(`An event of the kind ${given.kind} has an unexpected format and was left out`);
				continue;
			}
			const event = read.output;
			if (stored.knows(event.key) || lines.has(event.key)) continue;
			const isKeptOut = stored.isMuted(event) || isIgnored?.(event) === true;
			const isSeen = isKeptOut || ('ref' in event && event.isProbablyOwn === true);
			if (tooOld.has(given)) lines.set(event.key, { known: [event.key] });
			else if (isSeen) lines.set(event.key, { event, addedAt, seenAt: addedAt });
			else lines.set(event.key, { event, addedAt, ...(isToNotify?.(event) && { isDue: true }) });
		}
		return [...lines.values()];
	}
}

const isUnseen = (entry: InboxEntry | undefined): boolean =>
	entry !== undefined && entry.seenAt === undefined;

/** Whether a notification is to be shown about an event. None is shown about what the user has seen already. */
export const isNotificationDue = (entry: InboxEntry | undefined): boolean =>
	entry?.isDue === true && entry.seenAt === undefined;

const isClaimable = (entry: InboxEntry | undefined, now: number): boolean =>
	isNotificationDue(entry) && !isRecent(entry?.claimedAt, claimMs, now);

import type { Disposable } from '../../base/disposable.ts';
import type { HeldLock } from '../../base/files/held-lock.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { Turns } from '../../base/turns.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { DurableWrites } from '../../platform/state/store/durable-writes.ts';
import { lockAgainIfLost } from '../../platform/state/store/lock-again-if-lost.ts';
import type { Name, Storage } from '../../platform/state/store/storage.ts';
import { EventFileContent } from './event-file-content.ts';
import { formatEventFile, formatLines, isSameJson, type Line, readHead, readLines } from './event-lines.ts';

/** The file is not rewritten before so many characters were appended. */
const rewriteThreshold = 256 * 1024;

/** A file with all the events and cursors that are kept is shorter. A longer one is damaged, and from 512 MB on could not be read as a string. */
const maxBytes = 64 * 1024 * 1024;

const unreadable = 'unreadable';
/** Before the id of the account in the name of a file that could not be read. */
export const unreadablePrefix = 'inbox ';

interface EventFileOptions {
	readonly storage: Storage;
	/** The id of the account's session. */
	readonly account: string;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly now: () => number;
	/** Whether the rules keep an event out of the inbox. */
	readonly isIgnored?: ((event: ForgeEvent) => boolean) | undefined;
}

/** What reading the file has changed. */
export interface ReadChange {
	/** The events that are new to this window, in the order in which they were added. */
	readonly added: readonly ForgeEvent[];
	readonly hasChanged: boolean;
	/** The resources in which other windows have found something, also if that is no event, such as what the user has done. */
	readonly readElsewhere: readonly string[];
}

const noChange: ReadChange = { added: [], hasChanged: false, readElsewhere: [] };

/**
 * The file of the events of an account, which all windows share.
 *
 * Windows append to it under one lock, and each first reads what others have appended. When the changes outgrow the rest, the file is
 * rewritten.
 */
export class EventFile {
	readonly #options: EventFileOptions;
	readonly #durable: DurableWrites;
	readonly #folder: Name;
	readonly #file: Name;
	readonly #lock: Name;
	#stored: EventFileContent;
	#generation: string | undefined;
	/** How many characters of the text were read. */
	#offset = 0;
	/** Whether the file was read before. What is there at the first read is not new. */
	#hasRead = false;
	/** What was read and is not reported yet. A write may fail after it has read. */
	#unreported = noChange;
	#keptAt: string | undefined;
	/** Reads and writes follow each other, so that no read brings back an earlier state. */
	readonly #turns = new Turns();

	constructor(options: EventFileOptions) {
		const { storage, account, lifetime, log } = options;
		this.#options = options;
		this.#stored = new EventFileContent(options.isIgnored);
		this.#durable = new DurableWrites(storage, lifetime, log);
		this.#folder = ['inbox', account];
		this.#file = ['inbox', account, 'events'];
		// Outside of the watched folder: taking the lock is no change.
		this.#lock = ['inbox-locks', account];
	}

	/** As of the last read or write. */
	get stored(): EventFileContent {
		return this.#stored;
	}

	/** Where a file is that could not be read, until the user removes it. As of the last read or write. */
	get keptAt(): string | undefined {
		return this.#keptAt;
	}

	/** Calls `changed` when a window may have written. */
	watch(changed: () => void): Disposable {
		return this.#options.storage.watch(this.#folder, changed);
	}

	read(): Promise<ReadChange> {
		const { storage, lifetime } = this.#options;
		return this.#turns.run(async () => {
			const before = this.#keptAt;
			let { text, isUnreadable } = await this.#readText();
			// A window that has the lock may be writing the file.
			if (isUnreadable)
				text = await lockAgainIfLost(
					storage,
					this.#lock,
					({ confirm }) => this.#readOrSetAside(confirm),
					lifetime.signal,
				);
			await this.#findKept();
			this.#apply(text);
			const change = this.#takeUnreported();
			return { ...change, hasChanged: change.hasChanged || this.#keptAt !== before };
		});
	}

	/**
	 * Appends the lines that `linesFor` returns for what is on the disk now. Resolves when they are written, with the events that they have
	 * added, and with all changes since the last read. `linesFor` is called again if this window has lost the lock meanwhile.
	 */
	write(
		linesFor: (stored: EventFileContent) => readonly Line[],
	): Promise<{ readonly addedHere: readonly ForgeEvent[]; readonly change: ReadChange }> {
		const { storage, lifetime } = this.#options;
		const work = async ({ confirm }: HeldLock) => {
			const text = await this.#readOrSetAside(confirm);
			this.#apply(text);
			const lines = linesFor(this.#stored);
			if (lines.length === 0) return [];
			await confirm();
			const written = await this.#append(text, lines);
			const added = this.#apply(written, true);
			await this.#rewriteIfLong(written, confirm);
			return added;
		};
		return this.#turns.run(async () => {
			const addedHere = await lockAgainIfLost(storage, this.#lock, work, lifetime.signal);
			return { addedHere, change: this.#takeUnreported() };
		});
	}

	#takeUnreported(): ReadChange {
		const change = this.#unreported;
		this.#unreported = noChange;
		return change;
	}

	/**
	 * Applies the part of the text that is new to this window, and returns the events in it. `text` is undefined if there is no file. `isOwn` says
	 * that this window has written that part.
	 */
	#apply(text: string | undefined, isOwn = false): readonly ForgeEvent[] {
		const { log, now } = this.#options;
		const head = text === undefined ? undefined : readHead(text);
		const isContinued = head?.generation === this.#generation && (text?.length ?? 0) >= this.#offset;
		const before = this.#stored;
		if (!isContinued) {
			this.#stored = new EventFileContent(this.#options.isIgnored);
			this.#generation = head?.generation;
			this.#offset = head?.length ?? 0;
		}
		const added: ForgeEvent[] = [];
		const read = new Set<string>();
		let hasChanged = !isContinued;
		if (text !== undefined && head) {
			const { lines, next, bad } = readLines(text, this.#offset);
			if (bad > 0) log.warn(`${bad} lines about events were cut off or damaged and left out`);
			this.#offset = next;
			for (const line of lines) {
				const isFound = 'cursor' in line && !isSameJson(before.cursorOf(line.cursor), line.value);
				if (isFound && !isOwn) read.add(line.cursor);
				const change = this.#stored.apply(line);
				hasChanged ||= change.hasChanged;
				if (change.added && (isContinued || !before.knows(change.added.key))) added.push(change.added);
			}
		}
		this.#stored.trim(now());
		const isFirst = !this.#hasRead;
		this.#hasRead = true;
		const last = this.#unreported;
		const shown = isFirst ? [] : added.filter(({ key }) => this.#stored.get(key));
		this.#unreported = {
			added: [...last.added, ...shown],
			hasChanged: last.hasChanged || hasChanged,
			readElsewhere: isFirst ? [] : [...new Set([...last.readElsewhere, ...read])],
		};
		return shown;
	}

	/** Call under the lock. Resolves with the text of the file. */
	async #append(text: string | undefined, lines: readonly Line[]): Promise<string> {
		const { storage } = this.#options;
		if (text === undefined) return this.#replace(lines);
		const added = formatLines(lines);
		const size = await storage.append(this.#file, added);
		const wasRemovedBefore = size === Buffer.byteLength(added);
		if (wasRemovedBefore) return this.#replace(lines);
		this.#durable.add(this.#file);
		return text + added;
	}

	async #replace(lines: readonly Line[]): Promise<string> {
		const text = formatEventFile(lines);
		await this.#options.storage.replace(this.#file, text, { isDurable: true });
		return text;
	}

	/** Call under the lock, when everything in the file is applied. A failure is only logged: the longer file has the same content. */
	async #rewriteIfLong(text: string, confirm: HeldLock['confirm']): Promise<void> {
		const head = readHead(text);
		const changes = text.length - (head?.length ?? 0) - (head?.rewritten ?? 0);
		if (changes <= Math.max(head?.rewritten ?? 0, rewriteThreshold)) return;
		try {
			await confirm();
			const shorter = await this.#replace(this.#stored.toLines());
			this.#generation = readHead(shorter)?.generation;
			this.#offset = shorter.length;
		} catch (error) {
			this.#options.log.warn('The file of the events could not be rewritten', error);
		}
	}

	async #isTooLong(): Promise<boolean> {
		const files = await this.#options.storage.list(this.#folder);
		return files.some(({ name, size }) => name === this.#file.at(-1) && size > maxBytes);
	}

	/** The text of the file; undefined if there is none, or if it is too long to be read. */
	async #readText(): Promise<{ readonly text: string | undefined; readonly isUnreadable: boolean }> {
		if (await this.#isTooLong()) return { text: undefined, isUnreadable: true };
		const text = await this.#options.storage.read(this.#file);
		return { text, isUnreadable: text !== undefined && !readHead(text) };
	}

	/** Call under the lock. Keeps a file that cannot be read for the user to inspect, and begins again. */
	async #readOrSetAside(confirm: HeldLock['confirm']): Promise<string | undefined> {
		const { text, isUnreadable } = await this.#readText();
		if (!isUnreadable) return text;
		const { storage, log } = this.#options;
		await confirm();
		await storage.move(this.#file, this.#kept);
		await this.#findKept();
		log.warn(`The events cannot be read, and were kept as ${storage.pathOf(this.#kept)}`);
		return undefined;
	}

	async #findKept(): Promise<void> {
		const { storage } = this.#options;
		const files = await storage.list([unreadable]);
		const isThere = files.some(({ name }) => name === this.#kept.at(-1));
		this.#keptAt = isThere ? storage.pathOf(this.#kept) : undefined;
	}

	get #kept(): Name {
		return [unreadable, `${unreadablePrefix}${this.#options.account}`];
	}
}

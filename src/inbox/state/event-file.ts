import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Name, Storage } from '../../base/files/storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { Turns } from '../../base/turns.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { DurableWrites } from '../../platform/state/store/durable-writes.ts';
import { type LockedLog, SharedLog, startOfLog } from '../../platform/state/store/shared-log.ts';
import { UnreadableFiles } from '../../platform/state/store/unreadable-files.ts';
import { EventFileContent } from './event-file-content.ts';
import { isSameJson, type Line, lineVersion, parseLine } from './event-lines.ts';

interface EventFileOptions {
	readonly storage: Storage;
	/** The id of the account's session. */
	readonly account: string;
	readonly lifetime: Lifetime;
	readonly log: Log;
	/** Whether the rules keep an event out of the inbox. */
	readonly isIgnored?: ((event: ForgeEvent) => boolean) | undefined;
	/** Called with what was read, also if a write fails after that. */
	readonly didRead: (change: ReadChange) => void;
}

/** What reading the file has changed. */
export interface ReadChange {
	/** The events that are new to this window, in the order in which they were added. */
	readonly added: readonly ForgeEvent[];
	readonly hasChanged: boolean;
	/** The resources in which other windows have found something, also if that is no event, such as what the user has done. */
	readonly readElsewhere: readonly string[];
}

/** The file of the events of an account, which all windows share. Each window reads what others have appended before it appends. */
export class EventFile {
	readonly #options: EventFileOptions;
	readonly #name: Name;
	readonly #file: SharedLog<Line>;
	readonly #unreadable: UnreadableFiles;
	#stored: EventFileContent;
	#position = startOfLog;
	/** Whether the file was read before. What is there at the first read is not new. */
	#hasRead = false;
	#keptAt: string | undefined;
	/** Reads and writes follow each other, so that no read brings back an earlier state. */
	readonly #turns = new Turns();

	constructor(options: EventFileOptions) {
		const { storage, account, lifetime, log, isIgnored } = options;
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
			durable: new DurableWrites(storage, lifetime, log),
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

	/** As of the last read or write. */
	get stored(): EventFileContent {
		return this.#stored;
	}

	/** Where a file is that could not be read, until the user removes it. As of the last read. */
	get keptAt(): string | undefined {
		return this.#keptAt;
	}

	/** Calls `changed` when a window may have written. */
	watch(changed: () => void): Disposable {
		const { storage, account } = this.#options;
		return storage.watch(['inbox', account], changed);
	}

	read(): Promise<void> {
		return this.#turns.run(async () => {
			await this.#readNew(this.#file);
			const before = this.#keptAt;
			[this.#keptAt] = await this.#unreadable.list(this.#name);
			if (this.#keptAt !== before) this.#options.didRead({ added: [], hasChanged: true, readElsewhere: [] });
		});
	}

	/**
	 * Appends the lines that `linesFor` returns for what is on the disk now. Resolves when they are written, with the events that they have
	 * added. `linesFor` is called again if this window has lost the lock meanwhile.
	 */
	write(linesFor: (stored: EventFileContent) => readonly Line[]): Promise<readonly ForgeEvent[]> {
		const work = async (file: LockedLog<Line>) => {
			await this.#readNew(file);
			const lines = linesFor(this.#stored);
			if (lines.length === 0) return [];
			await file.append([{ lines }]);
			return this.#readNew(file, true);
		};
		return this.#turns.run(() => this.#file.lock(work, this.#options.lifetime.signal));
	}

	/** Applies the lines that are new to this window, and returns the events in them. `isOwn` says that this window has written them. */
	async #readNew(file: SharedLog<Line> | LockedLog<Line>, isOwn = false): Promise<readonly ForgeEvent[]> {
		const { isIgnored, didRead } = this.#options;
		const lines: Line[] = [];
		const { position, isContinued } = await file.read((line) => lines.push(line), this.#position);
		this.#position = position;
		const before = this.#stored;
		if (!isContinued) this.#stored = new EventFileContent(isIgnored);
		const added: ForgeEvent[] = [];
		const read = new Set<string>();
		let hasChanged = !isContinued;
		for (const line of lines) {
			const isFound = 'cursor' in line && !isSameJson(before.cursorOf(line.cursor), line.value);
			if (isFound && !isOwn) read.add(line.cursor);
			const change = this.#stored.apply(line);
			hasChanged ||= change.hasChanged;
			if (change.added && (isContinued || !before.knows(change.added.key))) added.push(change.added);
		}
		this.#stored.trim(timeOfDay());
		const isFirst = !this.#hasRead;
		this.#hasRead = true;
		const shown = isFirst ? [] : added.filter(({ key }) => this.#stored.get(key));
		didRead({ added: shown, hasChanged, readElsewhere: isFirst ? [] : [...read] });
		return shown;
	}
}

import { randomUUID } from 'node:crypto';
import { background } from '../../base/background.ts';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { Turns } from '../../base/turns.ts';
import type { Name, Storage } from '../../platform/state/store/storage.ts';

const folder: Name = ['live'];
const file: Name = ['live', 'focus'];
// Not in the watched folder, because taking the lock changes a file.
const lock: Name = ['live-locks', 'focus'];
const readDelayMs = 50;

/**
 * Tells the leading window whether another window has the focus. The window with the focus rewrites a file regularly; after a crash, the
 * file expires.
 */
export class WindowFocus implements Disposable {
	readonly #storage: Storage;
	readonly #log: Log;
	readonly #everyMs: number;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when `isElsewhere` has changed. */
	readonly onDidChange = this.#changes.event;
	readonly #window = randomUUID();
	readonly #read: () => void;
	#isSharing = false;
	#writeTimer: Disposable | undefined;
	#isElsewhere = false;
	/** Waits until the report of another window expires. */
	#expiryTimer: Disposable | undefined;
	readonly #writes = new Turns();

	/** The window with the focus rewrites the file every `everyMs`. */
	constructor(storage: Storage, log: Log, everyMs = 20_000) {
		this.#storage = storage;
		this.#log = log;
		this.#everyMs = everyMs;
		this.#read = coalesce(this.#lifetime, readDelayMs, () => this.#readFile(), this.#warn);
		this.#lifetime.add(storage.watch(folder, this.#read));
		this.#read();
	}

	/** Whether another window of this machine has recently reported that it has the focus. */
	get isElsewhere(): boolean {
		return this.#isElsewhere;
	}

	/** Starts or stops reporting that this window has the focus. */
	share(hasFocus: boolean): void {
		if (hasFocus === this.#isSharing) return;
		this.#isSharing = hasFocus;
		this.#writeTimer?.dispose();
		if (!hasFocus) {
			this.#write(async (storage) => {
				// Another window may have the focus by now.
				if ((await this.#readWriter())?.window === this.#window) await storage.remove(file);
			});
			return;
		}
		const write = () => this.#write((storage) => storage.replace(file, `${this.#window} ${timeOfDay()}`));
		write();
		this.#writeTimer = this.#lifetime.interval(write, this.#everyMs);
	}

	dispose(): void {
		this.share(false);
		this.#lifetime.dispose();
	}

	/** Writes under a lock. Otherwise another window could write the file after this one has looked at it and before this one removes it. */
	#write(work: (storage: Storage) => Promise<void>): void {
		const storage = this.#storage;
		background(this.#writes.run(() => storage.lock(lock, () => work(storage))).catch(this.#warn));
	}

	async #readFile(): Promise<void> {
		const writer = await this.#readWriter();
		const validMs = 1.5 * this.#everyMs;
		const now = timeOfDay();
		const other = writer?.window === this.#window ? undefined : writer;
		const isElsewhere = isRecent(other?.at, validMs, now);
		this.#expiryTimer?.dispose();
		if (other && isElsewhere)
			this.#expiryTimer = this.#lifetime.timeout(this.#read, other.at + validMs - now);
		if (isElsewhere === this.#isElsewhere) return;
		this.#isElsewhere = isElsewhere;
		this.#changes.fire();
	}

	async #readWriter(): Promise<{ readonly window: string; readonly at: number } | undefined> {
		const [window, at] = ((await this.#storage.read(file)) ?? '').split(' ');
		return window !== undefined && at !== undefined ? { window, at: Number(at) } : undefined;
	}

	readonly #warn = (failure: unknown) =>
		this.#log.warn('Could not share which window has the focus', failure);
}

import { randomUUID } from 'node:crypto';
import { background } from '../../base/background.ts';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { type FileFormat, SharedFile } from '../../platform/state/store/shared-file.ts';

/** A window that has the focus, and when it has last said so. */
interface Report {
	readonly window: string;
	readonly at: number;
}

const format: FileFormat<Report> = {
	stringify: ({ window, at }) => `${window} ${at}`,
	parse: (text) => {
		const [window = '', at] = text.split(' ');
		return { value: { window, at: Number(at) } };
	},
};

/**
 * Tells the leading window whether another window has the focus. The window with the focus rewrites a file regularly; after a crash, the
 * file expires.
 */
export class WindowFocus implements Disposable {
	readonly #log: Log;
	readonly #file: SharedFile<Report>;
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

	/** The window with the focus rewrites the file every `everyMs`. */
	constructor(storage: Storage, log: Log, everyMs = 20_000) {
		this.#log = log;
		this.#file = new SharedFile({ storage, name: ['live', 'focus'], format, log });
		this.#everyMs = everyMs;
		this.#read = this.#file.watch(this.#lifetime, () => this.#readFile());
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
		const write = () => background(this.#write(hasFocus));
		write();
		if (hasFocus) this.#writeTimer = this.#lifetime.interval(write, this.#everyMs);
	}

	dispose(): void {
		this.share(false);
		this.#lifetime.dispose();
	}

	async #write(hasFocus: boolean): Promise<void> {
		const window = this.#window;
		try {
			await this.#file.change(
				(last) => {
					if (hasFocus) return { window, at: timeOfDay() };
					// Another window may have the focus by now.
					return last?.window === window ? undefined : last;
				},
				{ isDurable: false },
			);
		} catch (failure) {
			this.#log.warn('Could not share which window has the focus', failure);
		}
	}

	async #readFile(): Promise<void> {
		const last = await this.#file.read();
		const validMs = 1.5 * this.#everyMs;
		const now = timeOfDay();
		const other = last?.window === this.#window ? undefined : last;
		const isElsewhere = isRecent(other?.at, validMs, now);
		this.#expiryTimer?.dispose();
		if (other && isElsewhere)
			this.#expiryTimer = this.#lifetime.timeout(this.#read, other.at + validMs - now);
		if (isElsewhere === this.#isElsewhere) return;
		this.#isElsewhere = isElsewhere;
		this.#changes.fire();
	}
}

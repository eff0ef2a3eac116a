import { backoff } from '../../base/backoff.ts';
import { sleep } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { withFileLock } from '../../base/files/file-lock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';

/** How often the other windows look whether the leading one has ended, perhaps for days. */
const pauseMs = 1000;
const retryWaitMs = backoff(10_000, 5 * 60_000);

/**
 * Lets one window of the machine lead. If it closes or its process ends, another one takes over within seconds.
 *
 * A process that hung for many seconds may lose the lead and notice it a moment after it continues. So what a leader does must
 * be harmless if two windows do it.
 */
export class Leader implements Disposable {
	/** The file lock that the windows share. */
	readonly #path: string;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #changes = new Emitter<boolean>();
	readonly #ended: Promise<void>;
	#isLeading = false;
	#failures = 0;

	/** Fires with whether this window leads. */
	readonly onDidChange = this.#changes.event;

	constructor(path: string, log: Log) {
		this.#path = path;
		this.#log = log;
		this.#ended = this.#compete();
	}

	get isLeading(): boolean {
		return this.#isLeading;
	}

	/** Stops leading. Resolves when another window can lead. */
	dispose(): Promise<void> {
		this.#lifetime.dispose();
		this.#setLeading(false);
		this.#changes.dispose();
		return this.#ended;
	}

	async #compete(): Promise<void> {
		const { signal } = this.#lifetime;

		while (!signal.aborted) {
			try {
				await withFileLock(this.#path, ({ lost }) => this.#lead(lost), signal, pauseMs);
			} catch (error) {
				if (signal.aborted) return;
				if (this.#failures === 0) this.#log.warn('This window cannot lead, because the lock failed', error);
				await sleep(retryWaitMs(this.#failures++), signal).catch(() => {});
			}
		}
	}

	async #lead(lost: AbortSignal): Promise<void> {
		const { signal } = this.#lifetime;
		if (signal.aborted) return;
		this.#failures = 0;
		this.#setLeading(true);
		await new Promise<void>((resolve) => {
			for (const end of [lost, signal]) end.addEventListener('abort', () => resolve(), { once: true });
		});
		if (!signal.aborted) this.#log.info('This window no longer leads, because it has lost the lock');
		this.#setLeading(false);
	}

	#setLeading(isLeading: boolean): void {
		if (isLeading === this.#isLeading) return;
		this.#isLeading = isLeading;
		this.#changes.fire(isLeading);
	}
}

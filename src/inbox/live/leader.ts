import { backoff } from '../../base/backoff.ts';
import { sleep } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { HeldLock } from '../../base/files/held-lock.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';

/** How often the other windows check whether the leading one has ended, perhaps for days. */
const pauseMs = 1000;
const retryWaitMs = backoff(10_000, 5 * 60_000);

/** Runs `work` while no other window leads. The signal ends only the waiting. */
export const whileNoOtherLeads = (
	storage: Storage,
	work: (lock: HeldLock) => Promise<void>,
	signal: AbortSignal,
): Promise<void> => storage.lock(['live'], work, signal, pauseMs);

/**
 * Lets one window of the machine lead. If it closes or its process ends, another one takes over within seconds.
 *
 * A process that hung for many seconds may lose the lead and notice it a moment after it continues. So what a leader does must
 * be harmless if two windows do it.
 */
export class Leader implements Disposable {
	/** All windows share it. */
	readonly #storage: Storage;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #changes = new Emitter<boolean>();
	readonly #ended: Promise<void>;
	#isLeading = false;
	#failures = 0;

	/** Fires with whether this window leads. */
	readonly onDidChange = this.#changes.event;

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
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
				await whileNoOtherLeads(this.#storage, ({ lost }) => this.#lead(lost), signal);
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

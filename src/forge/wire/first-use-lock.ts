import { createHash } from 'node:crypto';
import { timeOfDay } from '../../base/clock.ts';
import type { Name, Storage } from '../../base/files/storage.ts';

const folder: Name = ['first-uses'];
/** After this time, windows lock the use of a token once more, which does no harm. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Lets only one window at a time use a token that a service does not know yet. After a renewal, for example, all windows get the
 * new token at the same moment. An empty file records that a service knows a token, so that windows wait for each other only
 * while a token is new.
 */
export class FirstUseLock {
	readonly #storage: Storage;

	constructor(storage: Storage) {
		this.#storage = storage;
	}

	/**
	 * Sends a request with the token and to the service that `key` identifies. `isKnownAfter` tells whether the service knows the
	 * token after an answer. The signal ends the wait for another window, but not the request.
	 */
	async send<T>(
		key: string,
		send: () => Promise<T>,
		isKnownAfter: (answer: T) => boolean,
		signal: AbortSignal,
	): Promise<T> {
		const mark: Name = [...folder, createHash('sha256').update(key).digest('hex')];
		if (await this.#exists(mark)) return send();
		let answer: Promise<T> | undefined;
		const work = async () => {
			if (await this.#exists(mark)) return;
			answer = send();
			if (isKnownAfter(await answer)) await this.#addMark(mark);
		};
		try {
			await this.#storage.lock(mark, work, signal);
		} catch (error) {
			// If the disk does not allow a lock, the request is sent without one.
			if (!answer && signal.aborted) throw error;
		}
		return answer ?? send();
	}

	#exists(mark: Name): Promise<boolean> {
		return this.#storage.read(mark).then(
			(content) => content !== undefined,
			() => false,
		);
	}

	async #addMark(mark: Name): Promise<void> {
		await this.#storage.replace(mark, '');
		for (const { name, written } of await this.#storage.list(folder))
			if (timeOfDay() - written > keptMs) await this.#storage.remove([...folder, name]);
	}
}

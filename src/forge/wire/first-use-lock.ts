import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeOfDay } from '../../base/clock.ts';
import { withFileLock } from '../../base/files/file-lock.ts';
import { namesIn, remove, unlessMissing } from '../../base/files/files.ts';

/** After this time, windows lock the use of a token once more, which does no harm. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Lets only one window at a time use a token that a service does not know yet. After a renewal, for example, all windows get the
 * new token at the same moment. An empty file records that a service knows a token, so that windows wait for each other only
 * while a token is new.
 */
export class FirstUseLock {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
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
		const mark = join(this.#folder, createHash('sha256').update(key).digest('hex'));
		if (await exists(mark)) return send();
		let answer: Promise<T> | undefined;
		const work = async () => {
			if (await exists(mark)) return;
			answer = send();
			if (isKnownAfter(await answer)) await this.#addMark(mark);
		};
		try {
			await withFileLock(`${mark}.lock`, work, signal);
		} catch (error) {
			// If the disk does not allow a lock, the request is sent without one.
			if (!answer && signal.aborted) throw error;
		}
		return answer ?? send();
	}

	async #addMark(mark: string): Promise<void> {
		await writeFile(mark, '', { mode: 0o600 });
		for (const name of await namesIn(this.#folder)) {
			const path = join(this.#folder, name);
			const info = await unlessMissing(stat(path));
			if (info && timeOfDay() - info.mtimeMs > keptMs) await remove(path);
		}
	}
}

const exists = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../../base/files/file-lock.ts';
import { namesIn, remove, unlessMissing } from '../../base/files/files.ts';

/** After this time, windows lock the use of a token once more, which does no harm. */
const keptMs = 7 * 24 * 60 * 60_000;

interface FirstUse<T> {
	/** Identifies the token and the service. */
	readonly key: string;
	readonly send: () => Promise<T>;
	/** Whether the service knows the token after this answer. */
	readonly isKnownAfter: (answer: T) => boolean;
	/** Ends the wait for another window, but not a request. */
	readonly signal: AbortSignal;
}

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

	async send<T>({ key, send, isKnownAfter, signal }: FirstUse<T>): Promise<T> {
		const mark = join(this.#folder, createHash('sha256').update(key).digest('hex'));
		if (await exists(mark)) return send();
		const sent: Promise<T>[] = [];
		const work = async () => {
			if (await exists(mark)) return;
			const sending = send();
			sent.push(sending);
			if (isKnownAfter(await sending)) await this.#addMark(mark);
		};
		try {
			await withFileLock(`${mark}.lock`, work, signal);
		} catch (error) {
			// If the disk does not allow a lock, the request is sent without one.
			if (sent.length === 0 && signal.aborted) throw error;
		}
		return sent[0] ?? send();
	}

	async #addMark(mark: string): Promise<void> {
		await writeFile(mark, '', { mode: 0o600 });
		for (const name of await namesIn(this.#folder)) {
			const path = join(this.#folder, name);
			const info = await unlessMissing(stat(path));
			if (info && Date.now() - info.mtimeMs > keptMs) await remove(path);
		}
	}
}

const exists = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

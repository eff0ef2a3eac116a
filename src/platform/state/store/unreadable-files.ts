import { randomUUID } from 'node:crypto';
import { timeOfDay } from '../../../base/clock.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';

const folder: Name = ['unreadable'];

/** The name without the time and number that distinguish files of the same name. Earlier versions added others, or none. */
const originalOf = (name: string): string => name.replace(/ 2\d{3}-\S+( [0-9a-f]{8})?$/, '');

/**
 * Keeps a file that cannot be read in another folder, for the user to inspect. With `content`, keeps a copy of that, and leaves the file. Call it
 * under the lock of the file.
 */
export async function setAside(storage: Storage, name: Name, content?: string): Promise<void> {
	// The name is unique, so that no file replaces another one, and has only characters that file names may contain.
	const time = new Date(timeOfDay()).toISOString().toLowerCase().replaceAll(/[:.]/g, '-');
	const kept: Name = [...folder, `${name.join(' ')} ${time} ${randomUUID().slice(0, 8)}`];
	if (content === undefined) await storage.move(name, kept);
	else await storage.replace(kept, content, { isDurable: true });
}

/** The files of a storage that any window has set aside. They stay until the user removes them, or signs out of the account to which they belong. */
export class UnreadableFiles {
	readonly #storage: Storage;
	readonly #log: Log;
	readonly #logged = new Set<string>();

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
		this.#log = log;
	}

	/**
	 * The paths of the files that had the name `of` or, from an earlier version, only the first part of it. By default, the paths of all files.
	 * Each window writes them to its log once, because views refer to the log.
	 */
	async list(of?: Name): Promise<readonly string[]> {
		const names = (await this.#storage.names(folder)).filter(
			(name) => of === undefined || `${of.join(' ')} `.startsWith(`${originalOf(name)} `),
		);
		return names.map((name) => {
			const path = this.#storage.pathOf([...folder, name]);
			if (!this.#logged.has(name))
				this.#log.warn(`${originalOf(name)} cannot be read. It is kept in ${path}`);
			this.#logged.add(name);
			return path;
		});
	}
}

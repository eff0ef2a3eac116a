import * as v from 'valibot';
import { Emitter } from '../../base/emitter.ts';
import type { Log } from '../../base/log/log.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';
import type { Storage } from '../../platform/state/store/storage.ts';

/** How many files of a list are remembered; the oldest are forgotten first. */
const maxFiles = 10_000;

/**
 * The files of patches that the user has marked as viewed, by list. A file is identified by a digest of its content, so the mark also holds
 * in a later version that does not change the file.
 */
export class ViewedFiles {
	/** Stays when an account signs out. */
	readonly #storage: Storage;
	readonly #log: Log;
	readonly #stored = new Map<string, SettingFile<readonly string[]>>();
	/** The digests of each list, as sets. */
	readonly #sets = new WeakMap<readonly string[], ReadonlySet<string>>();
	readonly #changes = new Emitter<void>();
	/** Fires when files were marked or read, in this window. */
	readonly onDidChange = this.#changes.event;

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
		this.#log = log;
	}

	/** Whether a file is known to be viewed. Read the marks of the list first. */
	has(list: ListKey, digest: string): boolean {
		const { value } = this.#of(list);
		const set = this.#sets.get(value) ?? new Set(value);
		this.#sets.set(value, set);
		return set.has(digest);
	}

	/** Reads what this and other windows have stored. */
	async read(list: ListKey): Promise<void> {
		const stored = this.#of(list);
		const before = JSON.stringify(stored.value);
		await stored.read();
		if (JSON.stringify(stored.value) !== before) this.#changes.fire();
	}

	/** Resolves when the marks are on the disk. */
	async mark(list: ListKey, digests: readonly string[], isViewed: boolean): Promise<void> {
		const marked = new Set(digests);
		await this.#of(list).change((before) => {
			const others = before.filter((one) => !marked.has(one));
			return isViewed ? [...others, ...marked].slice(-maxFiles) : others;
		});
		this.#changes.fire();
	}

	#of(list: ListKey): SettingFile<readonly string[]> {
		const file = `${list.account} ${listRef(list)}`;
		const known = this.#stored.get(file);
		if (known) return known;
		const created = new SettingFile<readonly string[]>({
			storage: this.#storage,
			shape: v.array(v.string()),
			log: this.#log,
			name: ['viewed-files', file],
			none: [],
		});
		this.#stored.set(file, created);
		return created;
	}
}

import type { Disposable } from '../disposable.ts';
import type { ReplaceOptions } from './files.ts';
import type { HeldLock } from './held-lock.ts';

/** Folders and a file name. Any text is allowed: a name cannot lead outside of the storage's folder. */
export type Name = readonly [string, ...string[]];

export interface StoredFile {
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** When the file was last written, in milliseconds since 1970. */
	readonly written: number;
}

/** Persistent texts and files, by name. Other windows share them and may write at any time. */
export interface Storage {
	/** Undefined if there is no such text. */
	read(name: Name): Promise<string | undefined>;
	/** The bytes of a file; undefined if there is no such file. */
	readBytes(name: Name): Promise<Uint8Array | undefined>;
	/**
	 * Replaces a text or file atomically: concurrent readers see the old text or the new one, and so does a reader after the program is killed
	 * during the write. With `isDurable` this also holds after a power failure; use it for data that cannot be fetched again. `confirm`, that of a
	 * lock, is called when only the last step is left, because writing may take long.
	 */
	replace(name: Name, content: string | Uint8Array, options?: ReplaceOptions): Promise<void>;
	/** Resolves when the current text would survive a power failure. */
	sync(name: Name): Promise<void>;
	/** Appends text. If the program is killed meanwhile, only a part may be written. Resolves with the new size in bytes. */
	append(name: Name, text: string): Promise<number>;
	/**
	 * Runs `work` while no other window holds the lock of this name. `signal` cancels only the wait for the lock. A long pause between two
	 * attempts suits a lock that is held for hours.
	 */
	lock<T>(
		name: Name,
		work: (lock: HeldLock) => Promise<T>,
		signal?: AbortSignal,
		pauseMs?: number,
	): Promise<T>;
	/** Succeeds even if there is no such text. */
	remove(name: Name): Promise<void>;
	/** Renames a text atomically; false if there is no such text. */
	move(from: Name, to: Name): Promise<boolean>;
	/** The path of the file, to show to the user. */
	pathOf(name: Name): string;
	/** Sets the time at which the file was written to now. Succeeds even if there is no such file. */
	touch(name: Name): Promise<void>;
	/** The names of the files and subfolders in a folder, which takes less time than `list`. */
	names(folder: Name): Promise<readonly string[]>;
	/** Lists the files of a folder, without its subfolders. */
	list(folder: Name): Promise<readonly StoredFile[]>;
	/**
	 * Calls `changed` when the contents of a folder may have changed: too often or, if files cannot be watched, late. On a network drive, it may
	 * never be called for what another machine writes.
	 */
	watch(folder: Name, changed: () => void): Disposable;
}

import type { Disposable } from '../../base/disposable.ts';

/** Folders and a file's name. Any text will do: what it says can never lead out of its place. */
export type Name = readonly [string, ...string[]];

export interface Stored {
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** When it was last written, in milliseconds since 1970. */
	readonly written: number;
}

/** Texts that outlive the program, by name. Other windows have the same ones, and may write at any moment. */
export interface Storage {
	/** Undefined where there is none. */
	read(name: Name): Promise<string | undefined>;
	/**
	 * In one step: whoever reads, or is killed meanwhile, has the old text or the new. With `isDurable` so has the user after a power failure,
	 * which is for what cannot be asked for again.
	 */
	replace(name: Name, text: string, options?: { readonly isDurable: boolean }): Promise<void>;
	/** Settled when the text, as it is now, outlives a power failure. */
	sync(name: Name): Promise<void>;
	/** Adds to the end; a program that is killed meanwhile may leave a part of it. Resolves with the size afterwards, in bytes. */
	append(name: Name, text: string): Promise<number>;
	/** Does something while no other window locks the same name. The signal ends only the waiting. */
	lock<T>(name: Name, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
	/** What is not there need not be removed. */
	remove(name: Name): Promise<void>;
	/** Gives it another name, in one step; false where there is none. */
	move(from: Name, to: Name): Promise<boolean>;
	/** Where a user finds the file. */
	pathOf(name: Name): string;
	/** What is in a folder, not in those below it. */
	list(folder: Name): Promise<readonly Stored[]>;
	/** Tells that something in a folder may be other than it was; may tell too often, and late where files cannot be watched. */
	watch(folder: Name, changed: () => void): Disposable;
}

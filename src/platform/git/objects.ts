import type { Commit } from '../../forge/shapes/repositories.ts';

/** What an entry of a tree is: git's modes 100644, 100755, 120000, 040000 and 160000. */
export type EntryKind = 'file' | 'executable' | 'symlink' | 'directory' | 'submodule';

export interface GitTreeEntry {
	/** Never empty, `.` or `..`, and without a slash or NUL. Bytes that are not UTF-8 are U+FFFD. */
	readonly name: string;
	readonly kind: EntryKind;
	/** The id of the blob or tree. For a submodule, a commit of another repository. */
	readonly id: string;
}

/** A tree as `toTree` makes it. */
export interface GitTree {
	readonly id: string;
	/** In git's order. No two have the same name. */
	readonly entries: readonly GitTreeEntry[];
	/** Sentences for the user about entries that were left out. */
	readonly problems: readonly string[];
	/** The source has more entries, which it could not list. */
	readonly isPartial?: true;
}

/** The size is undefined if the source only says that there are more than `most` bytes. */
export type Blob =
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array }
	| { readonly kind: 'too-large'; readonly size: number | undefined };

/** The commit and the path of a blob. Some servers find blobs only by path. */
interface ObjectLocation {
	readonly commit: string;
	readonly path: string;
}

export interface ReadObject {
	readonly signal?: AbortSignal;
}

export interface ReadBlob extends ReadObject {
	readonly location?: ObjectLocation;
	/** The most bytes to read. */
	readonly most: number;
}

/**
 * Trees, blobs and commits by their full ids, from a forge, the disk or a local clone. `undefined` means that this source does not
 * have the object. Rejects with a `ForgeError` or the signal's reason if the source cannot be read. Reasons: docs/decisions/repository-objects.md.
 */
export interface Objects {
	tree(id: string, options?: ReadObject): Promise<GitTree | undefined>;
	/** The tree of a commit, which may take fewer requests than to read the commit first. */
	rootTree(commit: string, options?: ReadObject): Promise<GitTree | undefined>;
	blob(id: string, options: ReadBlob): Promise<Blob | undefined>;
	commit(id: string, options?: ReadObject): Promise<Commit | undefined>;
}

export interface ReadLog extends ReadObject {
	/** The most commits to read. */
	readonly most: number;
}

/** What a log says about a commit. */
export interface LogEntry {
	readonly id: string;
	readonly parents: readonly string[];
	readonly author: Commit['author'];
	/** When the author wrote it. */
	readonly timestamp: string;
	readonly message: string;
}

export interface ReadLogEntries extends ReadLog {
	/** How many commits are left out. */
	readonly skip: number;
	/** Files and folders, of which the commits changed at least one. By default, any. */
	readonly paths: readonly string[];
}

/** How many commits a commit has that another one lacks, and the reverse. */
export interface Distance {
	readonly ahead: number;
	readonly behind: number;
}

/** The objects of a local clone, which also has logs and finds blobs by the beginning of their ids. */
export interface CloneObjects extends Objects {
	/** The id of the only blob whose id begins with `abbreviated`. Undefined if there is none or more than one. */
	findBlob(abbreviated: string, options?: ReadObject): Promise<string | undefined>;
	/** The newest commits of the log of a commit, in git's order. Undefined if the clone does not have that commit. */
	log(commit: string, options: ReadLog): Promise<readonly Commit[] | undefined>;
	/** Like `log`, for a search through the whole history. Also undefined if the clone lacks a part of the history. */
	logEntries(commit: string, options: ReadLogEntries): Promise<readonly LogEntry[] | undefined>;
	/** How far a commit is from another one. Undefined if the clone does not have both, or lacks a part of the history. */
	distance(one: string, other: string, options?: ReadObject): Promise<Distance | undefined>;
}

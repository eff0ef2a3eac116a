/** A hunk. `start` and `end` are offsets into the text that the patch was parsed from. */
export interface Hunk {
	/** Where its header, the line with `@@`, starts. */
	readonly start: number;
	/** Where its first line starts, after the header. */
	readonly bodyStart: number;
	/** The end of its last line, with its line break and a following `\ No newline at end of file`. */
	readonly end: number;
	readonly oldStart: number;
	readonly oldCount: number;
	readonly newStart: number;
	readonly newCount: number;
	/** What follows the second `@@`, such as the function. */
	readonly section: string;
}

/** Data of a `GIT binary patch`, compressed and in base 85. `start` and `end` are offsets of its lines. */
export interface BinaryBlock {
	readonly kind: 'literal' | 'delta';
	/** In bytes, after decompression. */
	readonly size: number;
	readonly start: number;
	readonly end: number;
}

/** What the header of a file's diff says. */
export interface FileFacts {
	/** A added, M modified, D deleted, R renamed, C copied, T type changed. */
	readonly status: 'A' | 'M' | 'D' | 'R' | 'C' | 'T';
	/** Without `a/`; unquoted. Undefined for a new file. */
	readonly old: string | undefined;
	/** Without `b/`; unquoted. Undefined for a deleted file. */
	readonly new: string | undefined;
	/** Octal as git writes it, such as `100644`. Undefined if the diff does not say. */
	readonly oldMode: string | undefined;
	readonly newMode: string | undefined;
	/** As on the `index` line, usually shortened. */
	readonly oldId: string | undefined;
	readonly newId: string | undefined;
	/** Whether it is the diff of a merge, with a column for each parent. Such a diff cannot be applied. */
	readonly isCombined: boolean;
}

export interface FileDiff extends FileFacts {
	readonly additions: number;
	readonly deletions: number;
	/** `data`: a `GIT binary patch` with data. `none`: `Binary files differ`. */
	readonly binary: 'data' | 'none' | undefined;
	/** The new content and, to undo it, the old one. A changed type has those of the deleted and the added file. */
	readonly blocks: readonly BinaryBlock[];
	/** A changed type has those of the deleted and the added file. Empty if the diff is combined. */
	readonly hunks: readonly Hunk[];
	/** Offsets of all that belongs to the file, its headers included. */
	readonly start: number;
	readonly end: number;
}

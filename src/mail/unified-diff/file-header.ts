import type { FileFacts } from './file-diff.ts';

/** What a header still needs: lines of its own, hunks or binary data, or only the rest of its last line. */
export type Missing = 'nothing' | 'lines' | 'rest of line';

/**
 * What was removed before the names of a file. If a plain diff has only one name, because the file is added or deleted, the other files of
 * the diff tell what its prefix is. In the format of git, each file tells it itself.
 */
export type Prefixes =
	| { readonly kind: 'removed'; readonly old: string; readonly new: string }
	| { readonly kind: 'unknown' | 'git' };

export interface FileHeader {
	readonly facts: FileFacts;
	readonly missing: Missing;
	readonly prefixes: Prefixes;
	/** Where the first line after the header starts. */
	readonly next: number;
}

export const devNull = '/dev/null';

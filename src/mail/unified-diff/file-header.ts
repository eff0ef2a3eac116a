import type { FileFacts } from './file-diff.ts';

/** What must follow the lines of a header that were read. */
export type Missing =
	| 'nothing'
	/** More lines of the header, hunks or binary data. */
	| 'lines'
	/** The rest of the last line, because the mail was cut. */
	| 'rest of line';

/** The prefixes of the names of a file, such as `a/` and `b/`. */
export type Prefixes =
	/** The names of a plain diff had these prefixes, which were removed. */
	| { readonly kind: 'removed'; readonly old: string; readonly new: string }
	/** A plain diff of an added or deleted file has only one name. The other files of the diff show its prefix. */
	| { readonly kind: 'unknown' }
	/** In the format of git, the header of each file shows its prefixes, and they were removed. */
	| { readonly kind: 'git' };

export interface FileHeader {
	readonly facts: FileFacts;
	readonly missing: Missing;
	readonly prefixes: Prefixes;
	/** Where the first line after the header starts. */
	readonly next: number;
}

export const devNull = '/dev/null';

import type { FileDiff } from './patch.ts';

/** What the header of a file's diff says. */
export type FileFacts = Pick<
	FileDiff,
	'status' | 'old' | 'new' | 'oldMode' | 'newMode' | 'oldId' | 'newId' | 'similarity' | 'isCombined'
>;

/** What a header still needs: lines of its own, hunks or binary data, or only the rest of its last line. */
export type Missing = 'nothing' | 'lines' | 'rest of line';

export interface FileHeader {
	readonly facts: FileFacts;
	readonly missing: Missing;
	/** Where the first line after the header starts. */
	readonly next: number;
}

export const nothing = '/dev/null';

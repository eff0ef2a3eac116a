import type { FileDiff } from './patch.ts';

/** What the header of a file's diff says. */
export type FileFacts = Pick<
	FileDiff,
	'status' | 'old' | 'new' | 'oldMode' | 'newMode' | 'oldId' | 'newId' | 'similarity' | 'isCombined'
>;

export interface FileHeader {
	readonly facts: FileFacts;
	/** Whether hunks or binary data must follow, or the header itself lacks a line. */
	readonly needsMore: boolean;
	/** Where the first line after the header starts. */
	readonly next: number;
}

export const nothing = '/dev/null';

import * as v from 'valibot';
import { each, or, type Read } from '../contract/read.ts';

/** Both numbers count bytes of the line in UTF-8. */
const Match = v.object({ start: v.number(), length: v.number() });

const Line = v.object({
	text: v.string(),
	/** From 1. The name of a file that matches has the number 0. */
	number: v.number(),
	matches: or(each(Match), []),
});

/** The files of the default branch in which the forge has found something, the best ones first. */
export const FoundCode = v.object({
	/** There may be more files and matches than the forge sends. */
	total_files: or(v.number(), 0),
	total_matches: or(v.number(), 0),
	files: each(v.object({ name: v.string(), lines: or(each(Line), []) })),
});
export type FoundCode = Read<typeof FoundCode>;

export const CodeQuery = v.strictObject({ query: v.string() });

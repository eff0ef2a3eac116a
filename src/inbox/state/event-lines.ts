import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { MutedSubjectShape } from '../model/muted.ts';

/**
 * The format of the file of the events of an account: a first line about the file, then a line for each change. A line break comes before
 * each line instead of after it, so that a line cut off by a killed program does not damage the next one.
 */
const version = '1';

const FirstLine = v.object({
	version: v.literal(version),
	/** Differs after each rewrite of the file, so that windows know that they have to read all of it again. */
	generation: v.string(),
	/** How many characters the last rewrite has written after this line. */
	rewritten: v.number(),
});

const lineShape = v.union([
	v.object({
		event: v.unknown(),
		addedAt: v.number(),
		seenAt: v.optional(v.number()),
		isDue: v.optional(v.boolean()),
		claimedAt: v.optional(v.number()),
	}),
	v.object({ seen: v.array(v.string()), at: v.number() }),
	v.object({ unseenAgain: v.array(v.string()) }),
	v.object({ muted: MutedSubjectShape }),
	v.object({ unmuted: v.array(v.string()) }),
	v.object({ claimed: v.array(v.string()), at: v.number() }),
	v.object({ notified: v.array(v.string()) }),
	v.object({ cursor: v.string(), value: v.optional(v.unknown()) }),
	v.object({ known: v.array(v.string()), unseen: v.optional(v.number()) }),
]);

/**
 * - an event that was added
 * - the keys of events that the user has seen
 * - the keys of events that the user has marked as unseen
 * - a subject that the user has muted
 * - the names of subjects that are no longer muted
 * - the keys of events that a window is about to show a notification about
 * - the keys of events that it has shown one about
 * - the cursor of a resource; without a value, it is forgotten
 * - the keys of events that must not be added (again), and how many of those that were left out the user had not seen
 */
export type Line = v.InferOutput<typeof lineShape>;

interface FileHead {
	readonly generation: string;
	/** The number of characters of the first line. */
	readonly length: number;
	readonly rewritten: number;
}

/** Undefined if the text was written by another version, or is damaged at its beginning. */
export function readHead(text: string): FileHead | undefined {
	const end = text.indexOf('\n');
	const line = end === -1 ? text : text.slice(0, end);
	const read = v.safeParse(FirstLine, parseObject(line));
	return read.success ? { ...read.output, length: line.length } : undefined;
}

export const formatLines = (lines: readonly Line[]): string =>
	lines.map((line) => `\n${JSON.stringify(line)}`).join('');

/** The text of a new file with these lines. */
export function formatEventFile(lines: readonly Line[]): string {
	const text = formatLines(lines);
	return `${JSON.stringify({ version, generation: randomUUID(), rewritten: text.length })}${text}`;
}

/**
 * Reads the lines from an offset on. `next` is where to continue later: at a last line that cannot be parsed, which another window may still
 * be writing, otherwise at the end. `bad` counts the other lines that cannot be read.
 */
export function readLines(
	text: string,
	offset: number,
): { readonly lines: readonly Line[]; readonly next: number; readonly bad: number } {
	const lines: Line[] = [];
	let bad = 0;
	let next = offset;
	while (next < text.length) {
		const start = text[next] === '\n' ? next + 1 : next;
		const end = text.indexOf('\n', start);
		const line = text.slice(start, end === -1 ? text.length : end);
		const object = parseObject(line);
		if (!object && end === -1) break;
		const read = v.safeParse(lineShape, object);
		if (read.success) lines.push(read.output);
		else if (line !== '') bad += 1;
		next = end === -1 ? text.length : end;
	}
	return { lines, next, bad };
}

function parseObject(line: string): object | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Whether two values are written the same. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

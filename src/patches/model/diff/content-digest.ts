import { createHash } from 'node:crypto';
import { linesOf } from '../patch/lines.ts';
import type { FileDiff } from '../patch/patch.ts';
import { nextLine } from '../patch/source-lines.ts';

/**
 * A digest of what a diff changes in a file: its names, modes, removed and added lines. It stays the same if only the lines around them
 * differ, or their numbers, as in another version of a patch on a newer base.
 */
export function contentDigest(source: string, file: FileDiff): string {
	const { status, old, new: fresh, oldMode, newMode, binary, newId, isCombined } = file;
	const modes = oldMode === newMode ? [] : [oldMode ?? null, newMode ?? null];
	// Versions may shorten ids to different lengths, but not to less.
	const id = binary === 'none' ? (newId ?? '').slice(0, 7) : '';
	const hash = createHash('sha256');
	hash.update(JSON.stringify([status, old ?? null, fresh ?? null, modes, id]));
	for (const block of file.blocks) hash.update(`\n${block.kind} ${source.slice(block.start, block.end)}`);
	// A file may have millions of lines.
	let waiting: string[] = [];
	for (const line of isCombined ? combinedLines(source, file) : changedLines(source, file)) {
		if (waiting.push(`\n${line}`) < linesAtOnce) continue;
		hash.update(waiting.join(''));
		waiting = [];
	}
	return hash.update(waiting.join('')).digest('base64url');
}

const linesAtOnce = 1000;
const signs = { add: '+', delete: '-', context: undefined };

function* changedLines(source: string, { hunks }: FileDiff): Generator<string> {
	for (const hunk of hunks) {
		let sign: string | undefined;
		for (const { kind, start, end } of linesOf(source, hunk)) {
			// A note or the rest of a wrapped line belongs to the line above.
			const isOwn = kind !== 'no-newline' && kind !== 'wrapped';
			if (isOwn) sign = signs[kind];
			if (sign !== undefined) yield `${isOwn ? sign : '\\'}${source.slice(start, end)}`;
		}
	}
}

function* combinedLines(source: string, { start, end }: FileDiff): Generator<string> {
	let isInHunk = false;
	for (let at = start; at < end; ) {
		const next = nextLine(source, at, end);
		const isHeader = source.startsWith('@@@', at);
		if (isHeader) isInHunk = true;
		else if (isInHunk) yield source.slice(at, next).trimEnd();
		at = next;
	}
}

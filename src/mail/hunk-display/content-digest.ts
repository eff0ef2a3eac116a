import { createHash } from 'node:crypto';
import { endsInCrlf, nextLine } from '../text/source-lines.ts';
import type { FileDiff, Hunk } from '../unified-diff/file-diff.ts';
import { contentEnd } from '../unified-diff/lines.ts';

/** Kept, because a series is read again whenever one of its mails arrives, and a mail may have millions of lines. */
const digests = new WeakMap<FileDiff, string>();

/**
 * A digest of a diff of a file: its names, modes and lines, and what its hunks are in, such as functions. The lines around a change count,
 * because they say what the change does: the same change can be harmless in one function and not in another. Line numbers do not count.
 */
export function contentDigest(source: string, file: FileDiff): string {
	const digest = digests.get(file) ?? digestOf(source, file);
	digests.set(file, digest);
	return digest;
}

function digestOf(source: string, file: FileDiff): string {
	const { status, old, new: current, oldMode, newMode, binary, newId, isCombined } = file;
	const modes = oldMode === newMode ? [] : [oldMode ?? null, newMode ?? null];
	// Versions may shorten ids to different lengths, but not to less.
	const id = binary === 'none' ? (newId ?? '').slice(0, 7) : '';
	const hash = createHash('sha256');
	hash.update(JSON.stringify([status, old ?? null, current ?? null, modes, id]));
	for (const block of file.blocks) hash.update(`\n${block.kind} ${source.slice(block.start, block.end)}`);
	let chunk = '';
	const add = (line: string): void => {
		chunk += `\n${line}`;
		if (chunk.length < chunkLength) return;
		hash.update(chunk);
		chunk = '';
	};
	if (isCombined) addCombinedLines(source, file, add);
	else for (const hunk of file.hunks) addLines(source, hunk, add);
	return hash.update(chunk).digest('base64url');
}

const chunkLength = 65_536;

/** Not a generator and without `linesOf`, which take several times as long for a million lines. */
function addLines(source: string, hunk: Hunk, add: (line: string) => void): void {
	const breakLength = endsInCrlf(source, hunk.bodyStart) ? 2 : 1;
	add(`@@ ${hunk.section}`);
	for (let at = hunk.bodyStart; at < hunk.end; ) {
		const next = nextLine(source, at, hunk.end);
		const first = source[at] ?? '';
		const end = contentEnd(source, next, breakLength);
		// Mail programs remove the space of an empty line. Any other first character is that of a note or of the rest of a wrapped line.
		if (first === '\n' || first === '\r') add(` ${source.slice(at, end)}`);
		else if (first === '+' || first === '-' || first === ' ') add(source.slice(at, end));
		else add(`\\${source.slice(first === '\\' ? at + 1 : at, end)}`);
		at = next;
	}
}

function addCombinedLines(source: string, { start, end }: FileDiff, add: (line: string) => void): void {
	let isInHunk = false;
	for (let at = start; at < end; ) {
		const next = nextLine(source, at, end);
		const line = source.slice(at, next).trimEnd();
		const isHeader = line.startsWith('@@@');
		isInHunk ||= isHeader;
		if (isInHunk) add(isHeader ? line.replace(/^(@{3,}) [-+\d, ]* @+/, '$1') : line);
		at = next;
	}
}

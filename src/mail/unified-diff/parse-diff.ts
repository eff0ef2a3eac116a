import type { ParseWarning } from '../text/parse-warnings.ts';
import { findLine, lineEnd, nextLine } from '../text/source-lines.ts';
import { readBinary } from './binary.ts';
import { combinedEnd } from './combined-diff.ts';
import type { FileDiff } from './file-diff.ts';
import type { FileHeader } from './file-header.ts';
import { isGitHeader, readGitHeader } from './git-header.ts';
import { type ReadHunk, readHunk } from './hunks.ts';
import { isPlainHeader, readPlainHeader } from './plain-header.ts';
import { removeUnknownPrefixes, type WithPrefixes } from './prefixes.ts';
import { joinTypeChanges } from './type-changes.ts';
import { isUnsupported, unsupportedFirstCharacters } from './unsupported-forms.ts';

/** A page could not show more. The rest of a diff is not read. */
const maxFiles = 5000;
const maxHunks = 50_000;

/** The first characters of headers, and of diffs in unsupported forms. */
const firstOfDiff = new RegExp(`^[-d@${unsupportedFirstCharacters}]`, 'gm');

/**
 * Parses the diffs of any kind between `start` and `end`. Other text between them is skipped, as git does. Each character is read a
 * fixed number of times at most.
 */
export function parseDiff(
	source: string,
	start: number,
	end: number,
	warnings: Set<ParseWarning>,
): readonly FileDiff[] {
	const files: WithPrefixes[] = [];
	let at = start;
	let hunksLeft = maxHunks;
	while (at < end) {
		const header = readHeader(source, at, end, warnings);
		const isFull = files.length === maxFiles || hunksLeft === 0;
		if (isFull && (header || source.startsWith('@@ -', at))) {
			warnings.add('diff-too-large');
			break;
		}
		if (!header) {
			if (source.startsWith('@@ -', at)) warnings.add('hunk-header');
			else if (isUnsupported(source, at)) warnings.add('diff-unread');
			at = findLine(source, nextLine(source, at, end), end, firstOfDiff);
			continue;
		}
		const file = readFile(source, { start: at, end, hunksLeft }, header, warnings);
		hunksLeft -= file.hunks.length;
		files.push({ file, prefixes: header.prefixes });
		at = file.end;
	}
	return joinTypeChanges(removeUnknownPrefixes(files));
}

function readHeader(
	source: string,
	at: number,
	end: number,
	warnings: Set<ParseWarning>,
): FileHeader | undefined {
	if (isGitHeader(source, at)) return readGitHeader(source, at, end, warnings);
	return isPlainHeader(source, at, end) ? readPlainHeader(source, at, end, warnings) : undefined;
}

interface FileRange {
	readonly start: number;
	readonly end: number;
	/** How many hunks may be read. */
	readonly hunksLeft: number;
}

function readFile(
	source: string,
	{ start, end, hunksLeft }: FileRange,
	{ facts, missing, next }: FileHeader,
	warnings: Set<ParseWarning>,
): FileDiff {
	if (facts.isCombined) {
		warnings.add('combined-diff');
		const { binary } = readBinary(source, next, end, warnings);
		const fileEnd = binary ? nextLine(source, next, end) : combinedEnd(source, next, end);
		return { ...facts, additions: 0, deletions: 0, binary, blocks: [], hunks: [], start, end: fileEnd };
	}
	const { binary, blocks, end: binaryEnd } = readBinary(source, next, end, warnings);
	const read = readHunks(source, { start: binaryEnd, end, hunksLeft }, warnings);
	const { hunks, isDamaged } = read;
	if (missing !== 'nothing' && !binary && hunks.length === 0) {
		if (isAtEnd(source, next, end)) warnings.add('mail-cut');
		else if (missing === 'lines' && !isDamaged) warnings.add('file-header');
	}
	return {
		...facts,
		additions: hunks.reduce((sum, { additions }) => sum + additions, 0),
		deletions: hunks.reduce((sum, { deletions }) => sum + deletions, 0),
		binary,
		blocks,
		hunks: hunks.map(({ hunk }) => hunk),
		start,
		end: read.end,
	};
}

/** Whether nothing follows but the beginning of a line. */
const isAtEnd = (source: string, at: number, end: number): boolean =>
	at >= end || (nextLine(source, at, end) >= end && source[end - 1] !== '\n');

/** Reads the hunks of a file. Looks for the next one also below empty lines and, after a damaged hunk, below any lines. */
function readHunks(
	source: string,
	{ start, end, hunksLeft }: FileRange,
	warnings: Set<ParseWarning>,
): { hunks: readonly ReadHunk[]; isDamaged: boolean; end: number } {
	const hunks: ReadHunk[] = [];
	let fileEnd = start;
	let at = start;
	let isDamaged = false;
	while (at < end && hunks.length < hunksLeft) {
		const read = source.startsWith('@@ -', at) ? readHunk(source, at, end, warnings) : undefined;
		if (read) {
			hunks.push(read);
			({ isDamaged } = read);
			at = read.hunk.end;
			fileEnd = at;
			continue;
		}
		const next = nextLine(source, at, end);
		const isUnreadable = source.startsWith('@@ -', at);
		if (isGitHeader(source, at) || isPlainHeader(source, at, end)) break;
		if (!isDamaged && !isUnreadable && lineEnd(source, at, next) > at) break;
		isDamaged ||= isUnreadable;
		at = next;
	}
	return { hunks, isDamaged, end: fileEnd };
}

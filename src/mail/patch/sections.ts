import { lineText, nextLine } from '../text/source-lines.ts';
import type { HeaderName, Headers } from './commit-message.ts';
import { findJoinedPatches } from './patch-boundaries.ts';

/** A part of a text that may contain one patch. */
export interface Section {
	/** Where its text starts, after its headers. */
	readonly start: number;
	readonly end: number;
	/** The headers of a mail within the text, not decoded. Undefined for a text without headers. */
	readonly headers: Headers | undefined;
}

/** The date that `git format-patch` writes on the first line of every patch. */
const fixedDate = ' Mon Sep 17 00:00:00 2001';
const fromLine = /From (?:[0-9a-f]{40}|[0-9a-f]{64}) Mon Sep 17 00:00:00 2001\r?(?:\n|$)/y;

/** The parts of a text: what is before the first patch that has its own headers, and each of those. */
export function sectionsOf(source: string): readonly Section[] {
	const starts = [...fromLinesOf(source), ...findJoinedPatches(source)].sort((one, other) => one - other);
	const parts = starts.map((start, index) =>
		mailSection(source, afterFromLine(source, start), starts[index + 1] ?? source.length),
	);
	return [{ start: 0, end: starts[0] ?? source.length, headers: undefined }, ...parts];
}

function fromLinesOf(source: string): readonly number[] {
	const starts: number[] = [];
	for (let found = source.indexOf(fixedDate); found !== -1; found = source.indexOf(fixedDate, found + 1)) {
		// Before the date are `From ` and the 40 or 64 digits of a commit.
		const start = [found - 45, found - 69].find((each) => each === 0 || source[each - 1] === '\n');
		if (start !== undefined && isFromLine(source, start)) starts.push(start);
	}
	return starts;
}

function isFromLine(source: string, at: number): boolean {
	fromLine.lastIndex = at;
	return fromLine.test(source);
}

const afterFromLine = (source: string, start: number): number =>
	isFromLine(source, start) ? nextLine(source, start, source.length) : start;

/** Splits a mail between two offsets into its headers and its text. */
export function mailSection(source: string, from: number, end: number): Section {
	const headers = new Map<HeaderName, string>();
	/** The name of the header on the line before. */
	let last: string | undefined;
	let at = from;
	for (;;) {
		const next = nextLine(source, at, end);
		const line = lineText(source, at, next);
		const [, name, value = ''] = /^([!-9;-~]{1,100}):[ \t]*(.*)$/s.exec(line) ?? [];
		const isContinued = name === undefined && last !== undefined && /^[ \t]/.test(line);
		if (name === undefined && !isContinued) {
			const isEmpty = line === '';
			return { start: isEmpty ? next : at, end, headers };
		}
		if (name !== undefined) last = name.toLowerCase();
		if (last === 'from' || last === 'subject' || last === 'date') {
			headers.set(last, isContinued ? `${headers.get(last) ?? ''} ${line.trim()}` : value);
		}
		at = next;
	}
}

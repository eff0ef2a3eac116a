import type { ParseWarning } from '../text/parse-warnings.ts';
import { nextLine } from '../text/source-lines.ts';
import { detach } from './detach.ts';

/** A header of a mail or part. */
interface Field {
	/** In lower case. */
	readonly name: string;
	/** Unfolded, but not decoded. */
	readonly value: string;
}

export interface HeaderSection {
	readonly fields: readonly Field[];
	readonly bodyStart: number;
	readonly warnings: readonly ParseWarning[];
}

/** The offsets of a header. It grows by each line that continues it. */
interface FieldRange {
	readonly start: number;
	readonly colon: number;
	end: number;
}

const newline = 10;
const isBlank = (code: number): boolean => code === 32 || code === 9;

/** Reads the headers between `start` and `end`, and finds the body, which follows the first empty line. */
export function readHeaderSection(
	text: string,
	start: number,
	end: number,
	maxLength: number,
): HeaderSection {
	const warnings: ParseWarning[] = [];
	const ranges: FieldRange[] = [];
	/** The header that the next line may continue. */
	let current: FieldRange | undefined;
	/** Where the first line starts that is not a header, if there is one. */
	let malformedAt: number | undefined;
	let bodyStart: number | undefined;
	let at = start;
	while (at < end) {
		const next = nextLine(text, at, end);
		const contentEnd = contentEndOf(text, at, next);
		if (contentEnd === at) {
			bodyStart = next;
			break;
		}
		if (isBlank(text.charCodeAt(at)) && current) current.end = contentEnd;
		else {
			const colon = endOfName(text, at, contentEnd);
			if (colon !== undefined) {
				current = { start: at, colon, end: contentEnd };
				ranges.push(current);
			} else if (!isMailboxLine(text, at)) {
				current = undefined;
				malformedAt ??= at;
				// Text without any header is a body.
				if (ranges.length === 0) break;
			}
		}
		at = next;
	}
	if (malformedAt !== undefined) warnings.push('header-malformed');
	if (bodyStart === undefined && malformedAt === undefined && ranges.length > 0) {
		if (end === text.length && text.charCodeAt(end - 1) !== newline) warnings.push('mail-cut');
	}
	// Without an empty line, the body starts at the first line that cannot be a header.
	const body = bodyStart ?? malformedAt ?? end;
	const headerEnd = Math.min(body, end);
	const fields = readFields(text, start, headerEnd, ranges, maxLength);
	if (fields.isCut) warnings.push('header-cut');
	return { fields: fields.fields, bodyStart: body, warnings };
}

/** One long header takes at most a quarter of what is read, so that it cannot hide the others. */
function readFields(
	text: string,
	start: number,
	end: number,
	ranges: readonly FieldRange[],
	maxLength: number,
): { readonly fields: readonly Field[]; readonly isCut: boolean } {
	// One copy of a short header section lets go of the body. A long one is cut, so that each value is a copy.
	const isShort = end - start <= maxLength;
	const copy = isShort ? detach(text.slice(start, end)) : '';
	const cut = (from: number, to: number) =>
		isShort ? copy.slice(from - start, to - start) : detach(text.slice(from, to));
	const fields: Field[] = [];
	let left = maxLength;
	let isCut = false;
	for (const range of ranges) {
		if (range.start >= end) break;
		const length = range.end - range.start;
		const readLength = Math.min(length, left, Math.ceil(maxLength / 4));
		const limit = range.start + readLength;
		left -= readLength;
		if (length > readLength) isCut = true;
		if (limit <= range.colon) continue;
		const valueEnd = length > readLength ? lastCommaBefore(text, range.colon, limit) : limit;
		fields.push({
			name: cut(range.start, range.colon).trimEnd().toLowerCase(),
			value: unfold(cut(range.colon + 1, valueEnd)),
		});
	}
	return { fields, isCut };
}

/** Where to cut a long header: after a whole address, because a part of one can be an address too. */
function lastCommaBefore(text: string, start: number, limit: number): number {
	const comma = text.lastIndexOf(',', limit - 1);
	return comma > start ? comma : limit;
}

/** Where a line ends without its line break, or the part of a line break that a cut mail has. */
function contentEndOf(text: string, start: number, end: number): number {
	let at = end;
	if (at > start && text[at - 1] === '\n') at -= 1;
	if (at > start && text[at - 1] === '\r') at -= 1;
	return at;
}

/** Where the colon after a header's name is. Old mails have spaces before it. */
function endOfName(text: string, start: number, end: number): number | undefined {
	let at = start;
	while (at < end && isNameCharacter(text.charCodeAt(at))) at += 1;
	if (at === start) return undefined;
	while (at < end && isBlank(text.charCodeAt(at))) at += 1;
	return text[at] === ':' && at < end ? at : undefined;
}

const isNameCharacter = (code: number): boolean => code > 32 && code < 127 && code !== 58;

/** The line that starts a mail in an mbox. */
const isMailboxLine = (text: string, at: number): boolean =>
	text.startsWith('From ', at) || text.startsWith('>From ', at);

/** Most headers are one line. */
const unfold = (value: string): string => (value.includes('\n') ? joinLines(value) : value.trim());

const joinLines = (value: string): string =>
	value
		.split('\n')
		.map((line) => line.trim())
		.join(' ')
		.trim();

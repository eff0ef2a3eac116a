export interface Range {
	readonly start: number;
	readonly end: number;
}

export interface Split {
	readonly parts: readonly Range[];
	/** Whether the last part ends with the closing delimiter. */
	readonly isClosed: boolean;
	/** Whether there are more parts than may be read. */
	readonly isCut: boolean;
}

/** A line `--boundary` or `--boundary--`. The line break before it belongs to it. */
interface Delimiter extends Range {
	readonly isLast: boolean;
}

/** Finds the parts of a multipart body (RFC 2046). Each part starts with its headers. */
export function splitMultipart(
	text: string,
	{ start, end }: Range,
	boundary: string,
	maxParts: number,
): Split {
	const parts: Range[] = [];
	let partStart: number | undefined;
	for (const delimiter of delimiters(text, start, end, boundary)) {
		if (partStart !== undefined) parts.push({ start: partStart, end: Math.max(partStart, delimiter.start) });
		if (delimiter.isLast) return { parts, isClosed: true, isCut: false };
		if (parts.length >= maxParts) return { parts, isClosed: true, isCut: true };
		partStart = delimiter.end;
	}
	if (partStart !== undefined) parts.push({ start: partStart, end });
	return { parts, isClosed: false, isCut: false };
}

function* delimiters(text: string, start: number, end: number, boundary: string): Generator<Delimiter> {
	const atStart = delimiterAt(text, start, start, end, boundary);
	if (atStart) yield atStart;
	let at = text.indexOf('\n--', start);
	while (at !== -1 && at < end) {
		const before = at > start && text[at - 1] === '\r' ? at - 1 : at;
		const delimiter = delimiterAt(text, before, at + 1, end, boundary);
		if (delimiter) yield delimiter;
		at = text.indexOf('\n--', at + 1);
	}
}

/** The delimiter whose line starts at `line`. Only spaces may follow it. */
function delimiterAt(
	text: string,
	start: number,
	line: number,
	end: number,
	boundary: string,
): Delimiter | undefined {
	if (!text.startsWith('--', line) || !text.startsWith(boundary, line + 2)) return undefined;
	let at = line + 2 + boundary.length;
	if (at > end) return undefined;
	const isLast = at + 2 <= end && text.startsWith('--', at);
	if (isLast) at += 2;
	while (at < end && (text[at] === ' ' || text[at] === '\t' || text[at] === '\r')) at += 1;
	if (at < end && text[at] !== '\n') return undefined;
	return { start, end: Math.min(at + 1, end), isLast };
}

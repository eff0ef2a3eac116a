import type { Commit, ForgeTreeEntry } from './repositories.ts';

/** An object as git stores it. */
export interface GitObject {
	readonly id: string;
	readonly type: string;
	readonly content: Buffer;
}

const newline = 10;
const space = 32;

interface Header {
	readonly name: string;
	/** The value with its lines joined, each without the space that marks a continuation. */
	readonly value: Buffer;
	/** The start of the header in the object. */
	readonly start: number;
	readonly end: number;
}

/** Splits a commit or a tag into headers and the message after the empty line. */
function splitObject(content: Buffer): { headers: Header[]; message: Buffer } {
	const headers: Header[] = [];
	let at = 0;
	while (at < content.length && content[at] !== newline) {
		const start = at;
		const pieces: Buffer[] = [];
		do {
			const found = content.indexOf(newline, at);
			const end = found === -1 ? content.length : found;
			if (at > start) pieces.push(Buffer.of(newline), content.subarray(at + 1, end));
			else pieces.push(content.subarray(at, end));
			at = end + 1;
		} while (content[at] === space);
		const joined = Buffer.concat(pieces);
		const nameEnd = joined.indexOf(space);
		headers.push({
			name: joined.toString('latin1', 0, nameEnd),
			value: joined.subarray(nameEnd + 1),
			start,
			end: Math.min(at, content.length),
		});
	}
	return { headers, message: content.subarray(at + 1) };
}

const findHeader = (headers: readonly Header[], name: string) =>
	headers.find((header) => header.name === name);

/** Decodes text in the encoding that the commit names. Falls back to UTF-8. */
function createDecoder(encoding: string): (bytes: Uint8Array) => string {
	try {
		const decoder = new TextDecoder(encoding, { ignoreBOM: true });
		return (bytes) => decoder.decode(bytes);
	} catch {
		return (bytes) => Buffer.from(bytes).toString('utf8');
	}
}

/** Parses `Name <address> seconds offset`. As tolerant as git, because old tools wrote other forms. */
function parseSigner(line: string): { name: string; email: string; timestamp: string } {
	const open = line.indexOf('<');
	const close = line.lastIndexOf('>');
	if (open === -1 || close < open)
		return { name: line.trim(), email: '', timestamp: formatTimestamp(0, '+0000') };
	// A limited length bounds the time that the expression takes.
	const rest = line.slice(close + 1, close + 40);
	const [, seconds = '0', offset = '+0000'] = /^ (-?\d+) ([+-]\d{4})$/.exec(rest) ?? [];
	return {
		name: line.slice(0, open).trim(),
		email: line.slice(open + 1, close),
		timestamp: formatTimestamp(Number(seconds), offset),
	};
}

/** The author's local time with its offset from UTC. */
function formatTimestamp(seconds: number, offset: string): string {
	const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5));
	const sign = offset.startsWith('-') ? -1 : 1;
	const local = new Date((seconds + sign * minutes * 60) * 1000);
	// Broken commits can have a year that ISO 8601 cannot express.
	if (Number.isNaN(local.getTime())) return '1970-01-01T00:00:00+00:00';
	return `${local.toISOString().slice(0, -5)}${offset.slice(0, 3)}:${offset.slice(3, 5)}`;
}

export const shortId = (id: string) => id.slice(0, 7);

export function parseCommit({ id, content }: GitObject): Commit {
	const { headers, message } = splitObject(content);
	const decode = createDecoder(findHeader(headers, 'encoding')?.value.toString('latin1') ?? 'utf-8');
	const signerOf = (name: string) => parseSigner(decode(findHeader(headers, name)?.value ?? Buffer.of()));
	const [author, committer] = [signerOf('author'), signerOf('committer')];
	return {
		id,
		short_id: shortId(id),
		author: { name: author.name, email: author.email },
		committer: { name: committer.name, email: committer.email },
		timestamp: author.timestamp,
		message: decode(message),
		tree: treeOfCommit(content),
		parents: headers.filter(({ name }) => name === 'parent').map(({ value }) => value.toString('latin1')),
		signature: readSignature(headers, content),
	};
}

/** The signed payload is the commit without its signature. */
function readSignature(headers: readonly Header[], content: Buffer): Commit['signature'] {
	const signed = findHeader(headers, 'gpgsig');
	if (!signed) return null;
	const payload = Buffer.concat([content.subarray(0, signed.start), content.subarray(signed.end)]);
	// Git stores the line break at the end of the armor as an empty line.
	const armor = signed.value.toString('latin1').trimEnd();
	return {
		signature: Buffer.from(armor, 'latin1').toString('base64'),
		data: payload.toString('base64'),
	};
}

export const treeOfCommit = (content: Buffer) =>
	/^tree ([0-9a-f]+)/.exec(content.toString('latin1', 0, 80))?.[1] ?? '';

const entryType = (mode: number) => (mode === 0o40000 ? 'tree' : mode === 0o160000 ? 'commit' : 'blob');

/** Parses repeated `mode name NUL id`. The length of an id depends on the repository's hash. */
export function parseTree({ id, content }: GitObject): ForgeTreeEntry[] {
	const entries: ForgeTreeEntry[] = [];
	const idLength = id.length / 2;
	let at = 0;
	while (at < content.length) {
		const modeEnd = content.indexOf(space, at);
		const nameEnd = content.indexOf(0, modeEnd);
		// A broken tree ends at its first unreadable entry.
		if (modeEnd === -1 || nameEnd === -1) break;
		const mode = Number.parseInt(content.toString('latin1', at, modeEnd), 8);
		at = nameEnd + 1 + idLength;
		entries.push({
			name: content.toString('utf8', modeEnd + 1, nameEnd),
			id: content.toString('hex', nameEnd + 1, at),
			type: entryType(mode),
			mode,
		});
	}
	return entries;
}

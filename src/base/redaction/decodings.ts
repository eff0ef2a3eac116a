import { append } from '../collections.ts';
import type { Mark } from './finder.ts';

/** A text with its escapes decoded. */
interface Decoding {
	readonly text: string;
	/** The offset of each character in the original text, then the end of that text. Undefined for the original text itself. */
	readonly origin: Uint32Array | undefined;
}

/**
 * All decodings of a text that contains escapes, up to three levels deep and in any order, such as a URL in a JSON string in a
 * JSON string. Percent and backslash escapes are decoded separately, because one may be literal text within the other.
 * The text itself is not included, so most lines have no decoding.
 */
export function decodings(text: string): Decoding[] {
	const all: Decoding[] = [];
	let level: Decoding[] = [{ text, origin: undefined }];
	for (let depth = 0; depth < 3; depth++) {
		const deeper: Decoding[] = [];
		for (const decoding of level)
			for (const { sign, pattern, read } of escapes) {
				const inner = decoding.text.includes(sign) ? decode(decoding, pattern, read) : undefined;
				// The order in which two kinds are decoded usually makes no difference.
				if (inner && !deeper.some((other) => isSameDecoding(inner, other))) deeper.push(inner);
			}
		append(all, deeper);
		level = deeper;
	}
	return all;
}

/** Returns a `mark` for the decoded text that marks the same stretch of the original text. */
export function markOriginal({ origin }: Decoding, mark: Mark): Mark {
	return (start, end) => mark(origin?.[start] ?? start, origin?.[end] ?? end);
}

function isSameDecoding(one: Decoding, other: Decoding): boolean {
	if (one.text !== other.text) return false;
	for (let i = 0; i <= one.text.length; i++) if (one.origin?.[i] !== other.origin?.[i]) return false;
	return true;
}

type Read = (sequence: string) => string;

const letters: Readonly<Record<string, string>> = {
	n: '\n',
	r: '\r',
	t: '\t',
	b: '\b',
	f: '\f',
	v: '\v',
	0: '\0',
};

const escapes: readonly { sign: string; pattern: RegExp; read: Read }[] = [
	{
		sign: '%',
		// Matches one whole UTF-8 character at a time, or a single byte that is not part of one.
		pattern:
			/%(?:f[0-7](?:%[89ab][0-9a-f]){3}|e[0-9a-f](?:%[89ab][0-9a-f]){2}|[cd][0-9a-f]%[89ab][0-9a-f]|[0-9a-f]{2})/gi,
		read: (sequence) => {
			try {
				return decodeURIComponent(sequence);
			} catch {
				return sequence.length === 3 ? String.fromCharCode(Number.parseInt(sequence.slice(1), 16)) : sequence;
			}
		},
	},
	{
		sign: '\\',
		pattern: /\\(?:u\{(?:10)?[0-9a-f]{1,4}\}|u\{[0-9a-f]{5}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis,
		read: (sequence) => {
			if (sequence.length === 2) return letters[sequence.slice(1)] ?? sequence.slice(1);
			return String.fromCodePoint(Number.parseInt(sequence.replace(/[\\ux{}]/gi, ''), 16));
		},
	},
];

/** Undefined if there is no escape to decode. */
function decode({ text, origin: from }: Decoding, pattern: RegExp, read: Read): Decoding | undefined {
	const parts: string[] = [];
	const origin = new Uint32Array(text.length + 1);
	/** The length of the decoded text so far. */
	let length = 0;
	/** How much of the text is decoded or copied so far. */
	let done = 0;
	const copyTo = (end: number) => {
		parts.push(text.slice(done, end));
		for (let i = done; i < end; i++) origin[length++] = from ? (from[i] ?? 0) : i;
	};
	pattern.lastIndex = 0;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		copyTo(found.index);
		const decoded = read(found[0]);
		parts.push(decoded);
		for (let i = 0; i < decoded.length; i++) origin[length++] = from?.[found.index] ?? found.index;
		done = pattern.lastIndex;
	}
	if (done === 0) return undefined;
	copyTo(text.length);
	origin[length] = from?.[text.length] ?? text.length;
	return { text: parts.join(''), origin };
}

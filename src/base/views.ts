import type { Mark } from './finder.ts';

/** A text with its escapes read, and where each of its characters came from. */
export interface View {
	readonly text: string;
	/** Translates a mark on this view's text to the original text. */
	onOriginal(mark: Mark): Mark;
}

/**
 * All readings of a text in which something is escaped, up to three levels deep and in any order: a URL in a JSON
 * string in a JSON string. Percent and backslash escapes are read separately, as one may be a literal part of what
 * the other carries. The text itself is not among them; most lines have no escape and no view.
 */
export function views(text: string): Iterable<View> {
	return deeper({ text, onOriginal: (mark) => mark }, 3);
}

function* deeper(view: View, depth: number): Generator<View> {
	if (depth === 0) return;
	for (const { sign, pattern, read } of escapes) {
		const inner = view.text.includes(sign) ? decode(view, pattern, read) : undefined;
		if (!inner) continue;
		yield inner;
		yield* deeper(inner, depth - 1);
	}
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
		// One whole UTF-8 character at a time, or a single byte that is none.
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

/** Nothing when no escape was there to read. */
function decode(view: View, pattern: RegExp, read: Read): View | undefined {
	const parts: string[] = [];
	const origin = new Uint32Array(view.text.length + 1);
	let length = 0;
	let done = 0;
	const copyTo = (end: number) => {
		parts.push(view.text.slice(done, end));
		while (done < end) origin[length++] = done++;
	};
	for (const { 0: sequence, index } of view.text.matchAll(pattern)) {
		copyTo(index);
		const meaning = read(sequence);
		parts.push(meaning);
		for (let i = 0; i < meaning.length; i++) origin[length++] = index;
		done = index + sequence.length;
	}
	if (done === 0) return undefined;
	copyTo(view.text.length);
	origin[length] = view.text.length;

	return {
		text: parts.join(''),
		onOriginal: (mark) => {
			const outer = view.onOriginal(mark);
			return (start, end) => outer(origin[start] ?? 0, origin[end] ?? view.text.length);
		},
	};
}

import type { ParseWarning } from '../text/parse-warnings.ts';
import { Brackets, unescapeQuoted } from './brackets.ts';
import { decodeParts } from './charset.ts';
import { decodeWords } from './encoded-words.ts';
import { decodePercent } from './transfer-encoding.ts';

/** A header such as Content-Type: a value, and parameters whose names are in lower case. */
export interface Parameterized {
	/** In lower case, without comments. */
	readonly value: string;
	readonly parameters: ReadonlyMap<string, string>;
}

/** A piece of a parameter that is too long for one line or not ASCII: `name*2*=…` (RFC 2231). */
interface Piece {
	readonly number: number;
	readonly isEncoded: boolean;
	readonly value: string;
}

/** Reads `value; name=value; name="value"`. The first of equal names counts. */
export function readParameters(text: string, warnings: Set<ParseWarning>): Parameterized {
	const [value = ''] = /^[^\s;(]*/.exec(text) ?? [];
	const parameters = new Map<string, string>();
	const pieces = new Map<string, Piece[]>();
	for (const [name, written] of readPairs(text, value.length)) {
		const [base = '', number, star] = name.split('*');
		if (number === undefined) {
			if (!parameters.has(base)) parameters.set(base, decodeWords(written, warnings));
			continue;
		}
		if (!/^\d{0,4}$/.test(number)) continue;
		// `name*=…` is the only piece, `name*0=…` is a plain one, `name*0*=…` is an encoded one.
		const isEncoded = number === '' || star === '';
		const list = pieces.get(base) ?? [];
		list.push({ number: number === '' ? 0 : Number(number), isEncoded, value: written });
		pieces.set(base, list);
	}
	for (const [name, list] of pieces) {
		const joined = joinPieces(list, warnings);
		if (joined !== '') parameters.set(name, joined);
	}
	return { value: value.toLowerCase(), parameters };
}

function readPairs(text: string, start: number): readonly (readonly [name: string, value: string])[] {
	const pairs: (readonly [string, string])[] = [];
	let at = start;
	const brackets = new Brackets(text);
	while (at < text.length) {
		// A name ends at `=`; a `;` before it ends a pair without a value.
		while (/[\s;]/.test(text[at] ?? '')) at += 1;
		const nameStart = at;
		while (at < text.length && text[at] !== '=' && text[at] !== ';') at += 1;
		if (text[at] !== '=') continue;
		const name = nameOf(text.slice(nameStart, at));
		at += 1;
		while (text[at] === ' ' || text[at] === '\t') at += 1;
		const close = text[at] === '"' ? brackets.endOfQuotes(at) : undefined;
		const semicolon = text.indexOf(';', close ?? at);
		const end = semicolon === -1 ? text.length : semicolon;
		const value =
			close === undefined ? text.slice(at, end).trim() : unescapeQuoted(text.slice(at + 1, close - 1));
		pairs.push([name, value]);
		at = end;
	}
	return pairs;
}

/** Without what may stand before a name if the sender forgot the semicolon. */
function nameOf(text: string): string {
	const name = text.trim().toLowerCase();
	return name.slice(Math.max(name.lastIndexOf(' '), name.lastIndexOf('\t'), name.lastIndexOf(')')) + 1);
}

/** Joins the pieces 0, 1, 2… The first one names the charset: `utf-8'en'…`. A character may be split between two. */
function joinPieces(pieces: readonly Piece[], warnings: Set<ParseWarning>): string {
	const sorted = pieces.toSorted((one, other) => one.number - other.number);
	let charset: string | undefined;
	let text = '';
	let encoded = '';
	const finish = () => {
		const { parts, isMalformed } = decodePercent(encoded);
		if (isMalformed) warnings.add('encoding-malformed');
		encoded = '';
		const decoded = decodeParts(parts, charset);
		if (!decoded.isKnown) warnings.add('charset-unknown');
		text += decoded.text;
	};
	let expected = 0;
	for (const { number, isEncoded, value } of sorted) {
		if (number !== expected) break;
		expected += 1;
		const [, named, rest] = (number === 0 && isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(value)) || [];
		if (named) charset = named;
		if (isEncoded) encoded += rest ?? value;
		else {
			finish();
			text += value;
		}
	}
	finish();
	return text;
}

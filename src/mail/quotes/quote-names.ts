import { previousLine } from '../text/source-lines.ts';
import { isAttribution } from './attributions.ts';

/** `Ana>` before a quoted line, as Supercite and other programs write it, with the sender's first name or initials. */
const marked = /^[ \t]{0,4}(?<name>\p{L}[\p{L}\p{N}._'-]{0,19})>(?<rest>[> ]{0,10}(?:[+-]|@@ |diff )?)/gmu;
const atLineStart = /[ \t]{0,4}(?<name>\p{L}[\p{L}\p{N}._'-]{0,19})(?=>)/uy;
/** `>>>>> "Ana" == Ana Duarte <ana@example.org> writes:`, the attribution of Supercite. */
const attribution = />{1,8} ?"[^"\n]{1,80}" == /y;

/** The names that stand before the marks of quoted lines in a mail. Most mails have none. */
export class QuoteNames {
	readonly #names: ReadonlySet<string>;

	constructor(names: ReadonlySet<string>) {
		this.#names = names;
	}

	/** Where the marks begin: after the name if one begins at `at`, otherwise at `at`. */
	markAt(text: string, at: number): number {
		if (this.#names.size === 0) return at;
		atLineStart.lastIndex = at;
		const [found = '', name = ''] = atLineStart.exec(text) ?? [];
		return this.#names.has(name) ? at + found.length : at;
	}

	/** Whether a line is an attribution although it begins with marks. */
	isAttribution(text: string, start: number): boolean {
		if (this.#names.size === 0) return false;
		attribution.lastIndex = start;
		return attribution.test(text);
	}
}

export const noNames = new QuoteNames(new Set());

/** More names than take part in a thread. */
const maxNames = 20;
/** This many lines of a diff with one name are a quote, even without an attribution. */
const leastDiffLines = 2;

/**
 * The names before marks in a mail. `a> b` in prose, and the prompts of programs, are none: a line above must say that this person
 * wrote what follows, or several lines must be those of a diff.
 */
export function quoteNamesOf(text: string): QuoteNames {
	const names = new Set<string>();
	const diffLines = new Map<string, number>();
	for (const { groups, index } of text.matchAll(marked)) {
		const { name = '', rest = '' } = groups ?? {};
		if (names.size === maxNames) break;
		if (names.has(name)) continue;
		const isDiffLine = /[+@d-]/.test(rest) && isFirstName(name);
		const count = (diffLines.get(name) ?? 0) + Number(isDiffLine);
		diffLines.set(name, count);
		if (count >= leastDiffLines || isAttributedTo(name, text, index)) names.add(name);
	}
	return names.size === 0 ? noNames : new QuoteNames(names);
}

const isFirstName = (name: string): boolean => /^\p{Lu}\p{Ll}/u.test(name);

/** Whether the line above, or the one above an empty line, is an attribution that names this person. */
function isAttributedTo(name: string, text: string, index: number): boolean {
	let end = index;
	let start = previousLine(text, end);
	if (text.slice(start, end).trim() === '') {
		end = start;
		start = previousLine(text, end);
	}
	const last = text.slice(start, Math.min(end, start + longestLine));
	if (!isAttribution(last)) return false;
	const before = previousLine(text, start);
	const lines = `${text.slice(before, Math.min(start, before + longestLine))} ${last}`.toLowerCase();
	const wordsLike = (pattern: RegExp) => lines.match(pattern) ?? [];
	const words = wordsLike(/\p{L}+/gu);
	const names = [...words, ...wordsLike(/\p{L}[\p{L}\p{N}._'-]*/gu)];
	const wanted = name.toLowerCase();
	const initials = words.map(([initial]) => initial).join('');
	return names.includes(wanted) || initials.includes(wanted);
}

const longestLine = 400;

import type { MailSubject } from './patch.ts';
import { replyPrefixEnd } from './reply-prefix.ts';

/** White space of any script, and characters without a width that mail programs leave between words. */
const blanks = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/;

/** Parses the subject of any mail, unfolded and decoded. Words in brackets can have any order. */
export function parseSubject(text: string): MailSubject {
	let brackets: Brackets | undefined;
	let isReply = false;
	let at = skipBlanks(text, 0);
	for (;;) {
		const before = brackets === undefined ? 'nothing' : brackets.isPatch ? 'patch' : 'brackets';
		const prefixEnd = replyPrefixEnd(text, at, before);
		const close = prefixEnd === undefined && text[at] === '[' ? text.indexOf(']', at) : -1;
		if (prefixEnd === undefined && close === -1) break;
		if (prefixEnd !== undefined) isReply = true;
		else brackets = readBrackets(text.slice(at + 1, close), brackets ?? noBrackets);
		at = skipBlanks(text, prefixEnd ?? close + 1);
	}
	const { words, isPatch, isRfc, version, number, of } = brackets ?? noBrackets;
	const title = withSingleSpaces(text.slice(at));
	return {
		isReply,
		isPatch,
		prefix: words.join(' '),
		isRfc,
		version: version ?? 1,
		number,
		of,
		title: isPatch && !isReply ? title : withoutFormerTitle(title),
	};
}

/** Git ignores colons before the title too. */
function skipBlanks(text: string, from: number): number {
	let at = from;
	while (text[at] === ':' || blanks.test(text[at] ?? '')) at += 1;
	return at;
}

/** As git does it: only ASCII white space counts between words. */
function withSingleSpaces(text: string): string {
	let end = text.length;
	while (blanks.test(text[end - 1] ?? '')) end -= 1;
	return text.slice(0, end).replace(/[ \t\r\n\v\f]+/g, ' ');
}

/** Removes the end of `New title (was: Old title)`, which mails have after a change of subject. */
function withoutFormerTitle(title: string): string {
	const at = /[)\]]$/.test(title) ? title.search(/[([]was(?::| )/i) : -1;
	return at > 0 ? title.slice(0, at).trimEnd() : title;
}

interface Brackets {
	readonly words: readonly string[];
	readonly isPatch: boolean;
	readonly isRfc: boolean;
	readonly version: number | undefined;
	readonly number: number | undefined;
	readonly of: number | undefined;
}

const noBrackets: Brackets = {
	words: [],
	isPatch: false,
	isRfc: false,
	version: undefined,
	number: undefined,
	of: undefined,
};

function readBrackets(content: string, before: Brackets): Brackets {
	// Mercurial writes `1 of 3`, and people `1 / 3`.
	const words = content.replace(/\b(\d{1,6})(?: of | ?\/ ?)(\d{1,6})\b/i, '$1/$2').split(/[\s,;]+/);
	return words.reduce(withWord, before);
}

const patchWord = /^PATCH(?:ES|SET)?(?:-?v(\d{1,6}))?$/i;
/** `PATCH/RFC` or `PATCH-next`. Only upper case, because a project may be called `git-patch`. */
const patchInWord = /(?:^|[-/_:+])PATCH(?:-?v(\d{1,6}))?(?=$|[-/_:+])/;

function withWord(brackets: Brackets, word: string): Brackets {
	const numbers = /^(\d{1,6})\/(\d{1,6})$/.exec(word);
	if (numbers) {
		const number = Number(numbers[1]);
		const of = Number(numbers[2]);
		// Without the word PATCH, `[2026/11]` is not the number of a patch.
		if (brackets.isPatch || number <= of) return { ...brackets, isPatch: true, number, of };
	}
	// A patch of `v2.1` replaces one of v2.
	const version = /^v(\d{1,6})(?:\.\d{1,3})?$/i.exec(word)?.[1];
	if (version !== undefined) return { ...brackets, isPatch: true, version: Number(version) };
	const patch = patchWord.exec(word);
	if (patch)
		return {
			...brackets,
			isPatch: true,
			version: patch[1] === undefined ? brackets.version : Number(patch[1]),
		};
	const rfc = /^RFC(?:-?v(\d{1,6}))$/i.exec(word)?.[1];
	if (rfc !== undefined) return withWord({ ...brackets, isPatch: true, version: Number(rfc) }, 'RFC');
	const part = patchInWord.exec(word);
	const isPatch = brackets.isPatch || part !== null;
	const partVersion = part?.[1] === undefined ? brackets.version : Number(part[1]);
	const other = word.replace(patchInWord, '').replace(/^[-/_:+]+/, '');
	// More words than a person writes are left out, because each one copies those before.
	if (other === '' || brackets.words.length >= 50) return { ...brackets, isPatch, version: partVersion };
	return {
		...brackets,
		isPatch,
		version: partVersion,
		isRfc: brackets.isRfc || /^RFC$/i.test(other),
		words: [...brackets.words, other],
	};
}

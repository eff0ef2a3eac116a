import { type HeaderKind, headerKind } from '../text/header-words.ts';
import { isLine } from '../text/line-kinds.ts';
import type { MailLine } from './mail-lines.ts';

/** How mail programs call the mail that they repeat below a reply, without marks. */
const names = [
	'original message',
	'original mail',
	'original email',
	'ursprüngliche nachricht',
	'originalnachricht',
	'original-nachricht',
	"message d'origine",
	'message original',
	'mensaje original',
	'mensagem original',
	'messaggio originale',
	'oorspronkelijk bericht',
	'origineel bericht',
	'ursprungligt meddelande',
	'originalmeddelande',
	'oprindelig meddelelse',
	'opprinnelig melding',
	'alkuperäinen viesti',
	'wiadomość oryginalna',
	'oryginalna wiadomość',
	'původní zpráva',
	'eredeti üzenet',
	'mesaj original',
	'mesajul original',
	'özgün ileti',
	'orijinal mesaj',
	'исходное сообщение',
	'оригинальное сообщение',
	'первоначальное сообщение',
	'αρχικό μήνυμα',
	'元のメッセージ',
	'原始邮件',
	'邮件原件',
	'原始郵件',
	'원본 메시지',
	'원본 메일',
];
const separators = new Set(names);

/** A longer line is no separator. */
const longestSeparator = 200;
/** How many lines the headers of an original may have: a long list of recipients is wrapped. */
const maxHeaderLines = 12;

/** Whether a line is `-----Original Message-----`, in one of many languages. */
export function isSeparator(line: string): boolean {
	if (line.length > longestSeparator || !line.startsWith('--')) return false;
	const [, name = ''] = /^-{2,40} ?([^-].{0,60}?) ?-{2,40}\s*$/.exec(line) ?? [];
	return separators.has(name.toLowerCase().replace('’', "'"));
}

/** Finds the headers of an original mail. Each line is looked at once, although headers may begin in each. */
export class OriginalHeaders {
	readonly #lines: readonly string[];
	readonly #kinds: readonly (HeaderKind | 'none' | 'end')[];

	constructor(lines: readonly string[]) {
		this.#lines = lines;
		this.#kinds = lines.map((line) => headerKind(line) ?? (line.trim() === '' ? 'end' : 'none'));
	}

	/** The kinds of the headers that begin in this line; empty if none do. */
	at(index: number): ReadonlySet<HeaderKind> {
		const found = new Set<HeaderKind>();
		if (this.#kinds[index] !== 'from') return found;
		for (let at = index; at < Math.min(this.#lines.length, index + maxHeaderLines); at += 1) {
			const kind = this.#kinds[at] ?? 'end';
			if (kind === 'end') break;
			if (kind !== 'none') found.add(kind);
		}
		return found;
	}
}

/** The line that `git format-patch` writes above the headers of a patch. */
const isPatchStart = (line: string): boolean => /^From [\da-f]{40,64} /.test(line.slice(0, 80));

/**
 * The index of the line that begins a mail which is repeated without marks below the text of a reply, as Outlook does; `end` if there is
 * none. A repeated mail that has no text above counts as text: it is what the mail is about, such as a mail that was forwarded.
 */
export function originalStart(lines: readonly MailLine[], end: number): number {
	let hasText = false;
	/** With `>` in place of each quoted line. */
	const contents = lines.slice(0, end).map(({ level, content }) => (level === 0 ? content : '>'));
	const headers = new OriginalHeaders(contents);
	for (const [index, content] of contents.entries()) {
		const isBlank = content.trim() === '' || isLine('rule', content, 'tildeforge');
		if (hasText && !isBlank && beginsOriginal(contents, headers, index)) return startAbove(contents, index);
		hasText ||= !isBlank && content !== '>' && !isSeparator(content);
	}
	return end;
}

/** Where an original starts: at the line that Outlook draws above the headers, if there is one. */
function startAbove(contents: readonly string[], index: number): number {
	const above = contents.slice(0, index).findLastIndex((content) => content.trim() !== '');
	return above !== -1 && index - above <= 2 && isLine('rule', contents[above] ?? '', 'tildeforge')
		? above
		: index;
}

function beginsOriginal(lines: readonly string[], headers: OriginalHeaders, index: number): boolean {
	// All four kinds: a patch that was pasted has an author, a date and a subject, too.
	const hasHeaders = headers.at(index).size === 4 && !isPatchStart(lines[index - 1] ?? '');
	return (hasHeaders || isSeparator(lines[index] ?? '')) && !isQuotedBelow(lines, index);
}

/** A header in any language, or the rest of one that is folded. */
const headerOrBlank = /^(?:$|\s|\*?\p{L}[\p{L} -]{0,40}\*?[:：])/u;
/** How many lines are searched for the text of an original. */
const maxSearched = 30;

/** Whether the text below the headers of an original mail is quoted with `>`, so that the reply goes on below it. */
export function isQuotedBelow(lines: readonly string[], index: number): boolean {
	const below = lines.slice(index + 1, index + 1 + maxSearched);
	return below.find((line) => !headerOrBlank.test(line.slice(0, 100)))?.startsWith('>') ?? false;
}

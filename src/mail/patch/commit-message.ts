import { count } from '../../base/text/numbers.ts';
import { firstLines } from '../text/first-lines.ts';
import { isLine } from '../text/line-kinds.ts';
import { findLine, lineText, nextLine } from '../text/source-lines.ts';

export type HeaderName = 'from' | 'subject' | 'date';
export type Headers = ReadonlyMap<HeaderName, string>;

export interface ReadMessage {
	/** `From:`, `Subject:` and `Date:` at the beginning of the text, which replace those of the mail. Not decoded. */
	readonly headers: Headers;
	readonly message: string;
	/** Where the line that ends the message starts, such as `---`; undefined if there is none. */
	readonly breakAt: number | undefined;
}

/**
 * Reads the commit message at the beginning of a mail's text by the rules of `git mailinfo --scissors`. By default, git does not cut at a
 * scissors line. Here it always counts, because its author means the text above it for the list, not for the commit.
 */
export function readMessage(source: string, start: number, end: number): ReadMessage {
	let headers = new HeaderReader();
	let messageStart = start;
	let breakAt: number | undefined;
	for (let at = start; at < end; ) {
		if (headers.isFinished) at = findLine(source, at, end, mayEndMessage);
		if (at >= end) break;
		const next = nextLine(source, at, end);
		const line = lineText(source, at, next);
		if (!headers.isFinished && headers.take(line)) messageStart = next;
		else if (isLine('scissors', line)) {
			headers = new HeaderReader();
			messageStart = next;
		} else if (isPatchBreak(line)) {
			breakAt = at;
			break;
		}
		at = next;
	}
	return {
		headers: headers.found(),
		message: messageIn(source, messageStart, breakAt ?? end),
		breakAt,
	};
}

/** Finds lines that can be scissors or end the message (`diff`, `Index:`, `---`). */
const mayEndMessage = /^[dI-]|>8|8<|>%|%</gm;

const headerLine = /^(from|subject|date):\s*(.*)$/is;

class HeaderReader {
	readonly #found = new Map<HeaderName, string>();
	#last: HeaderName | undefined;
	isFinished = false;

	found(): Headers {
		return this.#found;
	}

	/** Whether the line belongs to the headers, or is an empty line before or after them. */
	take(line: string): boolean {
		if (line === '') {
			this.isFinished = this.#last !== undefined;
			return true;
		}
		if (this.#last !== undefined && /^[ \t]/.test(line) && !isLine('scissors', line)) {
			this.#found.set(this.#last, `${this.#found.get(this.#last) ?? ''} ${line.trim()}`);
			return true;
		}
		this.#last = undefined;
		if (/^>From [0-9a-f]{40,64} /.test(line)) return true;
		// As for git, such a line replaces another title, and an empty line after it does not end the headers.
		if (/^\[PATCH\]\s/.test(line)) {
			this.#found.set('subject', line);
			return true;
		}
		const [, name, value = ''] = headerLine.exec(line) ?? [];
		const key = nameOf(name);
		if (key === undefined || this.#found.has(key)) {
			this.isFinished = true;
			return false;
		}
		this.#found.set(key, value);
		this.#last = key;
		return true;
	}
}

function nameOf(name: string | undefined): HeaderName | undefined {
	const lower = name?.toLowerCase();
	return lower === 'from' || lower === 'subject' || lower === 'date' ? lower : undefined;
}

/** Whether git ends the message before this line: at a diff, or at `---`. */
const isPatchBreak = (line: string): boolean =>
	isLine('diff', line, 'git') || isLine('separator', line, 'git');

/** The rest of a longer message is only counted: every mail without a patch is read as a message. */
const longestMessage = 500_000;
const maxLines = 50_000;

function messageIn(source: string, start: number, end: number): string {
	const longest = end - start <= longestMessage ? end : nextLine(source, start + longestMessage, end);
	const text = source.slice(start, Math.min(longest, start + 2 * longestMessage));
	const read = firstLines(text, maxLines).end;
	const rest = end - start - read;
	return `${cleanMessage(text.slice(0, read))}${rest > 0 ? `[${count(rest, 'more character')}]\n` : ''}`;
}

/** Cleans white space as `git am` does: none at the end of a line, and no empty lines at the ends or in succession. */
function cleanMessage(text: string): string {
	const lines: string[] = [];
	let isAfterEmpty = false;
	for (const line of text.split('\n')) {
		const cleaned = withoutTrailing(line);
		if (cleaned !== '') {
			if (isAfterEmpty && lines.length > 0) lines.push('');
			lines.push(cleaned);
		}
		isAfterEmpty = cleaned === '';
	}
	return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Git knows only these characters as white space. */
function withoutTrailing(line: string): string {
	let end = line.length;
	while (end > 0 && ' \t\r'.includes(line[end - 1] ?? '')) end -= 1;
	return line.slice(0, end);
}

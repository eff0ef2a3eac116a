import { isScissors } from '../text/scissors.ts';

const separator =
	/^-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale)\s?-{2,}\s*$/i;
/** How many lines the headers of an original may have in Outlook. */
const maxHeaderLines = 6;
/** A blank line, a header in any language, or the rest of one that is folded. */
const headerOrBlank = /^(?:$|\s|\p{L}[\p{L}-]*\s?:\s)/u;
/** How many lines are searched for the text of an original. */
const maxSearched = 30;

/**
 * What the author of a reply wrote: without the original mail that some mail programs repeat below, and without patches below or
 * between scissors. If the original is quoted with `>`, the reply goes on below its headers.
 */
export function ownText(text: string): string {
	const lines = text.split('\n');
	const own: string[] = [];
	let isSuggestion = false;
	for (const [index, line] of lines.entries()) {
		if (isScissors(line)) {
			isSuggestion = !isSuggestion;
			own.push('');
		} else if (!isSuggestion) {
			if ((separator.test(line) || isOriginal(lines, index)) && !isQuoted(lines, index)) break;
			own.push(line);
		}
	}
	return own.join('\n');
}

/** Whether the text below the headers of an original mail is quoted with `>`. */
function isQuoted(lines: readonly string[], index: number): boolean {
	const below = lines.slice(index + 1, index + 1 + maxSearched);
	return below.find((line) => !headerOrBlank.test(line))?.startsWith('>') ?? false;
}

/** Whether the headers of an original mail start here, as Outlook writes them. */
function isOriginal(lines: readonly string[], index: number): boolean {
	if (!/^From: \S/.test(lines[index] ?? '')) return false;
	const headers = lines.slice(index + 1, index + maxHeaderLines);
	return (
		headers.some((line) => /^(?:Sent|Date): /.test(line)) && headers.some((line) => /^Subject: /.test(line))
	);
}

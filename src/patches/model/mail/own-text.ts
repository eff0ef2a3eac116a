import { isScissors } from '../patch/scissors.ts';

const separator =
	/^-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale)\s?-{2,}\s*$/i;
/** How many lines the headers of an original may have. */
const mostHeaderLines = 6;

/**
 * The end of what the author of a reply wrote. Below it is the original mail, which some mail programs repeat without `>`, or a suggested
 * patch, which begins with scissors.
 */
export function ownTextEnd(text: string): number {
	const lines = text.split('\n');
	let at = 0;
	for (const [index, line] of lines.entries()) {
		if (separator.test(line) || isScissors(line) || isOriginal(lines, index)) return at;
		at += line.length + 1;
	}
	return text.length;
}

/** Whether the headers of an original mail start here, as Outlook writes them. */
function isOriginal(lines: readonly string[], index: number): boolean {
	if (!/^From: \S/.test(lines[index] ?? '')) return false;
	const headers = lines.slice(index + 1, index + mostHeaderLines);
	return (
		headers.some((line) => /^(?:Sent|Date): /.test(line)) && headers.some((line) => /^Subject: /.test(line))
	);
}

import type { Line } from './quoted-lines.ts';

/** How far from its end the footer of a list can start, in lines. */
const maxFooterLines = 15;

/** What footers say. */
const footerWords =
	/\bunsubscribe\b|\bmailing list\b|\/listinfo\/|\bsubscribed to the google groups?\b|\bthis message because you\b/i;

/** The line before a signature. Its space may get lost. */
export const isSignatureLine = (content: string): boolean => content === '-- ' || content === '--';

/** `____`, `----`, `====` and `-=-=-=-`. */
const isRule = (content: string): boolean => /^(?:_{10,}|-{10,}|={10,}|(?:-=)+-?)\s*$/.test(content);

/** The index of the first line of the footer that a list has added; the number of lines if there is none. */
export function footerStart(lines: readonly Line[]): number {
	const earliest = Math.max(0, lines.length - maxFooterLines);
	for (let index = earliest; index < lines.length; index += 1) {
		const line = lines[index];
		if (line === undefined || line.level > 0) continue;
		if (!isRule(line.content) && !isSignatureLine(line.content)) continue;
		const rest = lines.slice(index + 1);
		const isUnquoted = rest.every(({ level }) => level === 0);
		// A signature may come first, so the words follow soon.
		if (isUnquoted && rest.slice(0, 4).some(({ content }) => footerWords.test(content))) return index;
	}
	return lines.length;
}

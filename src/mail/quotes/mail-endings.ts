import { isLine } from '../text/line-kinds.ts';
import type { MailLine } from './mail-lines.ts';

/** How far from its end the footer of a list can start, in lines. */
const maxFooterLines = 15;

/** What footers say. */
const footerWords =
	/\bunsubscribe\b|\bmailing list\b|\/listinfo\/|\bsubscribed to the google groups?\b|\bthis message because you\b/i;

/** The index of the first line of the footer that a list has added; the number of lines if there is none. */
export function footerStart(lines: readonly MailLine[]): number {
	const earliest = Math.max(0, lines.length - maxFooterLines);
	const found = lines.slice(earliest).findIndex((_, index) => isFooter(lines.slice(earliest + index)));
	return found === -1 ? lines.length : earliest + found;
}

/** Whether lines start with a rule and say soon what a footer says, before the next rule. */
function isFooter([first, ...rest]: readonly MailLine[]): boolean {
	const isDivider = ({ content }: MailLine) =>
		isLine('rule', content, 'tildeforge') || isLine('signature', content);
	if (first === undefined || !isDivider(first)) return false;
	if ([first, ...rest].some(({ level }) => level > 0)) return false;
	const next = rest.findIndex(isDivider);
	return rest.slice(0, next === -1 ? 4 : Math.min(next, 4)).some(({ content }) => footerWords.test(content));
}

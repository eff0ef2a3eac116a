import { isLine } from '../text/line-kinds.ts';
import { isQuotedBelow, isSeparator, OriginalHeaders } from './originals.ts';

/** Scissors in a quote or in indented code do not count. */
const quoteOrCode = /^(?:>| {4})/;
const forwarded = /^-{2,40}\s?forwarded message\s?-{2,40}\s*$/i;

/**
 * What the author of a reply wrote: without the original mail that some mail programs repeat below, and without patches below or
 * between scissors. If the original is quoted with `>`, the reply goes on below its headers.
 */
export function ownText(text: string): string {
	const lines = text.split('\n');
	const headers = new OriginalHeaders(lines);
	const own: string[] = [];
	let isBetweenScissors = false;
	for (const [index, line] of lines.entries()) {
		if (isLine('scissors', line.replace(/\r$/, '')) && !quoteOrCode.test(line)) {
			isBetweenScissors = !isBetweenScissors;
			own.push('');
		} else {
			const found = headers.at(index);
			// A patch between scissors has headers, too, but no recipient.
			const isOther = beginsOtherMail(line, isBetweenScissors && !found.has('to') ? new Set() : found);
			if (isOther && !isQuotedBelow(lines, index)) break;
			if (!isBetweenScissors) own.push(line);
		}
	}
	return own.join('\n');
}

const beginsOtherMail = (line: string, headers: ReturnType<OriginalHeaders['at']>): boolean =>
	isSeparator(line) || forwarded.test(line) || (headers.has('sent') && headers.has('subject'));

import { ownText } from './own-text.ts';
import { spansOf } from './quotes.ts';

/** How many characters are read of a longer text. */
const maxRead = 20_000;

/** What the author of a mail or comment wrote, without quotes, the lines that introduce them, signatures and what a list adds. */
export function unquotedText(text: string): string {
	const own = ownText(text.slice(0, maxRead).replaceAll('\r\n', '\n'));
	const written = spansOf(own).filter(({ kind }) => kind === 'text');
	return written
		.map(({ start, end }) => own.slice(start, end))
		.join('')
		.replace(/\n\s*\n/g, '\n\n')
		.trim();
}

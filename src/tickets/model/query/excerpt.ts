import { visible } from '../../../base/text/invisible-characters.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';

/** How many characters are shown before and after the words. */
const around = 40;

/** The line of a text that has the first of the words, shortened around it, in quotation marks. Empty if none is found. */
export function excerptOf(text: string, words: string): string {
	const [first = ''] = toSearchForm(words).trim().split(' ');
	// In text that is not ASCII, the position may be off by a few characters.
	const at = first === '' ? -1 : toSearchForm(text).indexOf(first);
	if (at === -1) return '';
	const from = Math.max(0, at - around);
	const to = Math.min(text.length, at + first.length + around);
	const part = text.slice(from, to).replace(/\s+/g, ' ').trim();
	return visible(`“${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}”`);
}

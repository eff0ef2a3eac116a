import { visible } from '../../../base/text/invisible-characters.ts';
import { isAscii, toSearchForm } from '../../../platform/model/search-form.ts';

/** How many characters are shown before and after the word. */
const around = 40;

/** The part of a text around the first of the words or phrases that it has, in quotation marks. Empty if it has none of them. */
export function excerptOf(text: string, words: readonly string[]): string {
	// The search form has no line ends and no repeated blanks either.
	const line = text.replace(/\s+/g, ' ').trim();
	const searched = toSearchForm(line);
	const word = words
		.map((one) => toSearchForm(one).trim())
		.find((one) => one !== '' && searched.includes(one));
	if (word === undefined) return '';
	const at = positionIn(line, searched.indexOf(word));
	const from = Math.max(0, at - around);
	const to = Math.min(line.length, at + word.length + around);
	// Half of a character may be at each end.
	const part = line
		.slice(from, to)
		.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
		.trim();
	return visible(`“${from > 0 ? '…' : ''}${part}${to < line.length ? '…' : ''}”`);
}

/** Converts a position in the search form of a line, which may be longer or shorter, to the position in the line. */
function positionIn(line: string, at: number): number {
	if (isAscii(line)) return at;
	let position = 0;
	let searched = 0;
	for (const word of line.split(' ')) {
		const length = toSearchForm(word).length;
		if (searched + length >= at) return position + Math.min(word.length, at - searched);
		position += word.length + 1;
		searched += length + 1;
	}
	return position;
}

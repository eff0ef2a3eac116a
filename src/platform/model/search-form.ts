/** Characters that Unicode does not decompose, with what people type if their keyboard lacks the key. */
const replacements: Readonly<Record<string, string>> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
	ς: 'σ',
	'‘': "'",
	'’': "'",
	'“': '"',
	'”': '"',
	'‐': '-',
	'–': '-',
	'—': '-',
};

const special = new RegExp(`[${Object.keys(replacements).join('')}]|[\\u0300-\\u036f]+`, 'g');

/**
 * The form of a text that searches compare: without case, diacritics, widths, line ends and typographic marks. Removes only the
 * diacritics of Latin, Greek and Cyrillic; in other scripts they are letters.
 */
export function toSearchForm(text: string): string {
	// Most texts are ASCII, and Unicode's tables are slow.
	const letters = isAscii(text)
		? text.toLowerCase()
		: text
				.normalize('NFKD')
				.toLowerCase()
				.replace(special, (found) => replacements[found] ?? '');
	return letters.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Whether a character in the search form is a letter or a digit. All outside of ASCII count as letters. `NaN`, as for a position outside of the text, does not. */
export const isLetterOrDigit = (code: number): boolean =>
	(code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;

/** Much faster than a regular expression. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

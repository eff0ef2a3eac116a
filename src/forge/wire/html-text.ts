/** Elements that servers put into messages. Other words in angle brackets, such as `<id@host>`, are text. */
const inline = /<\/?(?:a|abbr|b|code|em|i|kbd|q|samp|small|span|strong|sub|sup|tt|u|var)(?:\s[^<>]*)?\/?>/gi;
const block = /<\/?(?:br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|td|th|tr|ul)(?:\s[^<>]*)?\/?>/gi;

const named: Readonly<Record<string, string>> = {
	amp: '&',
	apos: "'",
	gt: '>',
	lt: '<',
	nbsp: ' ',
	quot: '"',
};

/** Converts a message that contains HTML to text: removes the tags and decodes the entities. */
export function htmlToText(message: string): string {
	return message
		.replace(block, ' ')
		.replace(inline, '')
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
			if (name !== undefined) return named[String(name).toLowerCase()] ?? entity;
			const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
			return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
		});
}

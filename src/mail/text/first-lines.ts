/** The end of the first lines of a text, at most `max`, and their number. */
export function firstLines(text: string, max: number): { readonly end: number; readonly count: number } {
	let end = 0;
	let count = 0;
	while (count < max && end < text.length) {
		const found = text.indexOf('\n', end);
		end = found === -1 ? text.length : found + 1;
		count += 1;
	}
	return { end, count };
}

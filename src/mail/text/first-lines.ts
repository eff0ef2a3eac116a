/** The end of the first lines of a text, at most `most`, and their number. */
export function firstLines(text: string, most: number): { readonly end: number; readonly count: number } {
	let [end, count] = [0, 0];
	while (count < most && end < text.length) {
		const found = text.indexOf('\n', end);
		end = found === -1 ? text.length : found + 1;
		count += 1;
	}
	return { end, count };
}

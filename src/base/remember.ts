/** How many results are remembered, and for texts of up to which length. */
const mostTexts = 10_000;
const longestText = 300;

/** Remembers the results of a pure function of a text, because the same few texts are read again and again. */
export function remember<T>(read: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const before = known.get(text);
		if (before !== undefined) return before;
		const result = read(text);
		if (text.length > longestText) return result;
		if (known.size >= mostTexts) known.clear();
		known.set(text, result);
		return result;
	};
}

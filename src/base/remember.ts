/** How many results are remembered at least, if there are as many, and for texts of up to which length. At most twice as many are. */
const mostTexts = 20_000;
const longestText = 300;

/** Remembers the results of a pure function of a text, because the same few texts are read again and again. Forgets those that were not used for long. */
export function remember<T>(read: (text: string) => T): (text: string) => T {
	let recent = new Map<string, T>();
	let earlier = new Map<string, T>();
	return (text) => {
		const known = recent.get(text);
		if (known !== undefined) return known;
		const result = earlier.get(text) ?? read(text);
		if (text.length > longestText) return result;
		if (recent.size >= mostTexts) {
			earlier = recent;
			recent = new Map();
		}
		recent.set(text, result);
		return result;
	};
}

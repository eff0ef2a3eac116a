/** The results for at least this many of the texts that were used last are remembered, and for at most twice as many. */
const maxTexts = 20_000;
/** The results for longer texts are not remembered. */
const longestText = 300;

/**
 * Remembers the results of a pure function of a text, because the same few texts are read again and again. Forgets those that were not
 * used for a long time.
 */
export function remember<T>(read: (text: string) => T): (text: string) => T {
	let recent = new Map<string, T>();
	let earlier = new Map<string, T>();
	return (text) => {
		const known = recent.get(text);
		if (known !== undefined) return known;
		const result = earlier.get(text) ?? read(text);
		if (text.length > longestText) return result;
		if (recent.size >= maxTexts) {
			earlier = recent;
			recent = new Map();
		}
		recent.set(text, result);
		return result;
	};
}

/** Remembers the results of a pure function of an object for as long as the object is in use. */
export function rememberByObject<Key extends object, T extends object>(
	read: (key: Key) => T,
): (key: Key) => T {
	const known = new WeakMap<Key, T>();
	return (key) => {
		const result = known.get(key) ?? read(key);
		known.set(key, result);
		return result;
	};
}

/** Returns the text after the word of a TODO comment; undefined without such a word, empty if nothing follows it. */
export type FindTodo = (line: string) => string | undefined;

/** The closing mark of a comment at the end of a line. */
const closing = /\s*(?:\*+\/|-->|--\}\}|#\}|%>|\*\)|-\}|"""|''')\s*$/;

/** Creates a function that finds TODO comments by the words of a setting. Case-sensitive, because `fixme` can be an identifier. */
export function createTodoFinder(setting: unknown): FindTodo {
	const words = readWords(setting);
	if (words.length === 0) return () => undefined;
	const anyWord = words.map((word) => word.replace(/[^\p{L}\d_]/gu, escapeCharacter)).join('|');
	const pattern = new RegExp(
		`(?<![\\p{L}\\d_])(?:${anyWord})(?![\\p{L}\\d_])(?:\\([^)]{0,100}\\))?[\\s:\u2014-]*`,
		'u',
	);
	return (line) => {
		// A longer line is not written by hand.
		if (line.length > 1000) return undefined;
		const found = pattern.exec(line);
		return found
			? line
					.slice(found.index + found[0].length)
					.replace(closing, '')
					.trim()
			: undefined;
	};
}

function readWords(setting: unknown): readonly string[] {
	if (!Array.isArray(setting)) return [];
	return setting.flatMap((word: unknown) =>
		typeof word === 'string' && word.trim() !== '' ? [word.trim()] : [],
	);
}

const escapeCharacter = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

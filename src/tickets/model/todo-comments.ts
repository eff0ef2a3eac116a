/** Returns the text after the word of a TODO comment; undefined without such a word, empty if nothing follows it. */
export type FindTodo = (line: string) => string | undefined;

/** Finds TODO comments by the words of a setting. */
export interface TodoFinder {
	readonly find: FindTodo;
	/** The line with a reference to a ticket after the word: `TODO(#12): why?`. The same line if it has no such word. */
	readonly addReference: (line: string, reference: string) => string;
}

/** The closing mark of a comment at the end of a line. */
const closing = /\s*(?:\*+\/|-->|--\}\}|#\}|%>|\*\)|-\}|"""|''')\s*$/;

/** A longer line is not written by hand. */
const maxLength = 1000;

/** Creates a finder for the words of a setting. It is case-sensitive, because `fixme` can be an identifier. */
export function createTodoFinder(setting: unknown): TodoFinder {
	const words = readWords(setting);
	if (words.length === 0) return { find: () => undefined, addReference: (line) => line };
	const anyWord = words.map((word) => word.replace(/[^\p{L}\d_]/gu, escapeCharacter)).join('|');
	const pattern = new RegExp(
		`(?<![\\p{L}\\d_])(?<word>${anyWord})(?![\\p{L}\\d_])(?:\\((?<note>[^)]{0,100})\\))?[\\s:\u2014-]*`,
		'u',
	);
	const match = (line: string) => (line.length > maxLength ? null : pattern.exec(line));
	return {
		find: (line) => {
			const found = match(line);
			return found
				? line
						.slice(found.index + found[0].length)
						.replace(closing, '')
						.trim()
				: undefined;
		},
		addReference: (line, reference) => {
			const found = match(line);
			const { word = '', note } = found?.groups ?? {};
			if (!found) return line;
			const end = found.index + word.length;
			const rest = note === undefined ? line.slice(end) : line.slice(end + note.length + 2);
			const notes = note === undefined || note.trim() === '' ? reference : `${note}, ${reference}`;
			return `${line.slice(0, end)}(${notes})${rest}`;
		},
	};
}

function readWords(setting: unknown): readonly string[] {
	if (!Array.isArray(setting)) return [];
	return setting.flatMap((word: unknown) =>
		typeof word === 'string' && word.trim() !== '' ? [word.trim()] : [],
	);
}

const escapeCharacter = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

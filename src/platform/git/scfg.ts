/** A line of a configuration file: a name and its parameters. */
export interface Directive {
	readonly name: string;
	readonly params: readonly string[];
	/** From 1. */
	readonly line: number;
}

/** A word, whose parts can be quoted, or a brace. */
const word = /\s*(?:(?<brace>[{}])|(?<word>(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'{}\\])+))/y;

/** Parses the top level of an scfg file. Skips the contents of blocks, and lines that cannot be parsed. */
export function parseScfg(text: string): readonly Directive[] {
	const directives: Directive[] = [];
	let depth = 0;
	for (const [index, line] of text.split(/\r?\n/).entries()) {
		if (/^\s*(?:#|$)/.test(line)) continue;
		const words = wordsOf(line);
		if (!words) continue;
		if (words.closes) depth = Math.max(0, depth - 1);
		const [name, ...params] = words.all;
		if (depth === 0 && name !== undefined) directives.push({ name, params, line: index + 1 });
		if (words.opens) depth += 1;
	}
	return directives;
}

interface Words {
	readonly all: readonly string[];
	/** Whether the line begins with `}`. */
	readonly closes: boolean;
	/** Whether the line ends with `{`. */
	readonly opens: boolean;
}

/** Undefined if a quotation mark is missing. */
function wordsOf(line: string): Words | undefined {
	const tokens: { readonly brace?: string | undefined; readonly word?: string | undefined }[] = [];
	const end = line.trimEnd().length;
	for (word.lastIndex = 0; word.lastIndex < end; ) {
		const match = word.exec(line);
		if (!match) return undefined;
		tokens.push({ ...match.groups });
	}
	return {
		all: tokens.flatMap((token) => (token.word === undefined ? [] : unquote(token.word))),
		closes: tokens[0]?.brace === '}',
		opens: tokens.at(-1)?.brace === '{',
	};
}

const unquote = (text: string): string =>
	text.replace(
		/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
		(_, double?: string, single?: string, plain?: string) =>
			double !== undefined ? double.replace(/\\(.)/g, '$1') : (single ?? plain ?? ''),
	);

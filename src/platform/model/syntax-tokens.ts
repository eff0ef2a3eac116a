import { highlight } from './highlight.ts';
import { type SyntaxTokenType, syntaxTokenTypes } from './syntax-token-types.ts';

const tokenTypeOfScope: Readonly<Record<string, SyntaxTokenType>> = {
	keyword: 'keyword',
	literal: 'keyword',
	type: 'keyword',
	tag: 'keyword',
	name: 'keyword',
	string: 'string',
	regexp: 'string',
	addition: 'string',
	char: 'string',
	number: 'number',
	symbol: 'number',
	attr: 'number',
	attribute: 'number',
	built_in: 'name',
	title: 'name',
	section: 'name',
	meta: 'name',
	comment: 'comment',
	quote: 'comment',
	doctag: 'comment',
};

/** The tokens of a line, each as three numbers: its start, its end and the index of its type in `syntaxTokenTypes`. */
export type LineTokens = readonly number[];

/** About 800 lines, which take a few milliseconds. */
const longest = 30_000;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const token = /<span class="(?:hljs-)?([\w-]+)[^"]*">|<\/span>|&(#?\w+);|\n|[^<&\n]+/g;

/** The language of a file, by its name, as the highlighter names it. */
export function languageOf(path: string): string {
	const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
	return name.slice(name.lastIndexOf('.') + 1);
}

/** The tokens of each line of code; undefined if the language is not known, or if it would take too long. */
export function tokenizeCode(code: string, language: string): readonly LineTokens[] | undefined {
	const html = highlight(code, language, longest);
	if (html === undefined) return undefined;
	const lines: number[][] = [[]];
	/** The types of the enclosing scopes. */
	const types: number[] = [];
	let column = 0;
	for (const [text, scope, entity] of html.matchAll(token)) {
		if (scope !== undefined) types.push(indexOfTokenType(scope));
		else if (text === '</span>') types.pop();
		else if (text === '\n') {
			lines.push([]);
			column = 0;
		} else {
			const end = column + (entity === undefined ? text : (entities[entity] ?? text)).length;
			addToken(lines.at(-1) ?? [], column, end, types.at(-1) ?? -1);
			column = end;
		}
	}
	return lines;
}

function indexOfTokenType(scope: string): number {
	const type = tokenTypeOfScope[scope];
	return type === undefined ? -1 : syntaxTokenTypes.indexOf(type);
}

/** Adds a token to a line, or extends the last one. Text without a type, which has the index -1, is no token. */
function addToken(line: number[], start: number, end: number, type: number): void {
	if (type === -1) return;
	if (line.at(-1) === type && line.at(-2) === start) line[line.length - 2] = end;
	else line.push(start, end, type);
}

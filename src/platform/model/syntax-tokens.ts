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

/** The parts of a line that have a tone, each as its start, its end and an index of `tones`. */
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

/** The tones of each line of code; undefined if the language is not known, or if it would take too long. */
export function tokenizeCode(code: string, language: string): readonly LineTokens[] | undefined {
	const html = highlight(code, language, longest);
	if (html === undefined) return undefined;
	const lines: number[][] = [[]];
	const scopes: number[] = [];
	let column = 0;
	for (const [text, scope, entity] of html.matchAll(token)) {
		if (scope !== undefined) scopes.push(indexOfTokenType(scope));
		else if (text === '</span>') scopes.pop();
		else if (text === '\n') {
			lines.push([]);
			column = 0;
		} else {
			const end = column + (entity === undefined ? text : (entities[entity] ?? text)).length;
			add(lines.at(-1) ?? [], column, end, scopes.at(-1) ?? -1);
			column = end;
		}
	}
	return lines;
}

function indexOfTokenType(scope: string): number {
	const tone = tokenTypeOfScope[scope];
	return tone === undefined ? -1 : syntaxTokenTypes.indexOf(tone);
}

/** Adds a part to a line, or extends the last part. */
function add(line: number[], start: number, end: number, tone: number): void {
	if (tone === -1) return;
	if (line.at(-1) === tone && line.at(-2) === start) line[line.length - 2] = end;
	else line.push(start, end, tone);
}

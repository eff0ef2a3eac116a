import { type GitObject, treeOfCommit } from '../../../src/forge/shapes/git-objects.ts';
import type { BareRepository } from '../../../src/sandbox/repositories/bare.ts';
import { queryError } from '../server/errors.ts';
import { entriesOf, objectSource } from './object-fields.ts';

interface Fragment {
	readonly lineOffset: number;
	readonly length: number;
}

interface Line {
	readonly line: string;
	readonly lineNo: number;
	readonly fragments: readonly Fragment[];
}

interface File {
	readonly name: string;
	readonly lines: readonly Line[];
}

interface Term {
	/** Whether it is about the path alone. */
	readonly isPath: boolean;
	readonly pattern: RegExp;
}

const limits = { files: 20, matches: 50 };
const types = { folder: 0o040000, link: 0o120000, submodule: 0o160000 };

/**
 * Searches the default branch. A file must have all words of the query, which are regular expressions. Quotes keep spaces, `file:` is for the
 * path, and words without capitals match both cases. Servers know more than that.
 */
export async function searchCode(bare: BareRepository, query: string) {
	const terms = readQuery(query);
	const commit = await bare.resolve('HEAD');
	const root = commit && (await bare.object(treeOfCommit(commit.content)));
	const found: File[] = [];
	for await (const { name, text } of root && terms.length > 0 ? textsBelow(bare, root) : []) {
		const has = ({ isPath, pattern }: Term) =>
			name.search(pattern) >= 0 || (!isPath && text.search(pattern) >= 0);
		if (!terms.every(has)) continue;
		const lines = linesOf(
			text,
			terms.filter(({ isPath }) => !isPath),
		);
		// Only if nothing in the file matches, its name is a line.
		found.push({ name, lines: lines.length > 0 ? lines : [{ ...lineOf(name, 0, terms) }] });
	}
	return {
		totalFiles: found.length,
		totalMatches: matchesIn(found),
		results: cut(found),
	};
}

function readQuery(query: string): readonly Term[] {
	if (query.split('"').length % 2 === 0) throw syntaxError('unterminated quoted string');
	return (query.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => {
		const [, prefix, text = ''] = /^(file:)?(.*)$/s.exec(word.replaceAll('"', '')) ?? [];
		return { isPath: prefix !== undefined, pattern: readPattern(text) };
	});
}

function readPattern(text: string): RegExp {
	try {
		return new RegExp(text, /\p{Lu}/u.test(text) ? 'gmu' : 'gimu');
	} catch {
		throw syntaxError(`error parsing regexp: \`${text}\``);
	}
}

const syntaxError = (message: string) => queryError(message, 'ERR_SYNTAX');

/** The text files of a folder and of those below it. */
async function* textsBelow(
	bare: BareRepository,
	folder: GitObject,
	path = '',
): AsyncGenerator<{ readonly name: string; readonly text: string }> {
	for (const { id, name, mode } of entriesOf(objectSource(bare, folder))) {
		if (mode === types.link || mode === types.submodule) continue;
		const object = await bare.object(id);
		if (!object) continue;
		if (mode === types.folder) yield* textsBelow(bare, object, `${path}${name}/`);
		else if (!object.content.includes(0)) yield { name: path + name, text: object.content.toString() };
	}
}

const linesOf = (text: string, terms: readonly Term[]): readonly Line[] =>
	text
		.split('\n')
		.map((line, index) => lineOf(line, index + 1, terms))
		.filter(({ fragments }) => fragments.length > 0);

const lineOf = (line: string, lineNo: number, terms: readonly Term[]): Line => ({
	line,
	lineNo,
	fragments: terms
		.flatMap(({ pattern }) => [...line.matchAll(pattern)])
		.filter(({ 0: match }) => match !== '')
		.map(({ 0: match, index }) => ({
			lineOffset: Buffer.byteLength(line.slice(0, index)),
			length: Buffer.byteLength(match),
		}))
		.sort((a, b) => a.lineOffset - b.lineOffset),
});

const matchesIn = (files: readonly File[]): number =>
	files.flatMap(({ lines }) => lines).reduce((sum, { fragments }) => sum + fragments.length, 0);

/** The first files with as many lines as the limit of matches allows. */
function cut(files: readonly File[]): readonly File[] {
	let left = limits.matches;
	return files
		.slice(0, limits.files)
		.map(({ name, lines }) => ({
			name,
			lines: lines.filter(({ fragments }) => {
				left -= fragments.length;
				return left >= 0;
			}),
		}))
		.filter(({ lines }) => lines.length > 0);
}

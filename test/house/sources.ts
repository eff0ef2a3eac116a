import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../tools/places.ts';
import { type Token, tokens } from './tokens.ts';

/** One import. Relative targets are paths from the repository's root; the others are as written. */
interface Import {
	readonly target: string;
	/** Absent at run time. */
	readonly isType: boolean;
	/** Loaded on demand, by `import()`. */
	readonly isLazy: boolean;
}

/** One file of the product. */
export interface Source {
	readonly path: string;
	readonly text: string;
	readonly imports: readonly Import[];
	/** The quoted strings that are not imports. */
	readonly strings: readonly string[];
	/** The names in its code. */
	readonly words: ReadonlySet<string>;
}

/** Whether the names of an import are all types: `import type …`, or a list of nothing but `type` names. */
function isTypeOnly(names: readonly Token[]): boolean {
	const [first, second] = names;
	if (first?.text === 'type' && second !== undefined && ![',', 'from'].includes(second.text)) return true;
	if (first?.text !== '{') return false;
	const starts = names.filter((_, index) => index > 0 && ['{', ','].includes(names[index - 1]?.text ?? ''));
	const named = starts.filter(({ kind }) => kind === 'word');
	return named.length > 0 && named.every(({ text }) => text === 'type');
}

export function source(path: string, text: string): Source {
	const all = tokens(text);
	const imports: Import[] = [];
	const strings: string[] = [];
	const add = (written: string, isType: boolean, isLazy = false) => {
		const target = written.startsWith('.') ? posix.join(posix.dirname(path), written) : written;
		imports.push({ target, isType, isLazy });
	};
	/** The index of the last `import` or `export`, while it may still name a file. */
	let open: number | undefined;
	for (const [index, token] of all.entries()) {
		const before = all[index - 1];
		if (token.kind === 'word' && ['import', 'export'].includes(token.text) && before?.text !== '.')
			open = index;
		else if (token.text === ';' && token.kind === 'mark') open = undefined;
		if (token.kind !== 'string') continue;
		const called = before?.text === '(' ? all[index - 2]?.text : undefined;
		if (called === 'import' || called === 'require') add(token.text, false, true);
		else if (open !== undefined && before?.text === 'from')
			add(token.text, isTypeOnly(all.slice(open + 1, index)));
		else if (before?.text === 'import') add(token.text, false);
		else strings.push(token.text);
		open = undefined;
	}
	const words = new Set(all.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])));
	return { path, text, imports, strings, words };
}

export function productSources(): Source[] {
	return globSync(['src/**/*.ts', 'media/**/*.ts'], { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.sort()
		.map((path) => source(path, readFileSync(join(root, path), 'utf8')));
}

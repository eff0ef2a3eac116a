import type { Source } from './sources.ts';
import { tokens } from './tokens.ts';

/** Functions that take any number of arguments, each often given a whole collection. */
const variadic = new Set([
	'max',
	'min',
	'push',
	'unshift',
	'splice',
	'concat',
	'fromCharCode',
	'fromCodePoint',
]);

/** Calls that fail if a collection is large, because each of its items is an argument. */
export const spreadArgumentProblems = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, text }) => {
		const all = tokens(text);
		return all.flatMap(({ kind, text: name }, index) =>
			kind === 'word' && variadic.has(name) && all[index + 1]?.text === '(' && hasSpread(all, index + 2)
				? [`${path} spreads a collection into ${name}(…). Use a function of src/base/collections.ts.`]
				: [],
		);
	});

/** Whether an argument of the call whose first one begins at `from` is spread. */
function hasSpread(all: ReturnType<typeof tokens>, from: number): boolean {
	let depth = 0;
	for (let index = from; index < all.length; index++) {
		const { kind, text } = all[index] ?? { kind: 'mark', text: ')' };
		if (kind !== 'mark') continue;
		const isDots = text === '.' && all[index + 1]?.text === '.' && all[index + 2]?.text === '.';
		if (depth === 0 && isDots) return true;
		if (['(', '[', '{'].includes(text)) depth++;
		if ([')', ']', '}'].includes(text) && depth-- === 0) return false;
	}
	return false;
}

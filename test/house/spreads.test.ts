import assert from 'node:assert/strict';
import { productSources, type Source, source } from './sources.ts';
import { tokens } from './tokens.ts';

type Tokens = ReturnType<typeof tokens>;

/** Functions that take any number of arguments, each often given a whole collection. */
const variadic = new Set([
	...['max', 'min', 'push', 'unshift', 'splice', 'concat'],
	...['fromCharCode', 'fromCodePoint'],
]);

/** Whether three dots begin at this token. */
const isDots = (all: Tokens, at: number): boolean =>
	[0, 1, 2].every((more) => all[at + more]?.kind === 'mark' && all[at + more]?.text === '.');

/** Calls that fail if a collection is large, because each of its items is an argument. */
const spreadArguments = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, text }) => {
		const all = tokens(text);
		return all.flatMap(({ kind, text: name }, index) =>
			kind === 'word' && variadic.has(name) && all[index + 1]?.text === '(' && hasSpread(all, index + 2)
				? [`${path} spreads a collection into ${name}(…). Use a function of src/base/collections.ts.`]
				: [],
		);
	});

/** Whether an argument of the call whose first one begins at `from` is spread. */
function hasSpread(all: Tokens, from: number): boolean {
	let depth = 0;
	for (let index = from; index < all.length; index++) {
		const { kind, text } = all[index] ?? { kind: 'mark', text: ')' };
		if (kind !== 'mark') continue;
		if (depth === 0 && isDots(all, index)) return true;
		if (['(', '[', '{'].includes(text)) depth++;
		if ([')', ']', '}'].includes(text) && depth-- === 0) return false;
	}
	return false;
}

/** Where a literal is spread into another one, which only saves lines. */
const literalSpreads = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, text }) => {
		const all = tokens(text);
		return all.flatMap(({ text: mark }, index) =>
			isDots(all, index - 3) && (mark === '{' || (mark === '[' && !isCopy(all, index)))
				? [`${path} spreads a literal. Write its properties or items.`]
				: [],
		);
	});

/** Whether an array only copies a collection, as in `...[...set].map(…)`, is more than a literal, or names parameters. */
function isCopy(all: Tokens, start: number): boolean {
	let depth = 0;
	for (let index = start; index < all.length; index += 1) {
		const text = all[index]?.text ?? '';
		if (['(', '[', '{'].includes(text)) depth += 1;
		if ([')', ']', '}'].includes(text)) depth -= 1;
		if (depth === 0) return ['.', '[', '(', '?', ':'].includes(all[index + 1]?.text ?? '');
	}
	return false;
}

describe('What is spread', () => {
	it('is no collection in the arguments of a call, which fails if there are too many', () => {
		assert.deepEqual(spreadArguments(productSources()), []);
	});

	it('is no literal in another one', () => {
		assert.deepEqual(literalSpreads(productSources()), []);
	});

	for (const [code, problems] of [
		['const newest = Math.max(0, ...ids);', 1],
		['const oldest = Math.min(...[...ids].map(({ at }) => at));', 1],
		['list.push(...items);', 1],
		['list.push(one, ...items.map((item) => [item]));', 1],
		['list.push({ ...item });', 0],
		['list.push([...items]);', 0],
		['Math.max(first, second);', 0],
		['const all = [...list, ...items];', 0],
		['const all = { ...{ a, b }, c };', 1],
		["const all = [...['a', 'b'], c];", 1],
		['call(...[a, b], c);', 1],
		['const all = { ...rest, c };', 0],
		['const all = { ...(isBig && { c }) };', 0],
		['const all = [...[...names].sort(), last];', 0],
		['const all = [...[a, b].filter(Boolean)];', 0],
		['const all = [...new Set([a, b])];', 0],
		['function call(...[a, b]: Arguments) {}', 0],
	] as const) {
		it(`is ${problems > 0 ? 'refused' : 'accepted'} in ${code}`, () => {
			const sources = [source('src/a.ts', code)];
			assert.equal([...spreadArguments(sources), ...literalSpreads(sources)].length, problems);
		});
	}
});

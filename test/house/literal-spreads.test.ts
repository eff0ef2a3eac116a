import assert from 'node:assert/strict';
import { productSources, type Source, source } from './sources.ts';
import { tokens } from './tokens.ts';

/** Where a literal is spread into another one, which only saves lines. */
const literalSpreads = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, text }) => {
		const all = tokens(text);
		return all.flatMap(({ text: mark }, index) => {
			const dots = all.slice(Math.max(0, index - 3), index);
			const isSpread = dots.length === 3 && dots.every(({ kind, text }) => kind === 'mark' && text === '.');
			return isSpread && (mark === '{' || (mark === '[' && !isCopy(all, index)))
				? [`${path} spreads a literal. Write its properties or items.`]
				: [];
		});
	});

/** Whether an array only copies a collection, as in `...[...set].map(…)`, is more than a literal, or names parameters. */
function isCopy(all: ReturnType<typeof tokens>, start: number): boolean {
	let depth = 0;
	for (let index = start; index < all.length; index += 1) {
		const text = all[index]?.text ?? '';
		if (['(', '[', '{'].includes(text)) depth += 1;
		if ([')', ']', '}'].includes(text)) depth -= 1;
		if (depth === 0) return ['.', '[', '(', '?', ':'].includes(all[index + 1]?.text ?? '');
	}
	return false;
}

describe('A literal', () => {
	it('is never spread into another one', () => {
		assert.deepEqual(literalSpreads(productSources()), []);
	});

	for (const [code, isRefused] of [
		['const all = { ...{ a, b }, c };', true],
		["const all = [...['a', 'b'], c];", true],
		['call(...[a, b], c);', true],
		['const all = { ...rest, c };', false],
		['const all = { ...(isBig && { c }) };', false],
		['const all = [...[...names].sort(), last];', false],
		['const all = [...[a, b].filter(Boolean)];', false],
		['const all = [...new Set([a, b])];', false],
		['function call(...[a, b]: Arguments) {}', false],
	] as const) {
		it(`is ${isRefused ? 'refused' : 'accepted'} in ${code}`, () => {
			assert.equal(literalSpreads([source('src/a.ts', code)]).length, isRefused ? 1 : 0);
		});
	}
});

import assert from 'node:assert/strict';
import { productSources } from './sources.ts';
import { tokens } from './tokens.ts';

/** The uses of the platform's clocks and timers. */
function clockUses(code: string): readonly string[] {
	const words = tokens(code)
		.map(({ text }) => text)
		.join(' ');
	const uses =
		/\b(?:Date|performance) \. now\b|\bnew Date \( \)|\bAbortSignal \. timeout\b|(?<!\. )\bset(?:Timeout|Interval)\b|\bnode:timers\b/g;
	return words.match(uses) ?? [];
}

describe('Time', () => {
	it('comes only from src/base/clock.ts, so that each test can stop it', () => {
		const found = productSources()
			.filter(({ path }) => path !== 'src/base/clock.ts' && !/^(?:src\/sandbox|media)\//.test(path))
			.flatMap(({ path, text }) => clockUses(text).map((use) => `${path}: ${use}`));
		assert.deepEqual(found, [], 'Use a function of src/base/clock.ts, or a timer of a Lifetime.');
	});

	it('is no option: a test stops the clock in place of passing another one', () => {
		const found = productSources()
			.filter(
				({ path, text }) => !/^src\/sandbox\//.test(path) && /\bnow\??: \(\) =>|= timeOfDay(?!\()/.test(text),
			)
			.map(({ path }) => path);
		assert.deepEqual(found, []);
	});

	for (const [code, found] of [
		['const at = Date.now();', 1],
		['constructor(now = Date.now) {}', 1],
		['const date = new Date();', 1],
		['const begun = performance.now();', 1],
		['const signal = AbortSignal.timeout(ms);', 1],
		['const timer = setTimeout(run, ms);', 1],
		['setInterval(run, ms);', 1],
		["import { setTimeout } from 'node:timers/promises';", 2],
		['server.setTimeout(ms); const date = new Date(at); const signal = AbortSignal.any([one]);', 0],
	] as const)
		it(`is ${found > 0 ? 'found' : 'not found'} in ${code}`, () => {
			assert.equal(clockUses(code).length, found);
		});
});

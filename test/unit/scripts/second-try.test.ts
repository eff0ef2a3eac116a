import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../../tools/places.ts';
import { runFileOf, withSecondTry } from '../../tools/second-try.ts';
import { broken, noTests, type Tally } from '../../tools/tally.ts';

const failure = (test: string, more: object = {}) => ({ test, reason: 'No.', ...more });

/** Runs with these results in turn. Returns the last result, and what each run was asked for. */
async function runs(...tallies: readonly Partial<Tally>[]) {
	const asked: (readonly string[] | undefined)[] = [];
	const result = await withSecondTry(async (only) => {
		asked.push(only);
		return { ...noTests, ...tallies[asked.length - 1] };
	});
	return { result, asked };
}

const names = (failures: Tally['failed']) => failures.map(({ test }) => test);

describe('A second try', () => {
	it('is not made if all tests passed', async () => {
		const { asked } = await runs({ passed: 2 });
		assert.equal(asked.length, 1);
	});

	it('runs the failed tests, and reports those that pass as flaky', async () => {
		const { result, asked } = await runs(
			{ passed: 3, failed: [failure('a'), failure('b')] },
			{ passed: 1, failed: [failure('b')] },
		);
		assert.deepEqual(asked, [undefined, ['a', 'b']]);
		assert.deepEqual([result.passed, names(result.failed), names(result.flaky)], [4, ['b'], ['a']]);
	});

	it('does not report a test as flaky that did not run at first because a hook failed', async () => {
		const { result } = await runs(
			{ failed: [failure('a'), failure('b', { wasNotRun: true })] },
			{ passed: 2 },
		);
		assert.deepEqual([result.passed, names(result.flaky)], [2, ['a']]);
	});

	for (const [what, second] of [
		['runs too few tests', { passed: 1 }],
		['breaks', broken('the file', 'It ended.')],
	] as const) {
		it(`keeps the first failures if it ${what}`, async () => {
			const { result } = await runs({ failed: [failure('a'), failure('b')] }, second);
			assert.deepEqual(names(result.failed).slice(0, 2), ['a', 'b']);
			assert.deepEqual(result.flaky, []);
		});
	}

	it('runs all tests if the run as a whole failed', async () => {
		const { result, asked } = await runs({ failed: [failure('x', { isOfRun: true })] }, { passed: 5 });
		assert.deepEqual([asked[1], result.passed, names(result.flaky)], [undefined, 5, ['x']]);
	});
});

describe('A test file that shares its name and titles with another one', () => {
	const run = (only: readonly string[] | undefined, folder = 'tickets') =>
		runFileOf(join(root, `test/unit/${folder}/index.test.ts`), only, async (titles) => ({
			...noTests,
			failed: (titles ?? ['opens', 'closes']).map((title) => failure(title)),
		}));

	it('has the failures of its own tests, and runs no tests of the other in a second try', async () => {
		const { failed } = await run(undefined);
		assert.deepEqual(names(failed), [
			'unit/tickets/index.test.ts: opens',
			'unit/tickets/index.test.ts: closes',
		]);
		const again = names(failed).slice(0, 1);
		assert.deepEqual(names((await run(again)).failed), again);
		assert.deepEqual(await run(again, 'patches'), noTests);
	});
});

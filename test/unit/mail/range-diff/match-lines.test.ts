import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchLines } from '../../../../src/mail/range-diff/match-lines.ts';
import { Random } from '../../../kit/mails/random.ts';

const matched = (old: readonly number[], current: readonly number[], steps = 1e9): readonly number[] => [
	...matchLines(Int32Array.from(old), Int32Array.from(current), { steps }),
];

/** The length of the longest common subsequence, by the table of all prefixes. */
function longestCommon(old: readonly number[], current: readonly number[]): number {
	let row = new Array<number>(current.length + 1).fill(0);
	for (const line of old) {
		const next = [0];
		for (const [index, other] of current.entries()) {
			next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

/** Fails unless each match is of equal lines, and matches do not cross. */
function checkMatching(
	old: readonly number[],
	current: readonly number[],
	matching: readonly number[],
): number {
	assert.equal(matching.length, old.length);
	let last = -1;
	let count = 0;
	for (const [index, found] of matching.entries()) {
		if (found === -1) continue;
		assert.ok(found > last, 'matches cross');
		assert.equal(current[found], old[index]);
		last = found;
		count++;
	}
	return count;
}

const lines = (kinds: number, maxLength: number) => fc.array(fc.nat(kinds), { maxLength });

describe('Matching lines', () => {
	for (const [what, kinds] of [
		['few', 2],
		['some', 6],
		['many', 40],
	] as const) {
		it(`finds as many as possible among ${what} kinds of lines`, () => {
			fc.assert(
				fc.property(lines(kinds, 40), lines(kinds, 40), (old, current) => {
					assert.equal(checkMatching(old, current, matched(old, current)), longestCommon(old, current));
				}),
				{ numRuns: 1500 },
			);
		});
	}

	it('finds as many as possible if one side is much longer', () => {
		fc.assert(
			fc.property(lines(3, 8), lines(3, 120), (short, long) => {
				assert.equal(checkMatching(short, long, matched(short, long)), longestCommon(short, long));
				assert.equal(checkMatching(long, short, matched(long, short)), longestCommon(short, long));
			}),
			{ numRuns: 500 },
		);
	});

	it('matches only equal lines in the same order, however few steps are allowed', () => {
		fc.assert(
			fc.property(lines(4, 60), lines(4, 60), fc.nat(500), (old, current, steps) => {
				checkMatching(old, current, matched(old, current, steps));
			}),
		);
	});

	it('matches the first and last lines even if no step is allowed', () => {
		assert.deepEqual(matched([1, 2, 3, 4], [1, 3, 2, 4], 0), [0, -1, -1, 3]);
	});

	it('takes steps that grow with the length, not its square, if nearly all lines differ in order', () => {
		const steps = (length: number) => {
			const random = new Random(length);
			const side = () => Int32Array.from({ length }, () => random.below(length / 4));
			const [old, current] = [side(), side()];
			const budget = { steps: 1e9 };
			checkMatching([...old], [...current], [...matchLines(old, current, budget)]);
			return 1e9 - budget.steps;
		};
		const [short, long] = [steps(4000), steps(16_000)];
		assert.ok(long < short * 6, `${short} steps for 4,000 lines, ${long} for 16,000`);
		assert.ok(long < 16_000 * 1000, `${long} steps`);
	});

	// Beyond the limits, the matching may be shorter, but not much. Measured figures show each change of the search.
	for (const [length, kinds, steps, found, stepsTaken] of [
		[1200, 300, 1e9, 144, 873_091],
		[1500, 40, 1e9, 436, 918_411],
		[1500, 40, 30_000, 5, 30_192],
		[700, 5000, 1e9, 24, 24_068],
	] as const) {
		it(`finds ${found} of ${length} lines of ${kinds} kinds in ${stepsTaken} steps of ${steps}`, () => {
			const random = new Random(length);
			const side = (extra: number) => Array.from({ length: length + extra }, () => random.below(kinds));
			const [before, after] = [
				[-1, -2, -3],
				[-4, -5],
			];
			const [old, current] = [
				[...before, ...side(0), ...after],
				[...before, ...side(length / 3), ...after],
			];
			const budget = { steps };
			const matching = [...matchLines(Int32Array.from(old), Int32Array.from(current), budget)];
			assert.deepEqual([checkMatching(old, current, matching), steps - budget.steps], [found, stepsTaken]);
			const other = [...matchLines(Int32Array.from(current), Int32Array.from(old), { steps })];
			checkMatching(current, old, other);
		});
	}

	it('still finds most of a long text in which many lines have changed', () => {
		const random = new Random(1);
		const old = Array.from({ length: 20_000 }, (_, index) => index % 7000);
		const current = old.flatMap((line) =>
			random.chance(5) ? [] : random.chance(5) ? [line, 9000 + random.below(50)] : [line],
		);
		const count = checkMatching(old, current, matched(old, current));
		const kept = current.filter((line) => line < 7000).length;
		assert.ok(count > kept * 0.95, `${count} of ${kept}`);
	});
});

import assert from 'node:assert/strict';
import { pairPatches } from '../../../../src/mail/range-diff/pair-patches.ts';
import { patchWithLines } from '../../../kit/mails/patches.ts';

/** The pairs, and how often the caller could have paused. */
function paired(
	...versions: readonly [old: readonly (readonly string[])[], current: readonly (readonly string[])[]]
) {
	const [old, current] = versions.map((lists) => lists.map((lines, nth) => patchWithLines(`${nth}`, lines)));
	const steps = pairPatches(old ?? [], current ?? []);
	let count = 0;
	let step = steps.next();
	for (; !step.done; step = steps.next()) count++;
	return { pairs: step.value, count };
}

const lines = (name: string, count = 10) => Array.from({ length: count }, (_, nth) => `+${name} ${nth}`);

describe('Pairing patches', () => {
	it('compares each two patches briefly, and only those that have enough lines in common at length', () => {
		const old = [lines('a'), lines('b'), lines('c')];
		const unrelated = [lines('x'), lines('y'), lines('z')];
		assert.deepEqual(paired(old, unrelated), { pairs: [], count: 9 });
		const related = [lines('x'), [...lines('b'), '+more'], lines('z')];
		assert.deepEqual(paired(old, related), { pairs: [{ old: 1, new: 1 }], count: 10 });
	});

	it('compares patches at length only if they may be similar enough', () => {
		const sharing = (count: number) => [...lines('a', count), ...lines('x', 10 - count)];
		assert.deepEqual(paired([lines('a')], [sharing(3)]), { pairs: [], count: 1 });
		assert.deepEqual(paired([lines('a')], [sharing(4)]), { pairs: [], count: 2 });
		assert.deepEqual(paired([lines('a')], [sharing(8)]), { pairs: [{ old: 0, new: 0 }], count: 2 });
	});

	it('pairs patches whose difference is as long as the limit if their titles are equal', () => {
		const [old, current] = [
			['+a', '+b', '+c', '+d', '+x'],
			['+a', '+b', '+c', '+d', '+y'],
		];
		assert.deepEqual(paired([old], [current]).pairs, [{ old: 0, new: 0 }]);
		assert.deepEqual(paired([lines('z'), old], [current]).pairs, []);
	});

	it('skips patches of very different lengths', () => {
		assert.deepEqual(paired([lines('a', 100)], [lines('a', 5)]), { pairs: [], count: 0 });
	});

	it('does not compare patches with equal diffs', () => {
		assert.deepEqual(paired([lines('a'), lines('b')], [lines('b'), lines('a')]), {
			pairs: [
				{ old: 1, new: 0 },
				{ old: 0, new: 1 },
			],
			count: 0,
		});
	});
});

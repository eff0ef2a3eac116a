import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bestAssignment, type Edge, greedyAssignment } from '../../../../src/mail/range-diff/assignment.ts';

const gainOf = (edges: readonly Edge[]) => edges.reduce((sum, { gain }) => sum + gain, 0);

/** The largest gain, by trying everything. */
function largestGain(edges: readonly Edge[]): number {
	const [first, ...rest] = edges;
	if (!first) return 0;
	const others = rest.filter(({ row, column }) => row !== first.row && column !== first.column);
	return Math.max(largestGain(rest), first.gain + largestGain(others));
}

function checkEdges(chosen: readonly Edge[], edges: readonly Edge[]): void {
	assert.equal(new Set(chosen.map(({ row }) => row)).size, chosen.length, 'a row is used twice');
	assert.equal(new Set(chosen.map(({ column }) => column)).size, chosen.length, 'a column is used twice');
	for (const edge of chosen) assert.ok(edges.includes(edge));
}

const anyEdges = (most: number, maxLength: number) =>
	fc.uniqueArray(
		fc.record({ row: fc.nat(most), column: fc.nat(most), gain: fc.integer({ min: 1, max: 9 }) }),
		{
			maxLength,
			selector: ({ row, column }) => `${row} ${column}`,
		},
	);

describe('An assignment', () => {
	it('has the largest gain of all', () => {
		fc.assert(
			fc.property(anyEdges(5, 14), (edges) => {
				const chosen = bestAssignment(edges);
				checkEdges(chosen, edges);
				assert.equal(gainOf(chosen), largestGain(edges));
			}),
			{ numRuns: 1000 },
		);
	});

	it('of edges that are equally good follows their order', () => {
		const edges = [2, 0, 1].flatMap((column) => [1, 2, 0].map((row) => ({ row, column, gain: 1 })));
		const chosen = bestAssignment(edges).map(({ row, column }) => `${row}-${column}`);
		assert.deepEqual(chosen, ['0-0', '1-1', '2-2']);
	});

	it('of too many rows takes the best edges first', () => {
		const size = 800;
		const edges = Array.from({ length: size }, (_, row) => [
			{ row, column: row, gain: 3 },
			{ row, column: (row + 1) % size, gain: 2 },
		]).flat();
		const chosen = bestAssignment(edges);
		checkEdges(chosen, edges);
		assert.equal(gainOf(chosen), 3 * size);
	});

	it('that takes the best edges first takes those of lower rows and columns if others are as good', () => {
		const [one, two, three] = [
			{ row: 0, column: 0, gain: 1 },
			{ row: 0, column: 1, gain: 1 },
			{ row: 1, column: 0, gain: 1 },
		];
		for (const edges of [
			[one, two, three],
			[three, two, one],
		])
			assert.deepEqual(greedyAssignment(edges), [one]);
	});

	it('that takes the best edges first uses no row or column twice', () => {
		fc.assert(
			fc.property(anyEdges(9, 40), (edges) => {
				const chosen = greedyAssignment(edges);
				checkEdges(chosen, edges);
				assert.ok(2 * gainOf(chosen) >= gainOf(bestAssignment(edges)));
			}),
		);
	});
});

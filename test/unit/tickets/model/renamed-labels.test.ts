import assert from 'node:assert/strict';
import type { Label } from '../../../../src/forge/shapes/trackers.ts';
import { independentNames, renamedLabels } from '../../../../src/tickets/model/renamed-labels.ts';

const label = (name: string, id?: number | null): Label => ({
	...{ name, created: '', colors: { background: '', text: '' }, tracker: null },
	...(id !== undefined && { id }),
});

describe('Labels that were renamed', () => {
	for (const [what, before, after, renamed] of [
		[
			'are found by their numbers',
			[label('bug', 1)],
			[label('easy', 2), label('defect', 1)],
			{ bug: 'defect' },
		],
		[
			'are found if one has the earlier name of another',
			[label('bug', 1), label('defect', 2)],
			[label('defect', 1), label('issue', 2)],
			{ bug: 'defect', defect: 'issue' },
		],
		[
			'are found if two have swapped their names',
			[label('a', 1), label('b', 2)],
			[label('a', 2), label('b', 1)],
			{ a: 'b', b: 'a' },
		],
		[
			'are found if one has the name of a label that was deleted',
			[label('a', 1), label('b', 2)],
			[label('b', 1)],
			{ a: 'b' },
		],
		['are not those that are as they were', [label('bug', 1)], [label('bug', 1)], {}],
		['are not those that were deleted', [label('bug', 1)], [label('easy', 2)], {}],
		['are not found without numbers', [label('bug'), label('a', null)], [label('b'), label('c', null)], {}],
		['are not followed if a new label has the name', [label('a', 1)], [label('b', 1), label('a', 2)], {}],
	] as const) {
		it(what, () => {
			assert.deepEqual(Object.fromEntries(renamedLabels(before, after)), renamed);
		});
	}

	it('are independent if their names belong to no other renamed label', () => {
		const names = { bug: 'defect', defect: 'issue', easy: 'simple', a: 'b', b: 'a' };
		const independent = independentNames(new Map(Object.entries(names)));
		assert.deepEqual(Object.fromEntries(independent), { easy: 'simple' });
	});
});

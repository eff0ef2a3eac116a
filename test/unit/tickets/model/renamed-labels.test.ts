import assert from 'node:assert/strict';
import type { Label } from '../../../../src/forge/shapes/trackers.ts';
import { renamedLabels } from '../../../../src/tickets/model/renamed-labels.ts';

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
		['are not those that are as they were', [label('bug', 1)], [label('bug', 1)], {}],
		['are not those that were deleted', [label('bug', 1)], [label('easy', 2)], {}],
		['are not found without numbers', [label('bug'), label('a', null)], [label('b'), label('c', null)], {}],
		['are not followed if another label has the name', [label('a', 1)], [label('b', 1), label('a', 2)], {}],
	] as const) {
		it(what, () => {
			assert.deepEqual(Object.fromEntries(renamedLabels(before, after)), renamed);
		});
	}
});

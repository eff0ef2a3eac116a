import assert from 'node:assert/strict';
import type { Label } from '../../../../../src/forge/shapes/trackers.ts';
import { withLabelIds, withRenamedLabels } from '../../../../../src/tickets/state/changes/rename-label.ts';
import type { TicketOutboxChange } from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';

const label = (name: string, id?: number | null): Label => ({
	...{ name, created: '', colors: { background: '', text: '' }, tracker: null },
	...(id !== undefined && { id }),
});
const base = (...labels: string[]) => ({ status: 'reported', resolution: 'unresolved', labels });
const seen = [label('bug', 1), label('slow', 2), label('easy', 3)];
const now = [label('defect', 1), label('bug', 2), label('easy', 3)];

describe('A change that waits after labels were renamed', () => {
	for (const [what, before, after] of [
		['adds one', { change: { addLabels: ['bug'] } }, { change: { addLabels: ['defect'] } }],
		[
			'removes one',
			{ change: { removeLabels: ['a', 'bug'] } },
			{ change: { removeLabels: ['a', 'defect'] } },
		],
		[
			'was made when the ticket had one',
			{ change: { addLabels: ['easy'] }, base: base('bug') },
			{ change: { addLabels: ['easy'] }, base: base('defect') },
		],
		[
			'creates a ticket with one',
			{ change: {}, creation: { title: 'New', labels: ['bug'] } },
			{ change: {}, creation: { title: 'New', labels: ['defect'] } },
		],
		[
			'adds one and removes another, which has got the earlier name of the first',
			{ change: { addLabels: ['bug'], removeLabels: ['slow'] } },
			{ change: { addLabels: ['defect'], removeLabels: ['bug'] } },
		],
	] satisfies readonly (readonly [string, TicketOutboxChange, TicketOutboxChange])[])
		it(`has the new names, however often they are applied, if it ${what}`, () => {
			const renamed = withRenamedLabels(withLabelIds(before, seen), now);
			const { labelIds: _ids, ...rest } = renamed;
			assert.deepEqual(rest, after);
			assert.equal(withRenamedLabels(renamed, now), renamed);
		});

	it('does not take a label for a deleted one whose name it has got', () => {
		const known = [label('bug', 1), label('defect', 5), label('easy', 3)];
		for (const [before, after] of [
			[
				{ change: { addLabels: ['bug'], removeLabels: ['defect', 'easy'] }, base: base('defect', 'easy') },
				{ change: { addLabels: ['defect'], removeLabels: ['easy'] }, base: base('easy') },
			],
			[
				{ change: { status: 'confirmed', removeLabels: ['defect'] }, base: base('bug', 'defect') },
				{ change: { status: 'confirmed' }, base: base('defect') },
			],
		] satisfies readonly (readonly [TicketOutboxChange, TicketOutboxChange])[]) {
			const renamed = withRenamedLabels(withLabelIds(before, known), [label('defect', 1), label('easy', 3)]);
			const { labelIds, ...rest } = renamed;
			assert.deepEqual(rest, after);
			assert.equal(new Map(labelIds).get('defect'), 1);
		}
	});
});

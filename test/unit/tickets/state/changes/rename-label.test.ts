import assert from 'node:assert/strict';
import { withRenamedLabels } from '../../../../../src/tickets/state/changes/rename-label.ts';
import type { TicketOutboxChange } from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';

const base = { status: 'reported', resolution: 'unresolved', labels: ['bug', 'easy'] } as const;
const names = new Map([
	['bug', 'defect'],
	['slow', 'bug'],
]);

describe('A change that waits after a label was renamed', () => {
	for (const [what, before, after] of [
		['adds it', { change: { addLabels: ['bug'] } }, { change: { addLabels: ['defect'] } }],
		['removes it', { change: { removeLabels: ['a', 'bug'] } }, { change: { removeLabels: ['a', 'defect'] } }],
		[
			'was made when the ticket had it',
			{ change: { status: 'confirmed' }, base: { ...base, labels: [...base.labels] } },
			{ change: { status: 'confirmed' }, base: { ...base, labels: ['defect', 'easy'] } },
		],
		[
			'creates a ticket with it',
			{ change: {}, creation: { title: 'New', labels: ['bug', 'defect'] } },
			{ change: {}, creation: { title: 'New', labels: ['defect'] } },
		],
		[
			'adds one label and removes another, which has got the earlier name of the first',
			{ change: { addLabels: ['bug'], removeLabels: ['slow'] } },
			{ change: { addLabels: ['defect'], removeLabels: ['bug'] } },
		],
	] as const satisfies readonly (readonly [string, TicketOutboxChange, TicketOutboxChange])[])
		it(`has the new name if it ${what}`, () => assert.deepEqual(withRenamedLabels(before, names), after));

	it('is the same if it does not have the label', () => {
		const change = { change: { addLabels: ['easy'] } };
		assert.equal(withRenamedLabels(change, names), change);
	});
});

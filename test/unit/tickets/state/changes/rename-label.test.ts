import assert from 'node:assert/strict';
import type { Label } from '../../../../../src/forge/shapes/trackers.ts';
import { withLabelIds, withRenamedLabels } from '../../../../../src/tickets/state/changes/rename-label.ts';
import type { TicketOutboxChange } from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';

const label = (name: string, id?: number | null): Label => ({
	...{ name, created: '', colors: { background: '', text: '' }, tracker: null },
	...(id !== undefined && { id }),
});
const base = (...labels: string[]) => ({ status: 'reported', resolution: 'unresolved', labels });

describe('A change that waits after labels were renamed', () => {
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

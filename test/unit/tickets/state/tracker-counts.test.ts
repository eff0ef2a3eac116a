import assert from 'node:assert/strict';
import { countsOf } from '../../../../src/tickets/state/tracker-counts.ts';
import { ticket } from '../../../kit/items/query-tickets.ts';

describe('The numbers in the row of a tracker', () => {
	const [open, resolved] = [ticket({ id: 1 }), ticket({ id: 2, status: 'resolved' })];
	const counts = (isComplete: boolean, ...tickets: (typeof open)[]) =>
		countsOf({ tickets: new Map(tickets.map((one) => [one.id, one])), isComplete });

	it('are unknown while no open ticket is known and there may be some', () =>
		assert.deepEqual([counts(false), counts(false, resolved)], [undefined, undefined]));

	it('are those of open tickets, and say whether there may be more', () =>
		assert.deepEqual(
			[counts(true), counts(true, open, resolved), counts(false, open, resolved)],
			[
				{ open: 0, mayBeMore: false },
				{ open: 1, mayBeMore: false },
				{ open: 1, mayBeMore: true },
			],
		));
});

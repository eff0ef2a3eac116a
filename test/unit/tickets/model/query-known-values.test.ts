import assert from 'node:assert/strict';
import { collectFieldValues, labelsByUse } from '../../../../src/tickets/model/query/field-values.ts';
import { ticket, user } from '../../../kit/items/query-tickets.ts';

describe('The known values of a tracker', () => {
	it('have the most used labels first, then those that are used equally often by name', () => {
		const tickets = [['bug', 'undo'], ['bug'], ['undo', 'bug'], ['gone']].map((labels) => ticket({ labels }));
		const labels = ['wish 10', 'undo', 'wish 9', 'bug', 'a'];
		assert.deepEqual(labelsByUse(labels, tickets), ['bug', 'undo', 'a', 'wish 9', 'wish 10']);
		assert.deepEqual(labels[0], 'wish 10', 'the list of the tracker is not changed');
	});

	it('have the people of most tickets first', () => {
		const tickets = ['ana', 'bob', 'bob'].map((name) => ticket({ submitter: user(name) }));
		assert.deepEqual(collectFieldValues(tickets).people.slice(0, 2), ['~bob', '~ana']);
	});

	it('have the most used statuses first, and the most used resolutions of closed tickets', () => {
		const tickets = ['reported', 'confirmed', 'confirmed'].map((status) => ticket({ status }));
		const closed = ['fixed', 'invalid', 'invalid'].map((resolution) =>
			ticket({ status: 'resolved', resolution }),
		);
		const { statuses, resolutions } = collectFieldValues([...tickets, ...closed]);
		assert.deepEqual(statuses, ['resolved', 'confirmed', 'reported']);
		assert.deepEqual(resolutions, ['invalid', 'fixed', 'unresolved']);
	});
});

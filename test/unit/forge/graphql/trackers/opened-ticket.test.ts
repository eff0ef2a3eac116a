import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/opened-ticket.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import { scriptedClient } from '../scripted-client.ts';
import { ticketData } from './scripted-trackers.ts';

const path = { owner: '~ana', tracker: 'garden', ticket: 3 };
const created = { kind: 'Created', type: 'CREATED', user: { kind: 'User', canonical_name: '~ana' } };
const events = {
	results: [{ id: 7, created: '2026-11-20T07:00:00Z', changes: [created] }],
	next: 'c1',
};
const labels = { results: [{ id: 1, name: 'bug', background: '#fff', text: '#000' }], next: null };

describe('A ticket with what its page shows', () => {
	const { open } = scriptedClient(trackerExtraRows, trackerExtraOperations);
	const answer = (more: { readonly labels: unknown; readonly events: unknown }) => ({
		owner: {
			tracker: {
				...{ id: 42, name: 'garden', owner: { canonical_name: '~ana' }, default_access: {} },
				...{ access: { browse: true, triage: false }, labels: more.labels },
				ticket: { ...ticketData(3), events: more.events },
			},
		},
	});

	it('says whether its labels and events are complete', async () => {
		const { client, sent } = await open({ data: answer({ labels, events }) });
		const opened = await client.openTicket(path);
		assert.deepEqual(
			[opened.ticket.id, opened.tracker.name, opened.tracker.access],
			[3, 'garden', ['browse']],
		);
		assert.deepEqual([opened.labels?.next, opened.labels?.rows.map(({ name }) => name)], [null, ['bug']]);
		assert.deepEqual(
			[opened.events?.next, opened.events?.rows.map(({ id, ticket }) => [id, ticket?.id])],
			['c1', [[7, 3]]],
		);
		assert.equal(sent().length, 1);
	});
});

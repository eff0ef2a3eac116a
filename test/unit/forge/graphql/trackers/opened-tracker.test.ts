import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/opened-tracker.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import { scriptedClient } from '../scripted-client.ts';
import { ticketData } from './scripted-trackers.ts';

const path = { owner: '~ana', tracker: 'garden' };
const labels = { results: [{ id: 1, name: 'bug', background: '#fff', text: '#000' }], next: null };
const tickets = { results: [ticketData(7), ticketData(6)], next: 'c1' };

describe('A tracker with its labels and newest tickets', () => {
	const { open } = scriptedClient(trackerExtraRows, trackerExtraOperations);
	const answer = (more: { readonly labels: unknown; readonly tickets: unknown }) => ({
		owner: {
			tracker: {
				...{ id: 42, name: 'garden', owner: { canonical_name: '~ana' }, default_access: {} },
				...{ access: { browse: true, triage: false }, subscription: { id: 1 }, ...more },
			},
		},
	});

	it('says whether its labels and tickets are complete', async () => {
		const { client, sent } = await open({ data: answer({ labels, tickets }) });
		const opened = await client.openTracker(path);
		assert.deepEqual([opened.tracker.name, opened.tracker.access], ['garden', ['browse']]);
		assert.deepEqual([opened.labels?.next, opened.labels?.rows.map(({ name }) => name)], [null, ['bug']]);
		assert.deepEqual([opened.tickets?.next, opened.tickets?.rows.map(({ id }) => id)], ['c1', [7, 6]]);
		assert.equal(opened.isSubscribed, true);
		assert.equal(sent().length, 1);
	});

	it('is there without the parts that failed', async () => {
		const { client } = await open({
			data: answer({ labels: null, tickets: null }),
			errors: ['labels', 'tickets'].map((part) => ({ message: 'oh', path: ['owner', 'tracker', part] })),
		});
		const opened = await client.openTracker(path);
		assert.deepEqual([opened.tracker.name, opened.labels, opened.tickets], ['garden', null, null]);
	});

	it('is there without the tickets if one of them cannot be read, which would seem to be gone', async () => {
		const results = [ticketData(7), { ...ticketData(6), id: null }];
		const { client } = await open({ data: answer({ labels, tickets: { results, next: null } }) });
		const opened = await client.openTracker(path);
		assert.deepEqual([opened.labels?.rows.length, opened.tickets], [1, null]);
	});
});

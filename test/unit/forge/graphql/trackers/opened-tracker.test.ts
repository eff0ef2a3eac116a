import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/opened-tracker.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import { scriptedClient } from '../scripted-client.ts';
import { ticketData } from './scripted-trackers.ts';

const path = { owner: '~ana', tracker: 'garden' };
const labels = { results: [{ id: 1, name: 'bug', background: '#fff', text: '#000' }], next: null };

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

	it('is there without the tickets if one of them cannot be read, which would seem to be gone', async () => {
		const results = [ticketData(7), { ...ticketData(6), id: null }];
		const { client } = await open({ data: answer({ labels, tickets: { results, next: null } }) });
		const opened = await client.openTracker(path);
		assert.deepEqual([opened.labels?.rows.length, opened.tickets], [1, null]);
	});
});

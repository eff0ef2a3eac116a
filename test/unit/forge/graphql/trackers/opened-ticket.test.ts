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

	it('is there without the parts that failed', async () => {
		const paths = [
			['owner', 'tracker', 'labels'],
			['owner', 'tracker', 'ticket', 'events'],
		];
		const { client } = await open({
			data: answer({ labels: null, events: null }),
			errors: paths.map((path) => ({ message: 'oh', path })),
		});
		const opened = await client.openTicket(path);
		assert.deepEqual([opened.ticket.id, opened.labels, opened.events], [3, null, null]);
	});

	it('is there if another ticket mentions it that the user may not see', async () => {
		const inTicket = ['owner', 'tracker', 'ticket'];
		const mention = [...inTicket, 'events', 'results', 3, 'changes', 0, 'from_ticket'];
		const { data } = { data: answer({ labels, events }) };
		const { client, sent } = await open(
			{
				data: { owner: { tracker: { ...data.owner.tracker, ticket: null } } },
				errors: [{ message: 'No such ticket', path: mention }],
			},
			{ data },
		);
		const opened = await client.openTicket(path);
		assert.deepEqual([opened.ticket.id, opened.events?.rows.length], [3, 1]);
		assert.doesNotMatch(sent()[1]?.document ?? '', /from_ticket/);
	});
});

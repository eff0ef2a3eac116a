import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import '../../../../../src/forge/graphql/trackers/operations.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { scriptedTrackers, ticketData } from './scripted-trackers.ts';

describe('An operation on trackers', () => {
	const { open } = scriptedTrackers();

	it('changes or deletes a tracker by the number that its name has now', async () => {
		const tracker = { id: 42, name: 'garden', owner: { canonical_name: '~ana' }, default_access: {} };
		const numberIs = (id: number) => ({ data: { owner: { tracker: { id } } } });
		const { client, sent } = await open(
			{ data: { owner: { tracker } } },
			numberIs(50),
			{ data: { updated: { ...tracker, id: 50 } } },
			numberIs(60),
			{ data: { deleted: { id: 60 } } },
		);
		await client.tracker({ tracker: mine('garden') });
		await client.updateTracker({ tracker: mine('garden') }, { description: 'Plants' });
		await client.deleteTracker({ tracker: mine('garden') });
		assert.deepEqual(sent()[2]?.variables, { id: 50, input: { description: 'Plants' } });
		assert.deepEqual(sent()[4]?.variables, { id: 60 });
		assert.doesNotMatch(sent()[3]?.document ?? '', /user\(/);
	});

	it('reads a ticket whose submitter cannot be shown', async () => {
		const { client, sent } = await open(
			{
				data: { owner: { tracker: { id: 42, ticket: null } } },
				errors: [
					{
						message: 'sql: no rows in result set',
						path: ['owner', 'tracker', 'ticket', 'submitter'],
					},
				],
			},
			{ data: { owner: { tracker: { id: 42, ticket: { ...ticketData(3), submitter: undefined } } } } },
		);
		const ticket = await client.ticket({ owner: '~ana', tracker: 'garden', ticket: 3 });
		assert.deepEqual([ticket.title, ticket.submitter], ['Ticket 3', null]);
		assert.doesNotMatch(sent()[1]?.document ?? '', /submitter/);
	});

	it('reads the other events of a ticket if one of them mentions a ticket that the user may not see', async () => {
		const event = { id: 7, created: 'now', changes: [{ kind: 'Created', type: 'CREATED' }] };
		const { client, sent } = await open(
			{
				data: { owner: { tracker: { id: 42, ticket: null } } },
				errors: [
					{
						message: 'No such ticket',
						path: ['owner', 'tracker', 'ticket', 'events', 'results', 3, 'changes', 0, 'ticket'],
					},
				],
			},
			{ data: { owner: { tracker: { id: 42, ticket: { events: { results: [event], next: null } } } } } },
		);
		const events = await listAll(client.events({ owner: '~ana', tracker: 'garden', ticket: 3 }));
		assert.deepEqual(
			events.map(({ id }) => id),
			[7],
		);
		assert.match(sent()[0]?.document ?? '', /from_ticket: ticket/);
		assert.doesNotMatch(sent()[1]?.document ?? '', /from_ticket/);
	});
});

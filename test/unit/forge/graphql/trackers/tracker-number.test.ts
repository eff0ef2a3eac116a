import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/tracker-number.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { scriptedTrackers, ticketData } from './scripted-trackers.ts';

const numberIs = (id: number) => ({ data: { owner: { tracker: { id } } } });
const created = { data: { created: ticketData(9) } };
const garden = { owner: '~ana', tracker: 'garden' };

describe('The number of a tracker', () => {
	const { open } = scriptedTrackers();

	it('comes from an earlier read, so that a new ticket is one request', async () => {
		const { client, sent } = await open(
			{ data: { owner: { tracker: { id: 42, ticket: ticketData(3) } } } },
			created,
		);
		await client.ticket({ ...garden, ticket: 3 });
		await client.createTicket(garden, { title: 'New' });
		assert.deepEqual(sent()[1]?.variables, { tracker: 42, input: { subject: 'New' } });
	});

	it('of one owner is not used for another', async () => {
		const { client, sent } = await open(numberIs(42), created, numberIs(43), created);
		await client.createTicket(garden, { title: 'New' });
		await client.createTicket({ ...garden, owner: '~ben' }, { title: 'New' });
		assert.deepEqual([sent()[1]?.variables.tracker, sent()[3]?.variables.tracker], [42, 43]);
	});

	it('is looked up just before the tracker is changed or deleted, even if a read has shown it', async () => {
		const tracker = { id: 42, name: 'garden', owner: { canonical_name: '~ana' }, default_access: {} };
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
});

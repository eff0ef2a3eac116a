import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { people } from '../../../../kit/forge/graphql-area.ts';
import { refusal, trackerArea } from './tracker-area.ts';

describe('What only GraphQL can do with trackers', () => {
	const openArea = trackerArea();

	/** A tracker with two tickets. */
	async function open() {
		const { clientOf, trackers, tracker } = await openArea();
		for (const title of ['First', 'Second']) trackers.tickets.open(tracker, people.owner, { title });
		return { client: clientOf('owner'), clientOf, trackers, tracker };
	}
	const place = { owner: '~owner', tracker: 'editor' };
	const first = { ...place, ticket: 1 };
	const titles = ({ tickets }: { readonly tickets: readonly { readonly title: string }[] }) =>
		tickets.map(({ title }) => title);

	it('includes deleting a ticket', async () => {
		const { client, tracker } = await open();
		await client.deleteTicket(first);
		assert.deepEqual(titles(tracker), ['Second']);
		assert.equal((await refusal(client.deleteTicket(first))).kind, 'missing');
	});

	it('deletes the ticket of the tracker that has the name now', async () => {
		const { client, trackers, tracker } = await open();
		await client.editTicket(first, { title: 'Old' });
		trackers.update(tracker, { name: 'old-editor' });
		const other = trackers.create('owner', { name: 'editor' });
		trackers.tickets.open(other, people.owner, { title: 'New' });
		await client.deleteTicket(first);
		assert.deepEqual([titles(tracker), titles(other)], [['Old', 'Second'], []]);
	});

	it('deletes no ticket for a user who may not', async () => {
		const { clientOf, tracker } = await open();
		assert.equal((await refusal(clientOf('third').deleteTicket(first))).kind, 'forbidden');
		assert.deepEqual(titles(tracker), ['First', 'Second']);
	});

	it('includes subscribing to a ticket, and a read that says whether the user is', async () => {
		const { client, clientOf } = await open();
		const isSubscribed = async (who = client) => (await who.ticketWithSubscription(first)).isSubscribed;
		const { isSubscribed: before, title, submitter } = await client.ticketWithSubscription(first);
		assert.deepEqual(
			[before, title, submitter?.type === 'user' && submitter.name],
			[false, 'First', 'owner'],
		);
		await client.subscribeToTicket(first);
		await client.subscribeToTicket(first);
		assert.deepEqual([await isSubscribed(), await isSubscribed(clientOf('third'))], [true, false]);
		await client.unsubscribeFromTicket(first);
		assert.equal(await isSubscribed(), false);
	});

	it('includes reading a ticket with a token that may not read subscriptions', async () => {
		const { clientOf } = await open();
		const client = clientOf('owner', 'todo.sr.ht/TICKETS:RO todo.sr.ht/TRACKERS:RO todo.sr.ht/PROFILE:RO');
		const { title, isSubscribed } = await client.ticketWithSubscription(first);
		assert.deepEqual([title, isSubscribed], ['First', null]);
		const { kind, scopes } = await refusal(client.unsubscribeFromTicket(first));
		assert.deepEqual([kind, scopes.includes('todo.sr.ht/SUBSCRIPTIONS:RW')], ['forbidden', true]);
	});

	it('includes subscribing to a tracker, which keeps subscriptions to its tickets', async () => {
		const { client, trackers, tracker } = await open();
		await client.subscribeToTicket(first);
		await client.subscribeToTracker(place);
		assert.ok(trackers.subscriptions.find('owner', tracker));
		await client.unsubscribeFromTracker(place);
		assert.equal(trackers.subscriptions.find('owner', tracker), undefined);
		assert.equal((await client.ticketWithSubscription(first)).isSubscribed, true);
	});

	it('counts as done if a user unsubscribes who is not subscribed, but not from what is missing', async () => {
		const { client } = await open();
		await client.unsubscribeFromTicket(first);
		await client.unsubscribeFromTracker(place);
		const missing = [
			await refusal(client.unsubscribeFromTicket({ ...first, ticket: 9 })),
			await refusal(client.unsubscribeFromTracker({ ...place, tracker: 'none' })),
		];
		assert.deepEqual(
			missing.map(({ kind }) => kind),
			['missing', 'missing'],
		);
	});
});

import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/assignee-changes.ts';
import { people } from '../../../../kit/forge/graphql-area.ts';
import { refusal, trackerArea } from './tracker-area.ts';

describe('What only GraphQL can change of a ticket', () => {
	const openArea = trackerArea();

	/** A ticket of owner, who has used the trackers, as have those who commented on it. */
	async function open(...commenters: readonly ('other' | 'third')[]) {
		const { clientOf, trackers, tracker } = await openArea('user-unknown-to-service');
		const { tickets } = trackers;
		const ticket = tickets.open(tracker, people.owner, { title: 'Old title', description: 'Old text' });
		for (const name of commenters) tickets.update(ticket, people[name], { comment: 'Hi.' });
		const client = clientOf('owner');
		const edit = async (change: Parameters<typeof client.editTicket>[1]) => {
			const { ticket: after, events } = await client.editTicket(
				{ owner: '~owner', tracker: 'editor', ticket: 1 },
				change,
			);
			const { title, description, labels, status, assignees } = after;
			return {
				...{ title, description, labels, status },
				assignees: assignees.map((who) => who.canonical_name),
				events: events.map(({ event_type, user }) => [...event_type, user?.type === 'user' && user.name]),
			};
		};
		return { edit, clientOf, trackers, tracker, ticket };
	}

	it('are its assignees, of whom only those change that differ', async () => {
		const { edit } = await open('other', 'third');
		assert.deepEqual((await edit({ assign: ['~owner', '~other', '~owner'] })).assignees, [
			'~owner',
			'~other',
		]);
		const change = { assign: ['~other', '~third'], unassign: ['~owner'] };
		const { assignees, events } = await edit(change);
		assert.deepEqual(assignees, ['~other', '~third']);
		assert.deepEqual(events.sort(), [
			['assigned_user', 'third'],
			['unassigned_user', 'owner'],
		]);
		assert.deepEqual((await edit(change)).events, []);
		assert.deepEqual((await edit({ unassign: ['~other'] })).assignees, ['~third']);
	});

	it('are its title and its description, which change together with the rest and have no event', async () => {
		const { edit } = await open();
		const changed = await edit({ title: 'New title', status: 'confirmed', assign: ['~owner'] });
		assert.deepEqual(changed, {
			...{ title: 'New title', description: 'Old text', labels: [], status: 'confirmed' },
			assignees: ['~owner'],
			events: [
				['status_change', 'owner'],
				['assigned_user', 'owner'],
			],
		});
		assert.equal((await edit({ description: 'New text' })).description, 'New text');
		assert.deepEqual((await edit({ description: '' })).description, '');
	});

	it('are the assignees in the tracker that has the name now, although its former tracker still exists', async () => {
		const { edit, trackers, tracker, ticket } = await open();
		await edit({ title: 'It was slow' });
		trackers.update(tracker, { name: 'old-editor' });
		const other = trackers.create('owner', { name: 'editor' });
		const inOther = trackers.tickets.open(other, people.owner, { title: 'It is fast' });
		await edit({ assign: ['~owner'] });
		assert.deepEqual([ticket.assignees, inOther.assignees], [[], ['owner']]);
	});

	it('is not changed at all if a user to assign has never used the trackers', async () => {
		const { edit, ticket } = await open('other');
		const error = await refusal(edit({ title: 'New title', assign: ['~other', '~third'] }));
		assert.deepEqual([error.kind, error.mayBeDone], ['refused', false]);
		assert.match(error.message, /^~third has never used the trackers of this forge/);
		assert.deepEqual([ticket.title, ticket.assignees], ['Old title', []]);
	});

	it('is refused to a user who may not triage the ticket', async () => {
		const { clientOf } = await open('third');
		const place = { owner: '~owner', tracker: 'editor', ticket: 1 };
		const error = await refusal(clientOf('third').editTicket(place, { assign: ['~third'] }));
		assert.equal(error.kind, 'forbidden');
	});
});

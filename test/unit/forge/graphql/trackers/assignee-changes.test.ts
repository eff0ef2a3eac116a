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

	it('is not changed at all if a user to assign has never used the trackers', async () => {
		const { edit, ticket } = await open('other');
		const error = await refusal(edit({ title: 'New title', assign: ['~other', '~third'] }));
		assert.deepEqual([error.kind, error.mayBeDone], ['refused', false]);
		assert.match(error.message, /^~third has never used the trackers of this forge/);
		assert.deepEqual([ticket.title, ticket.assignees], ['Old title', []]);
	});
});

import assert from 'node:assert/strict';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { type Grouping, groupings } from '../../../../src/tickets/model/grouping.ts';
import { groupTickets } from '../../../../src/tickets/view/ticket-groups.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';

const made = (id: number, other: Partial<Ticket> = {}): Ticket => ({
	...ticket,
	...{ id, status: 'reported', labels: [], assignees: [] },
	...other,
});
const user = (name: string) => ({ canonical_name: `~${name}`, name });

const groups = (tickets: readonly Ticket[], grouping: Grouping) =>
	groupTickets(tickets, grouping, ({ status }) => status).map(({ name, appearance, members }) => [
		name,
		appearance.icon,
		...members.map(({ id }) => id),
	]);

describe('The groups of tickets', () => {
	it('do not exist unless the user wants them', () => {
		assert.deepEqual(groups([made(1)], 'none'), []);
	});

	it('exist in every other way, also for a ticket without labels and assignees', () => {
		for (const grouping of groupings.filter((one) => one !== 'none'))
			assert.equal(groups([made(1)], grouping).length, 1, grouping);
	});

	it('run from new to resolved by status, whatever the resolutions, and unknown statuses are last', () => {
		const tickets = [
			made(1, { status: 'on_hold' }),
			made(2, { status: 'resolved', resolution: 'wont_fix' }),
			made(3, { status: 'pending' }),
			made(4, { status: 'resolved', resolution: 'fixed' }),
			made(5),
		];
		assert.deepEqual(groups(tickets, 'status'), [
			['Reported', 'issues', 5],
			['Pending', 'clock', 3],
			['Resolved', 'pass', 2, 4],
			['On hold', 'question', 1],
		]);
		const [, , resolved] = groupTickets(tickets, 'status', ({ status }) => status);
		assert.equal(resolved?.appearance.color, 'tildeforge.ticketResolved');
	});

	it('have the status that they are asked for', () => {
		const [group] = groupTickets([made(1)], 'status', () => 'confirmed');
		assert.equal(group?.name, 'Confirmed');
	});

	it('are in the order of their numbers and letters by label, with unlabeled tickets last', () => {
		const tickets = [made(1, { labels: ['v10', 'bug'] }), made(2), made(3, { labels: ['v9'] })];
		assert.deepEqual(groups(tickets, 'label'), [
			['bug', 'tag', 1],
			['v9', 'tag', 3],
			['v10', 'tag', 1],
			['No label', 'circle-large-outline', 2],
		]);
		assert.deepEqual(groups([made(1, { labels: ['bug'] })], 'label'), [['bug', 'tag', 1]]);
	});

	it('are in alphabetical order by assignee, with unassigned tickets last', () => {
		const tickets = [
			made(1),
			made(2, { assignees: [user('carol'), user('ana')] }),
			made(3, { assignees: [user('ana')] }),
		];
		assert.deepEqual(groups(tickets, 'assignee'), [
			['~ana', 'account', 2, 3],
			['~carol', 'account', 2],
			['Unassigned', 'circle-large-outline', 1],
		]);
		assert.deepEqual(groups(tickets.slice(1), 'assignee').length, 2);
	});

	it('appearance at each ticket once, however many assignees there are', () => {
		let reads = 0;
		const tickets = Array.from({ length: 500 }, (_, nth) => ({
			...made(nth),
			get assignees() {
				reads++;
				return [user(`user${nth}`), user(`user${nth}`)];
			},
		}));
		reads = 0;
		const found = groups(tickets, 'assignee');
		assert.deepEqual([found.length, found[7], reads], [500, ['~user7', 'account', 7], 500]);
	});
});

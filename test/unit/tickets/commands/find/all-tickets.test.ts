import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { ProjectItems } from '../../../../../src/platform/model/project-items.ts';
import { AllTickets } from '../../../../../src/tickets/commands/find/all-tickets.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { bob, key, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { projectItems } from '../../../../kit/items/project-items.ts';
import { until } from '../../../../tools/until.ts';

const ofAna = { ...key, account: 'ana' };

describe('All known tickets', () => {
	const { forge: start, folder, ending } = stage();

	async function open(name: 'ana' | 'bob' = 'ana', project?: ProjectItems) {
		const forge = await start();
		forge.fill(2);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn(name);
		const user = new Lifetime();
		ending(() => user.dispose());
		const known = new AllTickets(tickets, user, project);
		const numbers = () => known.index.tickets.map(({ id }) => id).toSorted();
		return { ...forge, tickets, user, known, numbers };
	}

	it('are those of all trackers, which are read from the forge if they are unknown', async () => {
		const { known, numbers, fill } = await open();
		fill(1, 'tools');
		let changes = 0;
		await known.open(() => changes++);
		await until(() => known.index.tickets.length === 3);
		assert.deepEqual(numbers(), [1, 1, 2]);
		assert.ok(changes > 0);
		assert.equal(known.index.has({ ...ofAna, ticket: 2 }), true);
		assert.equal(known.index.has({ ...ofAna, ticket: 3 }), false);
		assert.equal(known.index.has({ ...ofAna, account: 'bob', ticket: 2 }), false);
		assert.equal(known.index.has({ ...ofAna, tracker: 'other', ticket: 2 }), false);
	});

	it('are also those of the trackers of the workspace, which are neither own nor pinned', async () => {
		const { items } = projectItems('~ana/editor', 'other.test ~ana/x');
		const { known, numbers } = await open('bob', items);
		await known.open(() => {});
		await until(() => known.index.tickets.length === 2);
		assert.deepEqual(numbers(), [1, 2]);
		assert.deepEqual(
			known.accounts.map(({ account, trackers }) => [account, trackers]),
			[['bob', [{ account: 'bob', owner: '~ana', tracker: 'editor' }]]],
		);
	});

	it('have the comments that the user has read, at the end of their descriptions', async () => {
		const { known, tickets, user, tracker, trackers } = await open();
		const [first = assert.fail()] = tracker.tickets;
		trackers.tickets.update(first, bob, { comment: 'The caret jumps.' });
		const cache = tickets.trackerCache({ ...ofAna, ticket: 1 }, user) ?? assert.fail();
		await cache.readWithEvents(1);
		await until(async () => (await cache.discussions.stored().next()).done === false);
		const withComments = (ticket: number) => {
			const found = known.index.tickets.find(({ id }) => id === ticket) ?? assert.fail();
			return [found, known.withComments(ofAna, found)] as const;
		};
		let isAnnounced = false;
		const hasComment = () => withComments(1)[1].description.endsWith('\nThe caret jumps.');
		await known.open(() => {
			isAnnounced = known.index.tickets.length === 2 && hasComment();
		});
		await until(() => known.state !== 'reading');
		assert.equal(isAnnounced, true);
		assert.equal(withComments(1)[1], withComments(1)[1]);
		const [other, otherWithComments] = withComments(2);
		assert.equal(other, otherWithComments);
	});

	it('know the words that they use, and whether these are all labels', async () => {
		const { known, trackers, tracker, tickets, user } = await open();
		const addLabel = (name: string) =>
			trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
		assert.deepEqual([known.values.labels, known.values.hasAllLabels], [[], true]);
		await known.open(() => {});
		await until(() => known.index.tickets.length === 2 && known.values.hasAllLabels === true);
		const { labels = [], people } = known.values;
		assert.deepEqual(people, ['~bob']);
		addLabel('zebra');
		await tickets.trackerCache(ofAna, user)?.refresh();
		await until(() => known.values.labels?.length === labels.length + 1);
	});

	it('are being read until the forge has answered, and are all known then, even if it has nothing new', async () => {
		const { known, line, release, numbers, tickets, user } = await open();
		line.held = /tickets/;
		const told: unknown[] = [];
		await known.open(() => told.push([known.state, numbers()]));
		await until(() => line.waiting.length > 0);
		assert.equal(known.state, 'reading');
		release();
		await until(() => known.state !== 'reading');
		assert.deepEqual(told.at(-1), ['complete', [1, 2]]);
		const again = new AllTickets(tickets, user);
		const states: string[] = [];
		await again.open(() => states.push(again.state));
		await until(() => states.at(-1) === 'complete');
	});

	it('are not all known if a tracker could not be read, until it was read later', async () => {
		const { known, line, tickets, user } = await open();
		await tickets.of('ana')?.trackers.own.refresh();
		line.gateway = 503;
		const states: string[] = [];
		await known.open(() => states.push(known.state));
		await until(() => known.state !== 'reading');
		assert.deepEqual([known.state, states.at(-1)], ['incomplete', 'incomplete']);
		line.gateway = undefined;
		await tickets.trackerCache(ofAna, user)?.refresh();
		await until(() => states.at(-1) === 'complete');
	});
});

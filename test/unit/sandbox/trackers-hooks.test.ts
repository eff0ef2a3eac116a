import assert from 'node:assert/strict';
import { families } from '../../../src/forge/webhooks/families.ts';
import type { TicketRecord, TrackerRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { people, startTrackers, type TrackersForge } from '../../kit/forge/trackers-forge.ts';
import { type Delivery, type Listener, startListener } from '../../kit/forge/webhook-listener.ts';

const events = {
	trackersUser: Object.keys(families.trackersUser.events),
	tracker: Object.keys(families.tracker.events),
	ticket: Object.keys(families.ticket.events),
};

/** The paths for creating a hook of each of the three families, for the owner's tracker and its first ticket. */
const places = {
	trackersUser: '/user/webhooks',
	tracker: '/user/~owner/trackers/editor/webhooks',
	ticket: '/user/~owner/trackers/editor/tickets/1/webhooks',
};

describe('the webhooks of trackers', () => {
	const { owner, other, third } = people;
	let forge: TrackersForge;
	let listener: Listener;
	let tracker: TrackerRecord;
	let ticket: TicketRecord;

	async function start(...drift: Parameters<typeof startTrackers>) {
		forge = await startTrackers(...drift);
		listener = await startListener();
		tracker = forge.trackers.create('owner', { name: 'editor' });
		forge.trackers.createLabel(tracker, { name: 'bug', colors: { background: '#ff0000', text: '#ffffff' } });
		ticket = forge.trackers.tickets.open(tracker, other, { title: 'It is slow' });
	}

	afterEach(async () => {
		await forge.stop();
		await listener.stop();
	});

	/** Creates a hook for events of a family. Returns a function that returns the deliveries to it. */
	async function listen(
		family: keyof typeof places,
		as: 'owner' | 'other' | 'third',
		wanted = events[family],
	) {
		const url = `${listener.url}${as}/${family}`;
		const made = await forge.ask(as, 'POST', places[family], { url, events: wanted });
		assert.equal(made.status, 201, JSON.stringify(made.body));
		return async (): Promise<Delivery[]> => {
			await forge.hooks.settled();
			return listener.heard.filter(({ path }) => path === `/${as}/${family}`);
		};
	}

	const names = (deliveries: readonly Delivery[]) => deliveries.map(({ event }) => event);

	it('deliver to a user only events of their own trackers and tickets', async () => {
		await start();
		const received = await listen('trackersUser', 'other');
		forge.trackers.create('owner', { name: 'notes' });
		forge.trackers.tickets.open(tracker, third, { title: 'By a third' });
		forge.trackers.tickets.update(ticket, owner, { comment: 'To the owner' });
		assert.deepEqual(names(await received()), []);
		forge.trackers.tickets.open(tracker, other, { title: 'By this one' });
		assert.deepEqual(names(await received()), ['ticket:create']);
	});

	it('deliver each event of a single update, and the update once', async () => {
		await start();
		const received = await listen('ticket', 'third');
		const change = { comment: 'Fixed, ~third', status: 'resolved', resolution: 'fixed', labels: ['bug'] };
		assert.equal((await forge.ask('owner', 'PUT', '/trackers/editor/tickets/1', change)).status, 200);
		const deliveries = await received();
		assert.deepEqual(names(deliveries).sort(), [
			'event:create',
			'event:create',
			'event:create',
			'ticket:update',
		]);
		assert.deepEqual(
			deliveries.flatMap(({ body }) => (body as { event_type?: string[] }).event_type ?? []).sort(),
			['comment', 'label_added', 'status_change', 'user_mentioned'],
		);
	});

	it('deliver an update when a ticket is edited, assigned or unassigned, or gets new permissions, and none for a comment', async () => {
		await start();
		const received = await listen('ticket', 'owner', ['ticket:update']);
		const { tickets } = forge.trackers;
		const acts = [
			() => tickets.edit(ticket, { title: 'It is fast' }),
			() => tickets.permit(ticket, { user: ['browse'] }),
			() => tickets.assign(ticket, owner, 'third'),
			() => tickets.unassign(ticket, owner, 'third'),
		];
		tickets.update(ticket, other, { comment: 'Me too' });
		assert.deepEqual(await received(), []);
		for (const [index, act] of acts.entries()) {
			act();
			assert.equal((await received()).length, index + 1);
		}
	});

	it('end with their tracker, and a new tracker of the same name has none', async () => {
		await start();
		const received = await listen('tracker', 'owner');
		forge.trackers.delete(tracker);
		const again = forge.trackers.create('owner', { name: 'editor' });
		forge.trackers.tickets.open(again, other, { title: 'In the new one' });
		assert.deepEqual(names(await received()), []);
	});
});

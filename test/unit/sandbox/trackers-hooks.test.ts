import assert from 'node:assert/strict';
import { read } from '../../../src/forge/contract/read.ts';
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

	const cases: readonly [
		keyof typeof places,
		string,
		() => void,
		(body: Record<string, unknown>) => unknown,
		unknown,
	][] = [
		[
			'trackersUser',
			'tracker:create',
			() => forge.trackers.create('owner', { name: 'notes' }),
			(body) => body.name,
			'notes',
		],
		[
			'trackersUser',
			'tracker:update',
			() => forge.trackers.update(tracker, { description: 'New' }),
			(body) => body.description,
			'New',
		],
		[
			'trackersUser',
			'tracker:delete',
			() => forge.trackers.delete(tracker),
			(body) => Object.keys(body).concat(String(body.id === tracker.id)),
			['id', 'true'],
		],
		[
			'trackersUser',
			'ticket:create',
			() => forge.trackers.tickets.open(tracker, owner, { title: 'By the owner' }),
			(body) => body.title,
			'By the owner',
		],
		[
			'trackersUser',
			'event:create',
			() => forge.trackers.tickets.update(ticket, other, { comment: 'To the owner' }),
			(body) => (body.comment as { text: string }).text,
			'To the owner',
		],
		[
			'tracker',
			'label:create',
			() =>
				forge.trackers.createLabel(tracker, {
					name: 'easy',
					colors: { background: '#00ff00', text: '#000000' },
				}),
			(body) => body.name,
			'easy',
		],
		[
			'tracker',
			'label:delete',
			() => {
				const [bug] = tracker.labels;
				if (bug) forge.trackers.deleteLabel(tracker, bug);
			},
			(body) => body,
			{ id: 1 },
		],
		[
			'tracker',
			'ticket:create',
			() => forge.trackers.tickets.open(tracker, third, { title: 'By a third' }),
			(body) => body.ref,
			'~owner/editor#2',
		],
		[
			'ticket',
			'ticket:update',
			() => forge.trackers.tickets.update(ticket, owner, { labels: ['bug'] }),
			(body) => body.labels,
			['bug'],
		],
		[
			'ticket',
			'event:create',
			() => forge.trackers.tickets.assign(ticket, owner, 'third'),
			(body) => body.event_type,
			['assigned_user'],
		],
	];

	it('are tested with every event of the contract', async () => {
		await start();
		assert.deepEqual(
			cases.map(([family, event]) => `${family} ${event}`),
			Object.entries(events).flatMap(([family, names]) => names.map((event) => `${family} ${event}`)),
		);
	});

	for (const [family, event, act, part, wanted] of cases) {
		it(`deliver ${event} to the ${family} once, signed, and in the form of the contract`, async () => {
			await start();
			const received = await listen(family, 'owner');
			const receivedByOthers = await listen(
				family,
				'third',
				events[family].filter((name) => name !== event),
			);
			act();
			const deliveries = (await received()).filter((one) => one.event === event);
			assert.equal(deliveries.length, 1);
			const [delivery] = deliveries as [Delivery];
			assert.ok(delivery.isSignedBy(forge.hooks.sender.publicKey));
			const known: Readonly<Record<string, { readonly body: Parameters<typeof read>[0] }>> =
				families[family].events;
			const shape = known[event]?.body;
			assert.ok(shape);
			read(shape, delivery.body, (sentence) => assert.fail(sentence));
			assert.deepEqual(part(delivery.body as Record<string, unknown>), wanted);
			assert.ok(!names(await receivedByOthers()).includes(event));
		});
	}

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

	it('deliver nothing more of tickets once their token is revoked', async () => {
		await start();
		const received = await listen('tracker', 'owner');
		forge.accounts.revoke('owner');
		forge.trackers.tickets.open(tracker, other, { title: 'Unseen' });
		assert.deepEqual(await received(), []);
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

	it('deliver no update for a comment alone', async () => {
		await start();
		const received = await listen('ticket', 'owner');
		forge.trackers.tickets.update(ticket, other, { comment: 'Me too' });
		assert.deepEqual(names(await received()), ['event:create']);
	});

	it('deliver an update when a ticket is edited, assigned or unassigned, or gets new permissions', async () => {
		await start();
		const received = await listen('ticket', 'owner', ['ticket:update']);
		const { tickets } = forge.trackers;
		const acts = [
			() => tickets.edit(ticket, { title: 'It is fast' }),
			() => tickets.permit(ticket, { user: ['browse'] }),
			() => tickets.assign(ticket, owner, 'third'),
			() => tickets.unassign(ticket, owner, 'third'),
		];
		for (const [index, act] of acts.entries()) {
			act();
			assert.equal((await received()).length, index + 1);
		}
	});

	it('deliver a mention to the hooks of the mentioned ticket', async () => {
		await start();
		const received = await listen('ticket', 'owner');
		forge.trackers.tickets.open(tracker, third, { title: 'The same', description: 'as #1' });
		assert.deepEqual(
			(await received()).map(({ body }) => (body as { event_type: unknown }).event_type),
			[['ticket_mentioned']],
		);
	});

	it('end with their tracker, and a new tracker of the same name has none', async () => {
		await start();
		const received = await listen('tracker', 'owner');
		forge.trackers.delete(tracker);
		const again = forge.trackers.create('owner', { name: 'editor' });
		forge.trackers.tickets.open(again, other, { title: 'In the new one' });
		assert.deepEqual(names(await received()), []);
	});

	it('with drift deliver ticket events to the tracker and the ticket, but not to the owner', async () => {
		await start('event-on-tracker');
		const onTracker = await listen('tracker', 'owner', ['event:create']);
		const onTicket = await listen('ticket', 'owner', ['event:create']);
		const refused = await forge.ask('owner', 'POST', places.trackersUser, {
			url: listener.url,
			events: ['event:create'],
		});
		assert.equal(refused.status, 400);
		forge.trackers.tickets.update(ticket, other, { comment: 'Heard by both' });
		assert.deepEqual(names(await onTracker()), ['event:create']);
		assert.deepEqual(names(await onTicket()), ['event:create']);
		forge.trackers.tickets.open(tracker, other, { title: 'Another' });
		assert.equal((await onTracker()).length, 2);
		assert.equal((await onTicket()).length, 1);
	});
});

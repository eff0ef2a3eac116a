import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import type { TicketEvent } from '../../../src/forge/shapes/trackers.ts';
import type { TicketRecord, TrackerRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { mine } from '../../kit/forge/mine.ts';
import { people, startTrackers, type TrackersForge } from '../../kit/forge/trackers-forge.ts';

/** The meaningful fields of an event. */
const factsOf = ({ id: _, created: __, event_type, ...rest }: TicketEvent) => ({
	types: event_type,
	...Object.fromEntries(
		Object.entries({
			...rest,
			ticket: rest.ticket?.ref ?? null,
			from_ticket: rest.from_ticket?.ref ?? null,
			comment: rest.comment?.text ?? null,
		}).filter(([, value]) => value !== null),
	),
});

describe('the events of a ticket', () => {
	const { owner, other, third } = people;
	let forge: TrackersForge;
	let tracker: TrackerRecord;
	let ticket: TicketRecord;

	beforeEach(async () => {
		forge = await startTrackers();
		tracker = forge.trackers.create('owner', { name: 'editor' });
		for (const name of ['bug', 'feature', 'easy']) {
			forge.trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
		}
		ticket = forge.trackers.tickets.open(tracker, other, { title: 'It is slow' });
	});

	afterEach(() => forge.stop());

	const eventsOf = async (number: number, name = 'editor', as: 'owner' | 'third' = 'owner') =>
		listAll(forge.client(as).events({ owner: '~owner', tracker: name, ticket: number }));

	/** The events of ticket 1 after its creation, oldest first. */
	const newEvents = async () => (await eventsOf(1)).map(factsOf).reverse().slice(1);

	const at = { tracker: mine('editor'), ticket: 1 };
	const where = { ticket: '~owner/editor#1' };

	it('do not change with an update that changes nothing', async () => {
		await forge.client('owner').updateTicket(at, { labels: ['bug'] });
		const before = JSON.stringify(forge.state);
		for (const nothing of [{}, { comment: '' }, { status: 'reported' }, { labels: ['bug'] }]) {
			const { status, body } = await forge.ask('owner', 'PUT', '/trackers/editor/tickets/1', nothing);
			assert.equal(status, 200);
			assert.deepEqual((body as { events: unknown }).events, []);
		}
		assert.equal(JSON.stringify(forge.state), before);
	});

	it('contain mentioned users, and for a mentioned ticket by whom and where', async () => {
		const { id } = await forge.client('other').createTicket(
			{ owner: '~owner', tracker: 'editor' },
			{
				title: 'Also slow',
				description: 'Like #1, ~third and ~nobody_there. Not #2 or #99. Again: #1 ~third',
			},
		);
		assert.equal(id, 2);
		assert.deepEqual((await eventsOf(2)).map(factsOf), [
			{ types: ['user_mentioned'], user: third, by_user: other, from_ticket: '~owner/editor#2' },
			{ types: ['created'], user: other, ticket: '~owner/editor#2' },
		]);
		assert.deepEqual(await newEvents(), [
			{ types: ['ticket_mentioned'], by_user: other, from_ticket: '~owner/editor#2', ...where },
		]);
	});

	for (const words of ['~owner/editor#1', 'editor#1']) {
		it(`contain a mention in another tracker as ${words}`, async () => {
			const notes = forge.trackers.create('owner', { name: 'notes' });
			const from = forge.trackers.tickets.open(notes, owner, { title: 'A note' });
			forge.trackers.tickets.update(from, third, { comment: `See ${words}` });
			assert.deepEqual(await newEvents(), [
				{
					types: ['ticket_mentioned'],
					by_user: third,
					from_ticket: '~owner/notes#1',
					comment: `See ${words}`,
					...where,
				},
			]);
		});
	}

	it('resolve a bare number to a ticket of the same tracker', async () => {
		const notes = forge.trackers.create('other', { name: 'notes' });
		forge.trackers.tickets.open(notes, other, { title: 'A note' });
		forge.trackers.tickets.open(notes, other, {
			title: 'A second note',
			description: '#1 and notes#1, editor#1',
		});
		assert.deepEqual(await newEvents(), []);
		const first = await listAll(forge.client('other').events({ tracker: mine('notes'), ticket: 1 }));
		assert.deepEqual(
			first.map(({ event_type }) => event_type),
			[['ticket_mentioned'], ['created']],
		);
	});

	it('contain no mentions by users who cannot see the mentioned ticket', async () => {
		const ann = { type: 'email', address: 'ann@example.org', name: 'Ann' } as const;
		const mention = (author: typeof third | typeof ann) =>
			forge.trackers.tickets.open(tracker, author, { title: 'A guess', description: 'Is it #1?' });
		forge.trackers.tickets.permit(ticket, { user: [] });
		mention(third);
		forge.trackers.tickets.permit(ticket, { user: null, anonymous: [] });
		mention(ann);
		assert.deepEqual(await newEvents(), []);
		forge.trackers.tickets.permit(ticket, { user: [], anonymous: null });
		mention(ann);
		assert.equal((await newEvents()).length, 1);
	});

	it('hide a mention from users who cannot see the ticket that contains it', async () => {
		const hidden = forge.trackers.create('owner', {
			name: 'hidden',
			permissions: { anonymous: [], submitter: [], user: [] },
		});
		forge.trackers.tickets.open(hidden, owner, { title: 'A secret', description: 'editor#1' });
		assert.equal((await eventsOf(1)).length, 2);
		assert.equal((await eventsOf(1, 'editor', 'third')).length, 1);
	});
});

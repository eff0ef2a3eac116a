import assert from 'node:assert/strict';
import { read } from '../../../../../src/forge/contract/read.ts';
import type { ChangeData } from '../../../../../src/forge/graphql/trackers/documents.ts';
import {
	eventOf,
	labelOf,
	participantOf,
	ticketOf,
	trackerOf,
} from '../../../../../src/forge/graphql/trackers/values.ts';
import { Participant } from '../../../../../src/forge/shapes/people.ts';
import { Label, Ticket, TicketEvent, Tracker } from '../../../../../src/forge/shapes/trackers.ts';

const report = (sentence: string) => assert.fail(sentence);
const ana = { kind: 'User', canonical_name: '~ana' };
const ben = { kind: 'User', canonical_name: '~ben' };
const anaRead = { type: 'user', canonical_name: '~ana', name: 'ana' };
const benRead = { type: 'user', canonical_name: '~ben', name: 'ben' };

describe('A value of a tracker in GraphQL is read by the shape of REST:', () => {
	for (const [what, entity, expected] of [
		['a user', ana, anaRead],
		[
			'the sender of a mail',
			{ kind: 'EmailAddress', canonical_name: 'Cy <cy@example.org>', address: 'cy@example.org', name: 'Cy' },
			{ type: 'email', address: 'cy@example.org', name: 'Cy' },
		],
		[
			'a participant from another tracker',
			{ kind: 'ExternalUser', canonical_name: 'github:cy', external_id: 'github:cy', external_url: null },
			{ type: 'external', external_id: 'github:cy', external_url: null },
		],
		['a type that is unknown', { ...ana, kind: 'Robot' }, anaRead],
	] as const) {
		it(`${what} as a participant`, () => {
			assert.deepEqual(read(Participant, participantOf(entity), report), expected);
		});
	}

	it('a tracker, with the rights of all users and of the caller', () => {
		const tracker = read(
			Tracker,
			trackerOf(
				JSON.parse(
					'{"id":4,"name":"garden","created":"c","updated":"u","description":null,"visibility":"PUBLIC","owner":{"canonical_name":"~ana"},"default_access":{"browse":true,"submit":true,"comment":false,"edit":false,"triage":false},"access":{"browse":true,"submit":false,"comment":false,"edit":false,"triage":true}}',
				),
			),
			report,
		);
		assert.deepEqual(
			[
				tracker.id,
				tracker.name,
				tracker.description,
				tracker.default_access,
				tracker.access,
				tracker.visibility,
			],
			[4, 'garden', '', ['browse', 'submit'], ['browse', 'triage'], 'PUBLIC'],
		);
	});

	it('a label', () => {
		const label = { id: 1, name: 'bug', background: '#ff0000', text: '#ffffff' };
		assert.deepEqual(read(Label, labelOf(label), report).colors, { background: '#ff0000', text: '#ffffff' });
	});

	it('a ticket, with the words of REST', () => {
		const ticket = read(
			Ticket,
			ticketOf({
				...{
					id: 3,
					ref: '#3',
					title: 'Weeds',
					status: 'IN_PROGRESS',
					resolution: 'WONT_FIX',
					submitter: ana,
				},
				...{ labels: [{ name: 'bug' }, { name: 'ui' }], assignees: [{ canonical_name: '~ben' }] },
			}),
			report,
		);
		assert.deepEqual([ticket.status, ticket.resolution], ['in_progress', 'wont_fix']);
		assert.deepEqual(ticket.labels, ['bug', 'ui']);
		assert.deepEqual(ticket.submitter, anaRead);
		assert.deepEqual(ticket.assignees, [{ canonical_name: '~ben', name: 'ben' }]);
	});

	const ticket = { id: 3, ref: '~ana/garden#3', title: 'Weeds' };
	const eventOfChanges = (...changes: readonly ChangeData[]) =>
		read(TicketEvent, eventOf({ id: 9, created: 'now', changes }, ticket), report);

	it('an event of a comment, which has the number of its event', () => {
		const event = eventOfChanges({ kind: 'Comment', type: 'COMMENT', user: ana, text: 'Yes.' });
		assert.deepEqual(event.comment, { id: 9, created: 'now', submitter: anaRead, text: 'Yes.' });
		assert.deepEqual([event.event_type, event.user], [['comment'], anaRead]);
	});

	it('an event of a comment that also resolves its ticket', () => {
		const event = eventOfChanges(
			{ kind: 'Comment', type: 'COMMENT', user: ana, text: 'Done.' },
			{
				...{ kind: 'StatusChange', type: 'STATUS_CHANGE', user: ana },
				...{ old_status: 'REPORTED', new_status: 'RESOLVED' },
				...{ old_resolution: 'UNRESOLVED', new_resolution: 'FIXED' },
			},
		);
		assert.deepEqual(event.event_type, ['comment', 'status_change']);
		assert.equal(event.comment?.text, 'Done.');
		assert.deepEqual(
			[event.old_status, event.new_status, event.old_resolution, event.new_resolution],
			['reported', 'resolved', 'unresolved', 'fixed'],
		);
	});

	it('an event of several labels', () => {
		const label = (name: string): ChangeData => ({
			kind: 'LabelUpdate',
			type: 'LABEL_ADDED',
			user: ana,
			label: { name },
		});
		assert.deepEqual(eventOfChanges(label('a'), label('b')).label, ['a', 'b']);
	});

	it('an event of an assignment: who was assigned, and by whom', () => {
		const event = eventOfChanges({ kind: 'Assignment', type: 'ASSIGNED_USER', user: ben, by_user: ana });
		assert.deepEqual([event.event_type, event.user, event.by_user], [['assigned_user'], benRead, anaRead]);
	});

	it('an event of a mention, with the ticket that contains it', () => {
		const source = { id: 8, ref: '~ana/garden#8', title: 'Hoe' };
		const event = eventOfChanges({
			...{ kind: 'TicketMention', type: 'TICKET_MENTIONED', by_user: ana, from_ticket: source },
		});
		assert.deepEqual([event.ticket?.id, event.from_ticket?.id], [3, 8]);
	});

	it('an event of many thousand changes', () => {
		const change: ChangeData = { kind: 'Created', type: 'CREATED', user: ana };
		const changes = Array.from({ length: 200_000 }, () => change);
		const event = read(TicketEvent, eventOf({ id: 9, created: 'now', changes }, ticket), report);
		assert.equal(event.event_type.length, 200_000);
	});

	it('an event of a mention in a ticket that the user may not see', () => {
		const event = eventOfChanges({ kind: 'TicketMention', type: 'TICKET_MENTIONED', by_user: ana });
		assert.deepEqual([event.event_type, event.ticket?.id, event.by_user], [['ticket_mentioned'], 3, anaRead]);
	});
});

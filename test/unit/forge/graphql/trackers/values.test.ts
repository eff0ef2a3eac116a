import assert from 'node:assert/strict';
import { read } from '../../../../../src/forge/contract/read.ts';
import type { ChangeData } from '../../../../../src/forge/graphql/trackers/documents.ts';
import { eventOf, participantOf, trackerOf } from '../../../../../src/forge/graphql/trackers/values.ts';
import { Participant } from '../../../../../src/forge/shapes/people.ts';
import { TicketEvent, Tracker } from '../../../../../src/forge/shapes/trackers.ts';

const report = (sentence: string) => assert.fail(sentence);
const ana = { kind: 'User', canonical_name: '~ana' };
const anaRead = { type: 'user', canonical_name: '~ana', name: 'ana' };

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

	const ticket = { id: 3, ref: '~ana/garden#3', title: 'Weeds' };
	const eventOfChanges = (...changes: readonly ChangeData[]) =>
		read(TicketEvent, eventOf({ id: 9, created: 'now', changes }, ticket), report);

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

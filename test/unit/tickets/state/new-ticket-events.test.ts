import assert from 'node:assert/strict';
import type { Participant } from '../../../../src/forge/shapes/people.ts';
import type { Ticket, TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import {
	newTicketEvents,
	ticketsNamedIn,
	unknownChangeOf,
} from '../../../../src/tickets/state/new-ticket-events.ts';

const user = (name: string): Participant => ({ type: 'user', canonical_name: `~${name}`, name });
const [ana, bob, carol] = [user('ana'), user('bob'), user('carol')];
const place = { account: 'session', owner: '~ana', tracker: 'editor' };
const me = '~ana';

const ticketOf = (more: Partial<Ticket> = {}): Ticket => ({
	...{ id: 7, ref: '~ana/editor#7', tracker: null, title: 'It hangs', description: '', submitter: bob },
	...{ created: '2026-03-01T00:00:00Z', updated: '2026-03-02T00:00:00Z' },
	...{ status: 'reported', resolution: 'unresolved', permissions: null, labels: [], assignees: [] },
	...more,
});

const eventOf = (types: readonly string[], more: Partial<TicketEvent> = {}): TicketEvent => ({
	...{ id: 1, created: '2026-03-02T00:00:00Z', event_type: [...types], user: bob, by_user: null },
	...{ old_status: null, old_resolution: null, new_status: null, new_resolution: null },
	...{ ticket: null, comment: null, label: null, from_ticket: null },
	...more,
});

const commentBy = (submitter: Participant, text = 'A comment', id = 1) => ({
	comment: { id, created: '', submitter, text },
	user: submitter,
});

const newEvents = (events: readonly TicketEvent[], ticket = ticketOf(), after = 0) =>
	newTicketEvents({ place, ticket, me, events, isNew: ({ id }) => id > after });

describe('What has happened to a ticket', () => {
	it('has one element for each event, of the most important kind', () => {
		const kindOf = (...types: string[]) =>
			newEvents([eventOf(types, { by_user: bob, user: carol })]).map(({ kind }) => kind);
		for (const [types, kinds] of [
			[['comment'], ['commented']],
			[['comment', 'status_change'], ['status']],
			[['label_added', 'comment'], ['commented']],
			[['label_removed'], ['labels']],
			[['status_change', 'assigned_user'], ['assigned']],
			[['unassigned_user'], ['unassigned']],
			[['ticket_mentioned'], ['referenced']],
			[['moved_to_space'], ['other']],
			[[], ['other']],
			[['created'], []],
			[['created', 'moved_to_space'], []],
			[['created', 'label_added'], ['labels']],
			// The row of the comment shows that somebody else was mentioned.
			[['user_mentioned'], []],
		] as const)
			assert.deepEqual(kindOf(...types), kinds, types.join());
	});

	it('names the event, its time, who has done it, the title and the new status', () => {
		const resolved = { new_status: 'resolved', new_resolution: 'fixed' };
		assert.deepEqual(newEvents([eventOf(['status_change'], { id: 12, ...resolved })]), [
			{
				...{ key: 'ticket event 12', at: '2026-03-02T00:00:00Z', by: '~bob', title: 'It hangs', place },
				...{
					item: { ...place, ticket: 7 },
					kind: 'status',
					event: 12,
					status: 'resolved',
					resolution: 'fixed',
				},
				concerns: ['watched'],
			},
		]);
		const email: Participant = { type: 'email', address: 'joe@mail.test', name: 'Joe' };
		for (const [event, by] of [
			[eventOf(['comment'], { ...commentBy(email), user: null }), 'Joe by email'],
			[eventOf(['assigned_user'], { user: ana, by_user: carol }), '~carol'],
			[eventOf(['ticket_mentioned'], { user: null, by_user: carol }), '~carol'],
			[eventOf(['label_added'], { user: null }), ''],
		] as const)
			assert.equal(newEvents([event])[0]?.by, by);
	});

	it('names the user who was assigned, unassigned or mentioned', () => {
		const whomOf = (type: string, user: Participant | null = ana) =>
			newEvents([eventOf([type], { user, by_user: bob })])[0]?.whom;
		assert.deepEqual(
			['assigned_user', 'unassigned_user', 'user_mentioned', 'label_added'].map((type) => whomOf(type)),
			['~ana', '~ana', '~ana', undefined],
		);
		assert.equal(whomOf('assigned_user', null), undefined);
	});

	it('says why it concerns the user, the strongest reason first', () => {
		const comment = eventOf(['comment'], { id: 5, ...commentBy(bob, 'Well', 5) });
		const mine = eventOf(['comment'], commentBy(ana));
		const mention = eventOf(['user_mentioned'], { id: 6, user: ana, by_user: bob, comment: comment.comment });
		const assignees = [{ canonical_name: '~ana', name: 'ana' }];
		const submitter = ana;
		for (const [events, ticket, concerns] of [
			[[comment], {}, ['watched']],
			[[comment], { assignees, submitter }, ['assigned', 'submitted']],
			[[mine, comment], {}, ['participated']],
			[[comment, mention], {}, ['mentioned']],
			[[eventOf(['comment'], commentBy(bob, 'Is it so, ~ana?'))], {}, ['mentioned']],
			[[eventOf(['comment'], commentBy(bob, 'Mail to x~ana@mail.test'))], {}, ['watched']],
			[[eventOf(['unassigned_user'], { user: ana, by_user: bob })], {}, ['assigned']],
			[[eventOf(['unassigned_user'], { user: carol, by_user: bob })], {}, ['watched']],
		] as const) {
			const found = newEvents(events, ticketOf(ticket));
			assert.equal(found.length, 1);
			assert.deepEqual(found[0]?.concerns, concerns);
		}
	});

	it('reports a mention only if neither a comment nor the new ticket tells about it', () => {
		const mention = eventOf(['user_mentioned'], { id: 6, user: ana, by_user: bob });
		assert.deepEqual(
			newEvents([mention]).map(({ kind }) => kind),
			['mentioned'],
		);
		const created = '2026-03-01T00:00:03Z';
		assert.deepEqual(newEvents([{ ...mention, created }]), []);
		const { comment } = commentBy(bob, 'Later, ~ana', 9);
		assert.equal(newEvents([{ ...mention, comment }]).length, 1);
	});
});

describe('A new or changed ticket', () => {
	it('has a key for each of its versions', () => {
		const change = unknownChangeOf({ place, me, ticket: ticketOf() }, 'abc');
		assert.deepEqual([change.key, change.kind, change.by], ['ticket ~ana/editor#7 abc', 'other', '']);
	});
});

describe('The tickets that a text names', () => {
	it('are those of the same tracker', () => {
		const text = 'As in #3, editor#4 and ~ana/editor#5, not ~bob/editor#6 or other#7';
		assert.deepEqual(ticketsNamedIn(text, place), [3, 4, 5]);
	});
});

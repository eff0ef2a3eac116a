import assert from 'node:assert/strict';
import { ticketWords } from '../../../../src/inbox/model/ticket-words.ts';
import type { TicketHappening } from '../../../../src/platform/model/forge-events.ts';
import { ticketEvent } from '../events.ts';

interface Case {
	readonly event: Partial<TicketHappening>;
	readonly icon: string;
	readonly label: string;
	readonly spoken: string;
	/** If the forge does not say who did it. */
	readonly passive: string;
	readonly spokenPassive: string;
}

const cases: readonly Case[] = [
	{
		event: { kind: 'commented' },
		icon: 'comment',
		label: '#42 ~bob commented',
		spoken: '~bob commented on ticket 42',
		passive: '#42 new comment',
		spokenPassive: 'New comment on ticket 42',
	},
	{
		event: { kind: 'status', status: 'resolved', resolution: 'fixed' },
		icon: 'pass',
		label: '#42 resolved as fixed',
		spoken: '~bob resolved ticket 42 as fixed',
		passive: '#42 resolved as fixed',
		spokenPassive: 'Ticket 42 resolved as fixed',
	},
	{
		event: { kind: 'status', status: 'resolved', resolution: 'wont_fix' },
		icon: 'circle-slash',
		label: '#42 resolved as won’t fix',
		spoken: '~bob resolved ticket 42 as won’t fix',
		passive: '#42 resolved as won’t fix',
		spokenPassive: 'Ticket 42 resolved as won’t fix',
	},
	{
		event: { kind: 'status', status: 'resolved' },
		icon: 'pass',
		label: '#42 resolved',
		spoken: '~bob resolved ticket 42',
		passive: '#42 resolved',
		spokenPassive: 'Ticket 42 resolved',
	},
	{
		event: { kind: 'status', status: 'in_progress', resolution: 'unresolved' },
		icon: 'arrow-swap',
		label: '#42 ~bob set this to in progress',
		spoken: '~bob set ticket 42 to in progress',
		passive: '#42 set to in progress',
		spokenPassive: 'Ticket 42 set to in progress',
	},
	{
		event: { kind: 'status' },
		icon: 'arrow-swap',
		label: '#42 ~bob changed the status',
		spoken: '~bob changed the status of ticket 42',
		passive: '#42 status changed',
		spokenPassive: 'The status of ticket 42 changed',
	},
	{
		event: { kind: 'labels' },
		icon: 'tag',
		label: '#42 ~bob changed the labels',
		spoken: '~bob changed the labels of ticket 42',
		passive: '#42 labels changed',
		spokenPassive: 'The labels of ticket 42 changed',
	},
	{
		event: { kind: 'assigned', whom: '~ana' },
		icon: 'person',
		label: '#42 ~bob assigned you',
		spoken: '~bob assigned ticket 42 to you',
		passive: '#42 assigned to you',
		spokenPassive: 'Ticket 42 assigned to you',
	},
	{
		event: { kind: 'unassigned', whom: '~carol' },
		icon: 'person',
		label: '#42 ~bob unassigned ~carol',
		spoken: '~bob unassigned ticket 42 from ~carol',
		passive: '#42 unassigned from ~carol',
		spokenPassive: 'Ticket 42 unassigned from ~carol',
	},
	{
		event: { kind: 'assigned' },
		icon: 'person',
		label: '#42 ~bob changed the assignees',
		spoken: '~bob changed the assignees of ticket 42',
		passive: '#42 assignees changed',
		spokenPassive: 'The assignees of ticket 42 changed',
	},
	{
		event: { kind: 'mentioned', concerns: ['mentioned'] },
		icon: 'mention',
		label: '#42 ~bob mentioned you',
		spoken: '~bob mentioned you in ticket 42',
		passive: '#42 mentions you',
		spokenPassive: 'Mention of you in ticket 42',
	},
	{
		event: { kind: 'mentioned', whom: '~carol', concerns: ['mentioned'] },
		icon: 'mention',
		label: '#42 ~bob mentioned ~carol',
		spoken: '~bob mentioned ~carol in ticket 42',
		passive: '#42 mentions ~carol',
		spokenPassive: 'Mention of ~carol in ticket 42',
	},
	{
		event: { kind: 'referenced' },
		icon: 'link',
		label: '#42 ~bob mentioned this',
		spoken: '~bob mentioned ticket 42',
		passive: '#42 mentioned',
		spokenPassive: 'Mention of ticket 42',
	},
	{
		event: { kind: 'changed' },
		icon: 'edit',
		label: '#42 ~bob changed something',
		spoken: '~bob changed ticket 42',
		passive: '#42 changed',
		spokenPassive: 'Change of ticket 42',
	},
];

describe('The words for what happened to a ticket', () => {
	for (const { event, icon, label, spoken, passive, spokenPassive } of cases) {
		it(`are "${spoken}"`, () => {
			const words = ticketWords(ticketEvent(event), '~ana');
			assert.deepEqual([words.icon, words.label, words.spoken], [icon, label, spoken]);
			const unsaid = ticketWords(ticketEvent({ ...event, by: '' }), '~ana');
			assert.deepEqual([unsaid.label, unsaid.spoken], [passive, spokenPassive]);
		});
	}

	it('have the title of a new ticket in the label', () => {
		const { label, spoken, details } = ticketWords(ticketEvent({ kind: 'created' }), '~ana');
		assert.deepEqual(
			[label, spoken, details],
			['#42 Undo history is lost', '~bob submitted ticket 42', 'submitted by ~bob'],
		);
		const unknown = ticketWords(ticketEvent({ kind: 'created', by: '' }), '~ana');
		assert.deepEqual([unknown.spoken, unknown.details], ['New ticket 42', 'new ticket']);
	});

	it('say that a user has assigned a ticket to themselves', () => {
		const words = ticketWords(ticketEvent({ kind: 'assigned', whom: '~bob' }), '~ana');
		assert.equal(words.label, '#42 ~bob self-assigned this');
		assert.equal(words.spoken, '~bob self-assigned ticket 42');
	});

	it('show names and statuses of other users safely', () => {
		const { label } = ticketWords(ticketEvent({ by: '~b\u202eo\nb' }), '~ana');
		assert.equal(label, '#42 ~b‹U+202E›o b commented');
		const status = ticketEvent({ kind: 'status', status: 'half\u202edone', by: '' });
		assert.equal(ticketWords(status, '~ana').label, '#42 set to half‹U+202E›done');
	});
});

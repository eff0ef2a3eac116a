import assert from 'node:assert/strict';
import { ticketWords } from '../../../../src/inbox/model/ticket-words.ts';
import type { TicketHappening } from '../../../../src/platform/model/forge-events.ts';
import { ticketEvent } from '../events.ts';

interface Case {
	readonly event: Partial<TicketHappening>;
	readonly icon: string;
	readonly details: string;
	readonly spoken: string;
	/** If the forge does not say who did it. */
	readonly passive: string;
	readonly spokenPassive: string;
}

const cases: readonly Case[] = [
	{
		event: { kind: 'commented' },
		icon: 'comment',
		details: '~bob commented',
		spoken: '~bob commented on ticket 42',
		passive: 'new comment',
		spokenPassive: 'New comment on ticket 42',
	},
	{
		event: { kind: 'status', status: 'resolved', resolution: 'fixed' },
		icon: 'pass',
		details: '~bob resolved this as fixed',
		spoken: '~bob resolved ticket 42 as fixed',
		passive: 'resolved as fixed',
		spokenPassive: 'Ticket 42 resolved as fixed',
	},
	{
		event: { kind: 'status', status: 'resolved', resolution: 'wont_fix' },
		icon: 'circle-slash',
		details: '~bob resolved this as won’t fix',
		spoken: '~bob resolved ticket 42 as won’t fix',
		passive: 'resolved as won’t fix',
		spokenPassive: 'Ticket 42 resolved as won’t fix',
	},
	{
		event: { kind: 'status', status: 'resolved' },
		icon: 'pass',
		details: '~bob resolved this',
		spoken: '~bob resolved ticket 42',
		passive: 'resolved',
		spokenPassive: 'Ticket 42 resolved',
	},
	{
		event: { kind: 'status', status: 'in_progress', resolution: 'unresolved' },
		icon: 'arrow-swap',
		details: '~bob set this to in progress',
		spoken: '~bob set ticket 42 to in progress',
		passive: 'set to in progress',
		spokenPassive: 'Ticket 42 set to in progress',
	},
	{
		event: { kind: 'status' },
		icon: 'arrow-swap',
		details: '~bob changed the status',
		spoken: '~bob changed the status of ticket 42',
		passive: 'status changed',
		spokenPassive: 'The status of ticket 42 changed',
	},
	{
		event: { kind: 'labels' },
		icon: 'tag',
		details: '~bob changed the labels',
		spoken: '~bob changed the labels of ticket 42',
		passive: 'labels changed',
		spokenPassive: 'The labels of ticket 42 changed',
	},
	{
		event: { kind: 'assigned', whom: '~ana' },
		icon: 'person',
		details: '~bob assigned you',
		spoken: '~bob assigned ticket 42 to you',
		passive: 'assigned to you',
		spokenPassive: 'Ticket 42 assigned to you',
	},
	{
		event: { kind: 'unassigned', whom: '~carol' },
		icon: 'person',
		details: '~bob unassigned ~carol',
		spoken: '~bob unassigned ticket 42 from ~carol',
		passive: 'unassigned from ~carol',
		spokenPassive: 'Ticket 42 unassigned from ~carol',
	},
	{
		event: { kind: 'assigned' },
		icon: 'person',
		details: '~bob changed the assignees',
		spoken: '~bob changed the assignees of ticket 42',
		passive: 'assignees changed',
		spokenPassive: 'The assignees of ticket 42 changed',
	},
	{
		event: { kind: 'mentioned', concerns: ['mentioned'] },
		icon: 'mention',
		details: '~bob mentioned you',
		spoken: '~bob mentioned you in ticket 42',
		passive: 'mentions you',
		spokenPassive: 'Mention of you in ticket 42',
	},
	{
		event: { kind: 'mentioned', whom: '~carol', concerns: ['mentioned'] },
		icon: 'mention',
		details: '~bob mentioned ~carol',
		spoken: '~bob mentioned ~carol in ticket 42',
		passive: 'mentions ~carol',
		spokenPassive: 'Mention of ~carol in ticket 42',
	},
	{
		event: { kind: 'commented', concerns: ['mentioned', 'submitted'] },
		icon: 'mention',
		details: '~bob mentioned you',
		spoken: '~bob mentioned you in ticket 42',
		passive: 'mentions you',
		spokenPassive: 'Mention of you in ticket 42',
	},
	{
		event: { kind: 'created' },
		icon: 'issues',
		details: '~bob submitted this',
		spoken: '~bob submitted ticket 42',
		passive: 'new ticket',
		spokenPassive: 'New ticket 42',
	},
	{
		event: { kind: 'created', concerns: ['mentioned'] },
		icon: 'mention',
		details: '~bob submitted this and mentioned you',
		spoken: '~bob submitted ticket 42 and mentioned you',
		passive: 'new ticket, mentions you',
		spokenPassive: 'New ticket 42, which mentions you',
	},
	{
		event: { kind: 'referenced' },
		icon: 'link',
		details: '~bob mentioned this',
		spoken: '~bob mentioned ticket 42',
		passive: 'mentioned',
		spokenPassive: 'Mention of ticket 42',
	},
	{
		event: { kind: 'other' },
		icon: 'edit',
		details: '~bob changed something',
		spoken: '~bob changed ticket 42',
		passive: 'changed',
		spokenPassive: 'Change of ticket 42',
	},
];

describe('The words for what happened to a ticket', () => {
	for (const { event, icon, details, spoken, passive, spokenPassive } of cases) {
		it(`are "${spoken}" for the kind ${event.kind}`, () => {
			const words = ticketWords(ticketEvent(event), '~ana');
			assert.deepEqual([words.icon, words.details, words.spoken], [icon, details, spoken]);
			assert.equal(words.label, '#42 Undo history is lost');
			const unsaid = ticketWords(ticketEvent({ ...event, by: '' }), '~ana');
			assert.deepEqual([unsaid.details, unsaid.spoken], [passive, spokenPassive]);
		});
	}

	it('show names and statuses of other users safely', () => {
		const { label, details } = ticketWords(ticketEvent({ by: '~b\u202eo\nb', title: 'a\nb' }), '~ana');
		assert.deepEqual([label, details], ['#42 a b', '~b‹U+202E›o b commented']);
		const status = ticketEvent({ kind: 'status', status: 'half\u202edone', by: '' });
		assert.equal(ticketWords(status, '~ana').details, 'set to half‹U+202E›done');
	});
});

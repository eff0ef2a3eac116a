import assert from 'node:assert/strict';
import { readDraftText } from '../../../../src/platform/state/draft.ts';
import { ticketDrafts, writerOf } from '../../../../src/tickets/state/draft-format.ts';
import { key as tracker } from './forge.ts';
import { draftFor } from './ticket-drafts.ts';

const ticket = { ...tracker, ticket: 7 };
const body = {
	title: 'Tabs are lost',
	text: 'Ünïcode 🎉\n> quoted',
	status: 'resolved',
	resolution: 'fixed',
	addLabels: ['bug'],
	removeLabels: ['slow'],
	base: '2026-03-04T05:06:07+00:00',
};

describe('A file with the draft for a ticket', () => {
	it('is read as it was written, with text and choices or without', () => {
		for (const draft of [draftFor(ticket, body), draftFor(ticket, {}), draftFor(tracker, body)])
			assert.deepEqual(readDraftText(ticketDrafts, JSON.stringify(draft)), draft);
	});

	const draft = draftFor(ticket, body);
	for (const [what, other] of [
		['nothing in it', null],
		['no key', { ...draft, key: undefined }],
		['the key of an account', { ...draft, key: { account: 'session' } }],
		['a ticket whose number is text', { ...draft, key: { ...ticket, ticket: '7' } }],
		['no body', { ...draft, body: undefined }],
		['no text', { ...draft, body: { ...body, text: undefined } }],
		['a status that is none', { ...draft, body: { ...body, status: 1 } }],
		['no word about the status', { ...draft, body: { ...body, status: undefined } }],
		['labels that are none', { ...draft, body: { ...body, addLabels: 'bug' } }],
		['an account without a name', { ...draft, account: { id: 'session', instance: 'forge.test' } }],
		['no time', { ...draft, saved: '1800000000000' }],
	] as const) {
		it(`is not read with ${what}`, () => {
			assert.equal(readDraftText(ticketDrafts, JSON.stringify(other)), undefined);
		});
	}

	it('is not read if it was written only in part', () => {
		const text = JSON.stringify(draft);
		for (const length of [0, 1, text.length - 1])
			assert.equal(readDraftText(ticketDrafts, text.slice(0, length)), undefined);
		assert.equal(readDraftText(ticketDrafts, undefined), undefined);
	});
});

describe('The account of a draft', () => {
	const before = { id: 'session', name: '~bob', instance: 'other.test' };

	it('is the one that is signed in', () => {
		const session = { account: '~ana', instance: 'forge.test' };
		const ana = { id: 'session', name: '~ana', instance: 'forge.test' };
		assert.deepEqual(writerOf(ticket, session), ana);
		assert.deepEqual(writerOf(tracker, session, before), ana);
	});

	it('is the one of the draft before while it is signed out', () => {
		assert.deepEqual(writerOf(ticket, undefined, before), before);
	});

	it('has no name if nothing is known of it', () => {
		assert.deepEqual(writerOf(ticket, undefined), { id: 'session', name: '', instance: '' });
	});
});

import assert from 'node:assert/strict';
import { readDraftText } from '../../../../../src/platform/state/drafts/draft.ts';
import { draftAccountOf, ticketDrafts } from '../../../../../src/tickets/state/changes/draft-format.ts';
import { key as tracker } from '../forge.ts';
import { draftFor } from '../ticket-drafts.ts';

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

describe('The file of a draft for a ticket', () => {
	it('is read as it was written, with or without text and choices', () => {
		for (const draft of [draftFor(ticket, body), draftFor(ticket, {}), draftFor(tracker, body)])
			assert.deepEqual(readDraftText(ticketDrafts, JSON.stringify(draft)), draft);
	});

	const draft = draftFor(ticket, body);
	for (const [what, other] of [
		['no content', null],
		['no key', { ...draft, key: undefined }],
		['the key of an account', { ...draft, key: { account: 'session' } }],
		['a ticket whose number is text', { ...draft, key: { ...ticket, ticket: '7' } }],
		['no body', { ...draft, body: undefined }],
		['no text', { ...draft, body: { ...body, text: undefined } }],
		['a status of the wrong type', { ...draft, body: { ...body, status: 1 } }],
		['no status', { ...draft, body: { ...body, status: undefined } }],
		['labels of the wrong type', { ...draft, body: { ...body, addLabels: 'bug' } }],
		['an account without a name', { ...draft, account: { id: 'session', instance: 'forge.test' } }],
		['no time', { ...draft, saved: '1800000000000' }],
	] as const) {
		it(`is not read with ${what}`, () => {
			assert.equal(readDraftText(ticketDrafts, JSON.stringify(other)), undefined);
		});
	}

	it('is not read if it was written only partly', () => {
		const text = JSON.stringify(draft);
		for (const length of [0, 1, text.length - 1])
			assert.equal(readDraftText(ticketDrafts, text.slice(0, length)), undefined);
		assert.equal(readDraftText(ticketDrafts, undefined), undefined);
	});
});

describe('The account of a draft', () => {
	const before = { id: 'session', name: '~bob', instance: 'other.test' };

	it('is the signed-in account', () => {
		const session = { account: '~ana', instance: 'forge.test' };
		const ana = { id: 'session', name: '~ana', instance: 'forge.test' };
		assert.deepEqual(draftAccountOf(ticket, session), ana);
		assert.deepEqual(draftAccountOf(tracker, session, before), ana);
	});

	it('is that of the previous draft while the account is signed out', () => {
		assert.deepEqual(draftAccountOf(ticket, undefined, before), before);
	});

	it('has no name if the account is unknown', () => {
		assert.deepEqual(draftAccountOf(ticket, undefined), { id: 'session', name: '', instance: '' });
	});
});

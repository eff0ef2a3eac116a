import assert from 'node:assert/strict';
import { notes, signedOutNote } from '../../../../src/tickets/page/notes.ts';
import { textFor } from '../../../kit/items/written-texts.ts';
import { key, view } from '../../../kit/pages/ticket-view.ts';

describe('The notes at the top of the page of a ticket', () => {
	it('name the ticket, and say that its draft is kept', () => {
		const draft = textFor(key, { text: 'Mine.' });
		const [note] = notes({ ...view, pageStatus: { kind: 'missing' }, draft });
		assert.deepEqual(note?.pieces, [
			"~ana/editor#42 doesn't exist, or you don't have access to it. Your draft is kept.",
		]);
	});

	it('say that the ticket was deleted, rather than that it is missing', () => {
		const deleted = { ...view, ticket: undefined, isDeleted: true, pageStatus: { kind: 'missing' } } as const;
		const said = (state: typeof view) => notes(state).map(({ pieces, acts }) => [pieces, acts]);
		assert.deepEqual(said(deleted), [[['~ana/editor#42 was deleted.'], []]]);
		const draft = textFor(key, { text: 'Mine.' });
		assert.deepEqual(said({ ...deleted, draft }), [
			[['~ana/editor#42 was deleted. Your draft is kept.'], []],
		]);
	});

	it('name the account that is signed out', () => {
		const pageStatus = { kind: 'signed-out', instance: 'forge.test' } as const;
		const owner = { account: '~carol', instance: 'forge.test' };
		assert.deepEqual(notes({ ...view, pageStatus }), [signedOutNote(owner, false)]);
	});

	it('say that a draft is kept only if there is one', () => {
		const textOf = (hasDraft: boolean) => signedOutNote(undefined, hasDraft).pieces;
		assert.deepEqual(textOf(true), ['The account for this ticket is signed out. Your draft is kept.']);
		assert.deepEqual(textOf(false), ['The account for this ticket is signed out.']);
	});
});

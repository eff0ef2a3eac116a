import assert from 'node:assert/strict';
import { notes, signedOutNote } from '../../../../src/tickets/page/notes.ts';
import { textFor } from '../../../kit/items/written-texts.ts';
import { key, view } from '../../../kit/pages/ticket-view.ts';

describe('The notes at the top of the page of a ticket', () => {
	it('say that the ticket was deleted, rather than that it is missing', () => {
		const deleted = { ...view, ticket: undefined, isDeleted: true, pageStatus: { kind: 'missing' } } as const;
		const said = (state: typeof view) => notes(state).map(({ pieces, acts }) => [pieces, acts]);
		assert.deepEqual(said(deleted), [[['~ana/editor#42 was deleted.'], []]]);
		const draft = textFor(key, { text: 'Mine.' });
		assert.deepEqual(said({ ...deleted, draft }), [
			[['~ana/editor#42 was deleted. Your draft is kept.'], []],
		]);
	});

	it('say that a draft is kept only if there is one', () => {
		const textOf = (hasDraft: boolean) => signedOutNote(undefined, hasDraft).pieces;
		assert.deepEqual(textOf(true), ['The account for this ticket is signed out. Your draft is kept.']);
		assert.deepEqual(textOf(false), ['The account for this ticket is signed out.']);
	});
});

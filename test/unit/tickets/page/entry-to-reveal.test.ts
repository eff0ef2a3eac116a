import assert from 'node:assert/strict';
import { entryToReveal, missingEntryNote } from '../../../../src/tickets/page/entry-to-reveal.ts';
import { said, view } from '../../../kit/pages/ticket-view.ts';

const events = [said(1, 'Hello.')];
const requested = (event: number, isChecking = false) => ({
	...view,
	events,
	requested: { id: 'a', event, isChecking },
});

describe('The entry that the user has opened a page for', () => {
	it('is missing only once the forge has answered and the ticket is known', () => {
		assert.deepEqual(entryToReveal(requested(2)), { id: 'a', place: null });
		assert.deepEqual(missingEntryNote(requested(2, true)), []);
		assert.deepEqual(missingEntryNote({ ...requested(2), ticket: undefined }), []);
		const [note = assert.fail()] = missingEntryNote(requested(2));
		assert.match(String(note.pieces), /isn't here/);
	});
});

import assert from 'node:assert/strict';
import { ticketPart } from '../../../../src/tickets/model/sentences.ts';

describe('A ticket in a sentence', () => {
	const owner = { canonical_name: '~ana', name: 'ana' };
	const tracker = { id: 1, name: 'docs', owner, created: '', updated: '' };
	const ticket = { id: 7, ref: '~ana/docs#7', title: 'Undo', tracker };

	it('has its name and its title, and opens the ticket', () =>
		assert.deepEqual(ticketPart(ticket), { text: '~ana/docs#7 Undo', open: 'ticket:~ana/docs#7' }));

	it('has a name without a title or a reference from the forge', () => {
		assert.equal(ticketPart({ ...ticket, title: null }).text, '~ana/docs#7');
		assert.equal(ticketPart({ ...ticket, ref: '', title: '' }).text, '~ana/docs#7');
		assert.deepEqual(ticketPart({ ...ticket, ref: '', tracker: null }), { text: '#7 Undo', open: undefined });
	});
});

import assert from 'node:assert/strict';
import { draftWith, draftWithout } from '../../../../src/tickets/model/line-below.ts';

describe('A line that is sent', () => {
	const above = 'Two\nlines.\n';

	it('is the whole draft if nothing is above it', () => {
		assert.equal(draftWith({ text: 'Thanks. ' }), 'Thanks. ');
		assert.equal(draftWithout({ text: 'Thanks.' }, 'Thanks.'), '');
		assert.equal(draftWithout({ text: 'Thanks.' }, 'Thanks.\n\nMore.'), 'More.');
	});

	it('is a paragraph below the other lines of the draft', () => {
		assert.equal(draftWith({ text: ' Thanks.', above }), 'Two\nlines.\n\nThanks.');
		assert.equal(draftWith({ text: ' ', above }), above);
	});

	it('leaves the lines above it, or all of a draft that has changed', () => {
		const sent = { text: 'Thanks.', above };
		assert.equal(draftWithout(sent, draftWith(sent)), above);
		for (const now of ['', 'Thanks.', `${draftWith(sent)}!`]) assert.equal(draftWithout(sent, now), now);
	});
});

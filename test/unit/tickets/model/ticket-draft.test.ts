import assert from 'node:assert/strict';
import {
	continues,
	type DraftBody,
	emptyBody,
	isBlank,
	isSame,
} from '../../../../src/tickets/model/ticket-draft.ts';

const written: DraftBody = {
	title: 'Tabs',
	text: 'They are lost.',
	status: 'resolved',
	resolution: 'fixed',
	addLabels: ['bug', 'terminal'],
	removeLabels: ['wip', 'undo'],
	base: '2026-03-04T05:06:07Z',
};

const parts: readonly Partial<DraftBody>[] = [
	{ title: 'Tab' },
	{ text: 'They are lost' },
	{ status: 'confirmed' },
	{ status: null },
	{ resolution: 'invalid' },
	{ resolution: null },
	{ addLabels: ['bug'] },
	{ addLabels: ['bug', 'terminal', 'easy'] },
	{ removeLabels: [] },
	{ removeLabels: ['wip', 'undo', 'slow'] },
];

describe('A draft', () => {
	it('equals one with the same text and choices, whatever version of the ticket the user saw', () => {
		assert.equal(isSame(written, structuredClone(written)), true);
		assert.equal(isSame(written, { ...written, base: null }), true);
		assert.equal(isSame(emptyBody, { ...emptyBody }), true);
	});

	for (const part of parts) {
		it(`differs from one with ${JSON.stringify(part)}`, () => {
			assert.equal(isSame(written, { ...written, ...part }), false);
			assert.equal(isSame({ ...written, ...part }, written), false);
		});
	}

	it('is blank without text and choices, whatever version of the ticket the user saw', () => {
		assert.equal(isBlank(emptyBody), true);
		assert.equal(isBlank({ ...emptyBody, base: '2026-03-04T05:06:07Z' }), true);
	});

	for (const part of [
		{ title: 'T' },
		{ text: ' ' },
		{ status: 'resolved' },
		{ resolution: 'fixed' },
		{ addLabels: ['bug'] },
		{ removeLabels: ['bug'] },
	]) {
		it(`is not blank with ${JSON.stringify(part)} alone`, () => {
			assert.equal(isBlank({ ...emptyBody, ...part }), false);
		});
	}
});

describe('A draft that replaces another', () => {
	for (const [what, part] of [
		['is the same', {}],
		['goes on with the text', { text: 'They are lost. And found.' }],
		['goes on with the title', { title: 'Tabs are lost' }],
		['has more labels', { addLabels: ['easy', 'terminal', 'bug'], removeLabels: ['undo', 'slow', 'wip'] }],
		['was begun at another version of the ticket', { base: null }],
	] as const) {
		it(`continues it if it ${what}`, () => {
			assert.equal(continues({ ...written, ...part }, written), true);
		});
	}

	for (const [what, part] of [
		['has a changed text', { text: 'They were lost.' }],
		['has a shorter text', { text: 'They are' }],
		['has new text before the old one', { text: 'See: They are lost.' }],
		['has a changed title', { title: 'Tab' }],
		['has another status', { status: 'confirmed' }],
		['has no status', { status: null }],
		['has another resolution', { resolution: 'invalid' }],
		['has no resolution', { resolution: null }],
		['adds one label fewer', { addLabels: ['terminal', 'easy'] }],
		['removes one label fewer', { removeLabels: ['wip', 'slow'] }],
	] as const) {
		it(`does not continue it if it ${what}`, () => {
			assert.equal(continues({ ...written, ...part }, written), false);
		});
	}

	it('continues an empty draft, but an empty draft does not continue it', () => {
		assert.equal(continues(written, emptyBody), true);
		assert.equal(continues(emptyBody, written), false);
	});
});

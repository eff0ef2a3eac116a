import assert from 'node:assert/strict';
import { commentedNotes } from '../../../../../src/patches/page/comments/commented-notes.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const reading = readingOf([sentMail({ id: 1, subject: '[PATCH v2] Words', text: patchText('a.c') })]);
const note = (count: number, canCarry: boolean) =>
	commentedNotes(reading, { name: 'v1', comments: Array(count), canCarry }).map(({ pieces, acts }) => [
		pieces.join(''),
		acts.map(({ label }) => label),
	]);

describe('A note about comments on another version', () => {
	it('offers to show them, and to carry them over', () => {
		assert.deepEqual(note(2, true), [['You have 2 draft comments on v1.', ['Show v1', 'Carry Over to v2']]]);
	});

	it('says if the shown version does not have what they are about', () => {
		assert.deepEqual(note(1, false), [
			['You have 1 draft comment on v1. v2 does not have what it is about.', ['Show v1']],
		]);
	});

	it('is not there if there are none', () => {
		assert.deepEqual(commentedNotes(reading, undefined), []);
	});
});

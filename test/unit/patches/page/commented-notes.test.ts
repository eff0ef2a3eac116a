import assert from 'node:assert/strict';
import { commentedNotes } from '../../../../src/patches/page/commented-notes.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

const reading = readingOf([sentMail({ id: 1, subject: '[PATCH v2] Words', text: patchText('a.c') })]);
const page = { account: 'one', owner: '~ana', list: 'editor-devel', patchset: 1 };
const note = (count: number, ...gone: readonly string[]) =>
	commentedNotes(reading, {
		...{ page, name: 'v1', comments: Array(count), canCarry: gone.length < count },
		gone: gone.map((text) => ({ body: { text } })),
	}).map(({ pieces, acts }) => [pieces.join(''), acts.map(({ label }) => label)]);

describe('A note about comments on another version', () => {
	it('names those about what the shown version does not have', () => {
		assert.deepEqual(note(1, 'Why?\n'), [
			['You have 1 draft comment on v1. It is about something that v2 does not have: “Why?”.', ['Show v1']],
		]);
		const texts = (...gone: readonly string[]) => note(4, ...gone).map(([text]) => text);
		assert.deepEqual(texts('Why?', 'Is\nthis so?'), [
			'You have 4 draft comments on v1. 2 of them are about something that v2 does not have: “Why?”, “Is this so?”.',
		]);
		assert.deepEqual(texts('Why?'), [
			'You have 4 draft comments on v1. 1 of them is about something that v2 does not have: “Why?”.',
		]);
		assert.deepEqual(texts('a', 'b', 'c', 'd'), [
			'You have 4 draft comments on v1. They are about something that v2 does not have: “a”, “b”, “c” and 1 more.',
		]);
	});
});

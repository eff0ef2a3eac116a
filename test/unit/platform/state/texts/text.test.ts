import assert from 'node:assert/strict';
import { isSameVersion, parseText, stringifyText } from '../../../../../src/platform/state/texts/text.ts';
import { letters, textOf } from '../letters.ts';

const text = textOf('text', 'Hm', { revision: 3 });

const parse = (stored: unknown) => parseText(letters, JSON.stringify(stored));

describe('The file of a text', () => {
	it('is read as it was written', () => {
		assert.deepEqual(parseText(letters, stringifyText(text)), text);
	});

	for (const [what, part] of [
		['has an unknown state', { state: 'lost' }],
		['has no version', { revision: undefined }],
		['has another kind of key', { key: 'bob' }],
		['has another kind of body', { body: { text: 1 } }],
	] as const)
		it(`is none if it ${what}`, () => {
			assert.equal(parse({ ...text, entries: [], ...part }), undefined);
		});

	for (const saved of [1e300, -1e300])
		it(`has a time that can be shown, even if it says ${saved}`, () => {
			const read = parse({ ...text, entries: [], saved });
			assert.doesNotThrow(() => new Date(read?.saved ?? Number.NaN).toISOString());
		});

	for (const state of ['editing', 'sent', 'discarded'] as const)
		it(`has no entries of an outbox if it is ${state}`, () => {
			assert.deepEqual(parse({ ...text, entries: ['left'], state }), { ...text, state });
		});

	it('has the entries of an outbox that an earlier version has stored with it', () => {
		const entries = [{ id: 'one' }];
		assert.deepEqual(parse({ ...text, state: 'queued', entries }), { ...text, state: 'sent', entries });
	});

	it('is none if it is only the beginning of one', () => {
		assert.equal(parseText(letters, stringifyText(text).slice(0, -3)), undefined);
	});
});

describe('The version of a text', () => {
	it('differs if another writer or another revision wrote it', () => {
		assert.equal(isSameVersion(text, { revision: 3, writer: 'page' }), true);
		assert.equal(isSameVersion(text, { revision: 4, writer: 'page' }), false);
		assert.equal(isSameVersion(text, { revision: 3, writer: 'other' }), false);
	});
});

import assert from 'node:assert/strict';
import {
	isSameVersion,
	parseText,
	stringifyText,
	type Text,
} from '../../../../../src/platform/state/texts/text.ts';
import { type Delivery, type Letter, type LetterKey, letter, letters } from '../letters.ts';

const entries = [{ id: 'one', textId: 'text', to: '~bob' }];
const text: Text<LetterKey, Letter, Delivery> = {
	...{ id: 'text', account: { id: 'session', name: '~ana', instance: 'forge.test' }, key: letter },
	...{ body: { text: 'Hm', stamps: ['50 c'] }, revision: 3, writer: 'page', saved: 7 },
	...{ state: 'queued', entries },
};

const parse = (stored: unknown) => parseText(letters, JSON.stringify(stored));

describe('The file of a text', () => {
	it('is read as it was written', () => {
		assert.deepEqual(parse(text), text);
	});

	it('has its entries as the format stores them', () => {
		const format = { ...letters, toStored: ({ id }: Delivery) => ({ id }) };
		assert.deepEqual(JSON.parse(stringifyText(format, text)).entries, [{ id: 'one' }]);
	});

	for (const [what, part] of [
		['has an unknown state', { state: 'lost' }],
		['has no version', { revision: undefined }],
		['has another kind of key', { key: 'bob' }],
		['has another kind of body', { body: { text: 1 } }],
		['has an entry that cannot be read', { entries: [...entries, { id: 'two' }] }],
	] as const)
		it(`is none if it ${what}`, () => {
			assert.equal(parse({ ...text, ...part }), undefined);
		});

	for (const saved of [1e300, -1e300])
		it(`has a time that can be shown, even if it says ${saved}`, () => {
			const read = parse({ ...text, saved });
			assert.doesNotThrow(() => new Date(read?.saved ?? Number.NaN).toISOString());
		});

	for (const state of ['editing', 'sent', 'discarded'] as const)
		it(`has no entries if it is ${state}`, () => {
			assert.deepEqual(parse({ ...text, state }), { ...text, state, entries: [] });
		});

	it('has entries of this text, whatever they say', () => {
		assert.deepEqual(parse({ ...text, entries: [{ id: 'one', to: '~bob' }] }), text);
		assert.deepEqual(parse({ ...text, entries: [{ ...entries[0], textId: 'other' }] }), text);
	});

	it('is none if it is only the beginning of one', () => {
		assert.equal(parseText(letters, stringifyText(letters, text).slice(0, -3)), undefined);
	});
});

describe('The version of a text', () => {
	it('differs if another writer or another revision wrote it', () => {
		assert.equal(isSameVersion(text, { revision: 3, writer: 'page' }), true);
		assert.equal(isSameVersion(text, { revision: 4, writer: 'page' }), false);
		assert.equal(isSameVersion(text, { revision: 3, writer: 'other' }), false);
	});
});

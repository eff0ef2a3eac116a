import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	parseDeduplicated,
	stringifyDeduplicated,
} from '../../../../../src/platform/state/outbox/text-deduplication.ts';

const long = 'Fixed in the next release. '.repeat(80);

describe('A list with texts that are stored once', () => {
	it('has a long text once, however many entries have it', () => {
		const list = Array.from({ length: 200 }, (_, ticket) => ({ ticket, change: { comment: long } }));
		const spelled = stringifyDeduplicated(list);
		assert.equal(spelled.split(long).length - 1, 1);
		assert.deepEqual(parseDeduplicated(spelled), list);
	});

	it('is a plain list if no long text is repeated', () => {
		const list = [{ text: long }, { text: `${long}!` }, { text: 'short' }, { text: 'short' }];
		assert.equal(stringifyDeduplicated(list), JSON.stringify(list));
		assert.deepEqual(parseDeduplicated(JSON.stringify(list)), list);
	});

	it('is read as it was written, whatever it contains', () => {
		const text = fc.constantFrom(long, `${long}\n"\\`, 'short', '');
		const value = fc.letrec((tie) => ({
			value: fc.oneof(
				{ depthSize: 'small' },
				text,
				fc.integer(),
				fc.constant(null),
				fc.array(tie('value'), { maxLength: 4 }),
				fc.dictionary(fc.constantFrom('texts', 'entries', 'text', '__proto__'), tie('value'), {
					noNullPrototype: true,
				}),
			),
		})).value;
		fc.assert(
			fc.property(fc.array(value), (list) => {
				assert.deepEqual(parseDeduplicated(stringifyDeduplicated(list)), JSON.parse(JSON.stringify(list)));
			}),
		);
	});

	for (const [what, text] of [
		['no JSON', '{"'],
		['another kind of value', '{}'],
		['texts without entries', '{"texts":[]}'],
	] as const) {
		it(`is unreadable if it is ${what}`, () => {
			assert.equal(parseDeduplicated(text), undefined);
		});
	}

	it('has nothing in the place of a text that is missing', () => {
		assert.deepEqual(parseDeduplicated('{"texts":[],"entries":[{"comment":{"$text":0}}]}'), [
			{ comment: undefined },
		]);
	});
});

import assert from 'node:assert/strict';
import { remember, rememberByObject } from '../../../src/base/remember.ts';

describe('A function that remembers', () => {
	/** Counts how often texts are read. */
	function open() {
		const read: string[] = [];
		const length = remember((text) => {
			read.push(text);
			return { length: text.length };
		});
		return { read, length };
	}

	it('reads an object once', () => {
		const copy = rememberByObject((original: object) => ({ ...original }));
		const original = {};
		assert.equal(copy(original), copy(original));
		assert.notEqual(copy(original), copy({}));
	});

	it('reads a text once', () => {
		const { read, length } = open();
		assert.equal(length('one'), length('one'));
		assert.deepEqual([length('').length, length('three').length], [0, 5]);
		assert.deepEqual(read, ['one', '', 'three']);
	});

	it('does not keep long texts', () => {
		const { read, length } = open();
		const long = 'x'.repeat(1_000_000);
		assert.deepEqual(length(long), length(long));
		assert.equal(read.length, 2);
	});

	it('forgets before there are too many texts, but not those that were used last', () => {
		const { read, length } = open();
		for (let number = 0; number <= 40_000; number++) {
			length(`${number}`);
			length('used');
		}
		assert.equal(read.length, 40_002);
		for (const number of [40_000, 39_999, 30_000]) length(`${number}`);
		assert.equal(read.length, 40_002);
		length('0');
		assert.equal(read.length, 40_003);
	});
});

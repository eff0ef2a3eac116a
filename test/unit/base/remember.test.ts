import assert from 'node:assert/strict';
import { remember } from '../../../src/base/remember.ts';

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

	it('forgets before there are too many texts', () => {
		const { read, length } = open();
		for (let number = 0; number <= 10_000; number++) length(`${number}`);
		length('0');
		assert.deepEqual([read.length, read.at(-1)], [10_002, '0']);
		length('10000');
		assert.equal(read.length, 10_002);
	});
});

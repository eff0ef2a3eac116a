import assert from 'node:assert/strict';
import { digestOf } from '../../../src/base/digest.ts';

describe('A digest', () => {
	it('is short, the same for equal values, and different for others', () => {
		const values = [null, [], ['a', 'b'], ['ab'], { a: 1 }, 'x'.repeat(10_000)];
		const digests = values.map(digestOf);
		assert.equal(new Set(digests).size, values.length);
		assert.deepEqual(structuredClone(values).map(digestOf), digests);
		assert.ok(digests.every((digest) => /^[\w-]{12}$/.test(digest)));
	});
});

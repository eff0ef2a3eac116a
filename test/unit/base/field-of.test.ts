import assert from 'node:assert/strict';
import { fieldOf } from '../../../src/base/field-of.ts';

describe('A field of an unknown value', () => {
	it('is undefined unless the value is an object that has it', () => {
		assert.equal(fieldOf({ name: 'ana' }, 'name'), 'ana');
		for (const value of [{}, [], null, undefined, 'name', 1]) assert.equal(fieldOf(value, 'name'), undefined);
	});
});

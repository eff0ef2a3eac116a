import assert from 'node:assert/strict';
import { fieldsOf } from '../../../../src/forge/graphql/document.ts';

describe('The fields of a row', () => {
	it('are not the letters of a text that the server has sent in its place', () => {
		assert.deepEqual({ ...fieldsOf(JSON.parse('{"id":1}')) }, { id: 1 });
		assert.throws(() => fieldsOf(JSON.parse('"text"')), TypeError);
	});
});

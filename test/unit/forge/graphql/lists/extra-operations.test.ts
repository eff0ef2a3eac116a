import assert from 'node:assert/strict';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listExtraRows } from '../../../../../src/forge/rows/lists.ts';

describe('The operations on lists that REST does not have', () => {
	it('are those of its rows, and only read', () => {
		assert.deepEqual(Object.keys(listExtraOperations), Object.keys(listExtraRows));
		const scopes = Object.values(listExtraOperations).flatMap((operation) => operation?.scopes ?? []);
		assert.ok(scopes.length > 0 && scopes.every((scope) => scope.endsWith(':RO')));
	});
});

import assert from 'node:assert/strict';
import { repositoryExtraOperations } from '../../../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryExtraRows } from '../../../../../src/forge/rows/repositories.ts';

describe('The operations on repositories that REST does not have', () => {
	it('are those of its rows, and only read', () => {
		assert.deepEqual(Object.keys(repositoryExtraOperations), Object.keys(repositoryExtraRows));
		const scopes = Object.values(repositoryExtraOperations).flatMap((operation) => operation?.scopes ?? []);
		assert.ok(scopes.length > 0 && scopes.every((scope) => scope.endsWith(':RO')));
	});
});

import assert from 'node:assert/strict';
import {
	log,
	treeAtPath,
	treeOfObject,
	treeOfRevision,
} from '../../../../../src/forge/graphql/repositories/documents.ts';

describe('A document about a repository', () => {
	it('asks for the entries of a tree without their objects, because a submodule has none and would fail the list', () => {
		for (const { ofOwner } of [treeOfRevision, treeOfObject, treeAtPath]) {
			assert.match(ofOwner, /entries\(cursor: \$cursor\) \{ results \{ name id mode \} next: cursor \}/);
		}
	});

	it('begins a log at a revision instead of a cursor, which would ignore the revision', () => {
		assert.match(log.ofOwner, /log\(from: \$from\)/);
		assert.doesNotMatch(log.ofOwner, /\$cursor/);
	});
});

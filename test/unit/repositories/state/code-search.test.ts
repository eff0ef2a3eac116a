import assert from 'node:assert/strict';
import { CodeSearch } from '../../../../src/repositories/state/code-search.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { demoForge } from '../../../kit/forge/demo-forge.ts';

const editor = { account: 'bob', owner: '~ana', repository: 'editor' };
const { signal } = new AbortController();
const missing = {
	...{ name: 'ForgeError', kind: 'refused' },
	message: 'forge.test cannot search code. Find in Repository… can search the same files.',
};

describe('The search of code of an account', () => {
	const searchOf = ({ connection }: Account) => new CodeSearch(connection.repositoryExtras, 'forge.test');
	const open = async ({ extras = assert.fail() }: CodeSearch) =>
		extras.openRepository({ owner: editor.owner, repository: editor.repository });

	describe('on an older forge', () => {
		const { inGraphql } = demoForge('older-repositories');

		for (const [what, use] of [
			['has shown a repository', open],
			[
				'was asked to search',
				(search: CodeSearch) => assert.rejects(search.find(editor, 'undo', signal), missing),
			],
		] as const)
			it(`is no longer offered after the forge ${what}`, async () => {
				const search = searchOf(inGraphql('bob'));
				assert.equal(search.isOffered, true);
				await use(search);
				assert.equal(search.isOffered, false);
				await assert.rejects(search.find(editor, 'undo', signal), missing);
				assert.equal((await open(search)).repository.name, 'editor');
			});
	});
});

import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { CodeSearch } from '../../../../src/repositories/state/code-search.ts';
import { startForge } from '../../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { accountInGraphql } from '../../../kit/forge/account-in-graphql.ts';

const editor = { account: 'bob', owner: '~ana', repository: 'editor' };
const { signal } = new AbortController();
const missing = {
	...{ name: 'ForgeError', kind: 'refused' },
	message: 'forge.test cannot search code. Find in Repository… can search the same files.',
};

describe('The search of code of an account', () => {
	async function withForge(
		drift: readonly Quirk[],
		act: (search: CodeSearch) => Promise<void>,
	): Promise<void> {
		const forge = await startForge({ port: 0, drift, ...dialectOptions('graphql') });
		const lifetime = new Lifetime();
		try {
			const { connection } = accountInGraphql(forge, lifetime, () => {});
			await act(new CodeSearch(connection.repositoryExtras, 'forge.test'));
		} finally {
			lifetime.dispose();
			await forge.stop();
		}
	}

	const open = async ({ extras = assert.fail() }: CodeSearch) =>
		extras.openRepository({ owner: editor.owner, repository: editor.repository });

	it('is offered and finds files while the forge does not say that it has none', () =>
		withForge([], async (search) => {
			assert.equal(search.isOffered, true);
			assert.ok((await search.find(editor, 'undo', signal)).total_files > 0);
			await open(search);
			assert.equal(search.isOffered, true);
			assert.ok((await search.find(editor, 'undo', signal)).total_files > 0);
		}));

	it('is no longer offered after an older forge has shown a repository', () =>
		withForge(['older-repositories'], async (search) => {
			assert.equal(search.isOffered, true);
			await assert.rejects(search.find(editor, 'undo', signal), {
				message: 'This forge cannot search code.',
			});
			assert.equal((await open(search)).repository.name, 'editor');
			assert.equal(search.isOffered, false);
			await assert.rejects(search.find(editor, 'undo', signal), missing);
		}));

	it('is not offered in REST', async () => {
		const search = new CodeSearch(undefined, 'forge.test');
		assert.equal(search.isOffered, false);
		await assert.rejects(search.find(editor, 'undo', signal), missing);
	});
});

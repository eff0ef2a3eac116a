import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/opened-repository.ts';
import { repositoryExtraOperations } from '../../../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryExtraRows } from '../../../../../src/forge/rows/repositories.ts';
import { Refused, scriptedClient } from '../scripted-client.ts';

const path = { owner: '~ana', repository: 'garden' };
const id = (digit: string) => digit.repeat(40);
const main = { name: 'refs/heads/main', target: id('a') };
const commit = {
	...{
		id: id('a'),
		short_id: 'aaaaaaa',
		message: 'Plant it\n',
		tree: { id: id('b') },
		parents: [{ id: id('c') }],
	},
	...{ author: { name: 'Ana', email: 'ana@forge.test', time: '2026-11-20T07:18:12Z' }, committer: null },
};
const inRepository = (fields: object) => ({ repository: { id: 42, ...fields } });
const details = inRepository({
	...{ name: 'garden', visibility: 'PUBLIC', owner: { canonical_name: '~ana' } },
});
const log = inRepository({ log: { results: [commit], next: null } });
const references = (next: string | null, ...results: readonly object[]) =>
	inRepository({ references: { results, next }, HEAD: { name: 'refs/heads/main' } });

describe('A repository with its references and newest commits', () => {
	const { open } = scriptedClient(repositoryExtraRows, repositoryExtraOperations);

	it('comes from an older version, which cannot search code, and is no longer asked for that', async () => {
		const unknownField = new Refused(422, 'Cannot query field "features" on type "Version".');
		const opened = { data: { details, log, references: references(null, main) } };
		const { client, sent } = await open(unknownField, opened, opened);
		for (const name of ['garden', 'shed']) {
			const { repository, has_code_search } = await client.openRepository({ ...path, repository: name });
			assert.deepEqual([repository.name, has_code_search], ['garden', false]);
		}
		assert.deepEqual(
			sent().map(({ document }) => /features/.test(document)),
			[true, false, false],
		);
	});
});

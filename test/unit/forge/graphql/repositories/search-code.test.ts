import assert from 'node:assert/strict';
import '../../../../../src/forge/shapes/code-search.ts';
import { repositoryExtraOperations } from '../../../../../src/forge/graphql/repositories/extra-operations.ts';
import { codeSearch } from '../../../../../src/forge/graphql/repositories/search-code.ts';
import { repositoryExtraRows } from '../../../../../src/forge/rows/repositories.ts';
import { Refused, scriptedClient } from '../scripted-client.ts';

const path = { owner: '~ana', repository: 'garden' };
const answer = (found: unknown) => ({ data: { owner: { repository: { id: 42, codeSearch: found } } } });

describe('A search of code', () => {
	const { open } = scriptedClient(repositoryExtraRows, repositoryExtraOperations);

	it('asks once, and brings the lines of each file with their matches', async () => {
		const found = {
			...{ total_files: 2, total_matches: 7 },
			files: [{ name: 'bed.c', lines: [{ text: 'rose', number: 3, matches: [{ start: 1, length: 2 }] }] }],
		};
		const { client, sent } = await open(answer(found));
		assert.deepEqual(await client.searchCode(path, { query: 'os' }), found);
		assert.deepEqual(sent(), [
			{ document: codeSearch.ofOwner, variables: { repository: 'garden', owner: 'ana', query: 'os' } },
		]);
	});

	it('leaves out what cannot be read', async () => {
		const line = { text: 'rose', number: 3, matches: null };
		const files = [null, { name: 7 }, { name: 'a', lines: null }, { name: 'b', lines: [{ text: 1 }, line] }];
		const { client } = await open(answer({ total_files: 'many', files }));
		assert.deepEqual(await client.searchCode(path, { query: 'rose' }), {
			...{ total_files: 0, total_matches: 0 },
			files: [
				{ name: 'a', lines: [] },
				{ name: 'b', lines: [{ text: 'rose', number: 3, matches: [] }] },
			],
		});
	});

	it('says that the query is wrong if the forge cannot read it', async () => {
		const error = {
			...{ message: 'missing closing ): `(rose`', extensions: { code: 'ERR_SYNTAX' } },
			path: ['owner', 'repository', 'codeSearch'],
		};
		const { client } = await open({ data: { owner: { repository: null } }, errors: [error] });
		await assert.rejects(client.searchCode(path, { query: '(rose' }), {
			...{ kind: 'refused', message: 'missing closing ): `(rose`.' },
			reasons: [{ field: 'query', reason: 'missing closing ): `(rose`' }],
		});
	});

	it('is refused with a status of its own by a version that does not know it', async () => {
		const { client } = await open(new Refused(422, 'Cannot query field "codeSearch" on type "Repository".'));
		await assert.rejects(client.searchCode(path, { query: 'rose' }), { status: 422 });
	});
});

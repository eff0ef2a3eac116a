import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/repositories/opened-repository.ts';
import { repositoryExtraOperations } from '../../../../../src/forge/graphql/repositories/extra-operations.ts';
import { flushPacket, packet } from '../../../../../src/forge/graphql/repositories/git/packets.ts';
import { repositoryExtraRows } from '../../../../../src/forge/rows/repositories.ts';
import { Refused, scriptedClient } from '../scripted-client.ts';

const path = { owner: '~ana', repository: 'garden' };
const id = (digit: string) => digit.repeat(40);
const main = { name: 'refs/heads/main', target: id('a') };
const head = { name: 'HEAD', target: 'refs/heads/main' };
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
const failure = (part: string) => ({ message: 'reference not found', path: [part, 'repository', part] });

describe('A repository with its references and newest commits', () => {
	const { open } = scriptedClient(repositoryExtraRows, repositoryExtraOperations);

	it('comes with one request', async () => {
		const { client, sent } = await open({ data: { details, log, references: references(null, head, main) } });
		const opened = await client.openRepository(path);
		assert.deepEqual([opened.repository.name, opened.repository.visibility], ['garden', 'public']);
		assert.deepEqual(opened.references, { rows: [head, main], next: null });
		assert.deepEqual(
			opened.log?.map(({ tree, parents }) => [tree, parents]),
			[[id('b'), [id('c')]]],
		);
		assert.equal(sent().length, 1);
	});

	it('has all references, which git sends if they have several pages', async () => {
		const more = 'refs/heads/more';
		const advertised = [
			packet('# service=git-upload-pack\n'),
			flushPacket,
			packet(`${id('d')} ${more}\n`),
			flushPacket,
		];
		const first = references('more', main);
		const { client, sent } = await open({ data: { details, log, references: first } }, advertised.join(''));
		const opened = await client.openRepository(path);
		assert.deepEqual(opened.references, { rows: [head, { name: more, target: id('d') }], next: null });
		assert.equal(sent().length, 2);
	});

	it('says that there are further references if git cannot be asked', async () => {
		const first = references('more', main);
		const { client } = await open({ data: { details, log, references: first } }, new Refused(404));
		assert.deepEqual((await client.openRepository(path)).references, { rows: [head, main], next: 'more' });
	});

	it('is there without the parts that failed', async () => {
		const { client } = await open({
			data: { details, references: null, log: { repository: null } },
			errors: [failure('references'), failure('log')],
		});
		const opened = await client.openRepository(path);
		assert.deepEqual([opened.repository.name, opened.references, opened.log], ['garden', null, null]);
	});

	for (const [says, version, expected] of [
		['can search code', { features: { code_search: true } }, true],
		['cannot search code', { features: { code_search: false } }, false],
		['says nothing about that', null, null],
	] as const)
		it(`comes from a forge that ${says}`, async () => {
			const { client } = await open({ data: { details, log, references: references(null), version } });
			assert.equal((await client.openRepository(path)).has_code_search, expected);
		});

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

	it('is missing without its details', async () => {
		const { client } = await open({ data: { details: { repository: null }, references: null, log: null } });
		await assert.rejects(client.openRepository(path), { kind: 'missing' });
	});
});

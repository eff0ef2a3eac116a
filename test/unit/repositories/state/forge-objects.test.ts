import assert from 'node:assert/strict';
import { blobId } from '../../../../src/platform/git/blob-id.ts';
import { ForgeObjects, type RepositoryClient } from '../../../../src/repositories/state/forge-objects.ts';
import { allQuirks, type Quirk } from '../../../../src/sandbox/server/drift.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { armor, submodule, writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';

const missing = '1'.repeat(40);
const remote = { owner: '~alice', repository: 'demo' };
const hello = Buffer.from('hello\n');
const helloId = 'ce013625030ba8dba906f756967f9e9ca394464a';

/** A forge that answers as given. */
function objectsOf(answers: Readonly<Record<string, unknown>>, real: RepositoryClient): ForgeObjects {
	return new ForgeObjects({ ...remote, client: { ...real, ...answers } });
}

describe('The objects of a forge', () => {
	let world: Awaited<ReturnType<typeof startRepository>> | undefined;
	afterEach(async () => {
		await world?.stop();
		world = undefined;
	});

	async function start(quirks: readonly Quirk[] = []) {
		world = await startRepository(quirks);
		const ids = writeHistory(world.folder);
		const id = (name: string) => feed(world?.folder ?? '', '', 'rev-parse', name);
		world.asked.length = 0;
		return { ...world, ids, id };
	}

	it('are read by id, with one request each', async () => {
		const { objects, asked, ids, id } = await start();
		assert.equal((await objects.tree(ids.tree))?.id, ids.tree);
		assert.equal((await objects.rootTree(ids.master))?.id, ids.tree);
		assert.equal((await objects.commit(ids.signed))?.tree, ids.tree);
		const { signature } = (await objects.commit(ids.signed))?.signature ?? assert.fail();
		assert.equal(Buffer.from(signature, 'base64').toString(), armor);
		await objects.blob(id('master:README.md'), { most: 100 });
		await objects.blob(id('master:README.md'), {
			location: { commit: ids.master, path: 'README.md' },
			most: 100,
		});
		assert.deepEqual(asked, [
			`/tree/${ids.tree}`,
			`/tree/${ids.master}`,
			`/log/${ids.signed}`,
			`/log/${ids.signed}`,
			`/blob/${id('master:README.md')}`,
			`/blob/${ids.master}/README.md`,
		]);
	});

	it('of a folder that the forge could not list completely say so', async () => {
		const { remote: served, ids } = await start();
		const { client } = served;
		const { entries } = await client.treeOf({ ...remote, ref: ids.tree });
		const answer = { id: ids.tree, short_id: '', entries: entries.slice(1), is_complete: false };
		const objects = objectsOf({ treeOf: async () => answer }, client);
		for (const tree of [await objects.tree(ids.tree), await objects.rootTree(ids.tree)]) {
			assert.equal(tree?.isPartial, true);
			assert.match(tree.problems.at(-1) ?? '', /^Some entries are missing.*A local clone has them\.$/);
		}
	});

	for (const quirks of [[], allQuirks]) {
		it(`are undefined if they are missing or of another type (${quirks.length} quirks)`, async () => {
			const { objects, ids, id } = await start(quirks);
			const blob = id('master:README.md');
			for (const wrong of [missing, ids.master, ids.tag, blob, submodule]) {
				assert.equal(await objects.tree(wrong), undefined, wrong);
			}
			for (const wrong of [missing, ids.tree, ids.tag, blob]) {
				assert.equal(await objects.commit(wrong), undefined, wrong);
			}
			assert.equal(await objects.rootTree(missing), undefined);
			for (const wrong of [missing, ids.tree, ids.master]) {
				assert.equal(await objects.blob(wrong, { most: 100 }), undefined, wrong);
			}
		});
	}

	it('tell which commit a reference or an annotated tag stands for', async () => {
		const { objects, ids } = await start();
		for (const revision of ['HEAD', 'master', 'v1.0.0', ids.tag, ids.master]) {
			assert.equal(await objects.resolve(revision), ids.master, revision);
		}
		assert.equal(await objects.resolve('feature/tree-view'), ids.feature);
		assert.equal(await objects.resolve('missing'), undefined);
	});

	it('has no commit for HEAD while the repository is empty', async () => {
		world = await startRepository();
		assert.equal(await world.objects.resolve('HEAD'), undefined);
	});

	it('of a location that has other content are read by their id', async () => {
		const { objects, asked, ids, id } = await start();
		const blob = await objects.blob(id('master:README.md'), {
			location: { commit: ids.master, path: 'crlf.txt' },
			most: 100,
		});
		assert.deepEqual(blob, { kind: 'bytes', bytes: Buffer.from('# Demo\n') });
		assert.deepEqual(asked, [`/blob/${ids.master}/crlf.txt`, `/blob/${id('master:README.md')}`]);
	});

	it('with a name that is not UTF-8 are read by their id', async () => {
		const { objects, folder } = await start();
		const commit =
			'commit refs/heads/odd\ncommitter A <a@b> 1 +0000\ndata 0\nM 100644 inline "caf\\351"\ndata 6\nhello\n\n';
		feed(folder, commit, 'fast-import', '--quiet');
		const head = feed(folder, '', 'rev-parse', 'odd');
		const [entry = assert.fail()] = (await objects.rootTree(head))?.entries ?? [];
		assert.deepEqual(entry, { name: 'caf\ufffd', kind: 'file', id: helloId });
		const blob = await objects.blob(entry.id, { location: { commit: head, path: entry.name }, most: 100 });
		assert.deepEqual(blob, { kind: 'bytes', bytes: hello });
	});

	it('that are larger than wanted are not read, and their size is known', async () => {
		const { objects, id, folder } = await start();
		const readme = id('master:README.md');
		assert.deepEqual(await objects.blob(readme, { most: 7 }), {
			kind: 'bytes',
			bytes: Buffer.from('# Demo\n'),
		});
		assert.deepEqual(await objects.blob(readme, { most: 6 }), { kind: 'too-large', size: 7 });
		const large = feed(folder, Buffer.alloc(200_000), 'hash-object', '-w', '--stdin');
		assert.deepEqual(await objects.blob(large, { most: 100 }), { kind: 'too-large', size: 200_000 });
	});

	it('are refused if the content does not match the id', async () => {
		const { objects, remote } = await start();
		assert.equal(blobId(hello, helloId), helloId);
		const wrong = objectsOf({ blob: async () => Buffer.from('hellO\n') }, remote.client);
		await assert.rejects(wrong.blob(helloId, { most: 100 }), /content does not match/);
		const tree = objectsOf({ treeOf: async () => ({ id: 'x', short_id: '', entries: [] }) }, remote.client);
		await assert.rejects(tree.rootTree(missing), /without a valid object ID/);
		assert.equal(await tree.tree(missing), undefined);
		assert.equal(await objects.blob(helloId, { most: 100 }), undefined);
	});

	it('have the mode that their type says, if the server leaves the mode out', async () => {
		const { remote } = await start();
		const entries = [
			{ name: 'a', id: missing, type: 'tree', mode: 0o100644 },
			{ name: 'b', id: missing, type: 'commit', mode: 0o100644 },
			{ name: 'c', id: missing, type: 'blob', mode: 0o100644 },
			{ name: '..', id: missing, type: 'tree', mode: 0o040000 },
		];
		const answer = { id: helloId, short_id: '', entries, is_complete: true };
		const objects = objectsOf({ treeOf: async () => answer }, remote.client);
		const tree = await objects.tree(helloId);
		assert.deepEqual(
			tree?.entries.map(({ kind }) => kind),
			['directory', 'submodule', 'file'],
		);
		assert.equal(tree?.problems.length, 1);
	});

	it('reject with the reason of the signal, and with the failure of the forge', async () => {
		const { objects, line, ids } = await start();
		const reason = new Error('enough');
		await assert.rejects(objects.tree(ids.tree, { signal: AbortSignal.abort(reason) }), reason);
		line.isCut = true;
		await assert.rejects(objects.tree(ids.tree), { kind: 'offline' });
		await assert.rejects(objects.blob(helloId, { most: 100 }), { kind: 'offline' });
		await assert.rejects(objects.commit(ids.master), { kind: 'offline' });
	});
});

import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { startGraphqlRepository } from '../../../../kit/forge/graphql-repository.ts';
import { openCache, openRepository } from '../../../../kit/forge/remote-repository.ts';
import { feed } from '../../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const demo = { owner: '~owner', repository: 'demo' };

/** Names from `a001`, in their order. */
const names = (count: number) =>
	Array.from({ length: count }, (_, index) => `a${String(index + 1).padStart(3, '0')}`);

describe('The repositories of the sandbox forge in GraphQL', () => {
	let forge: Awaited<ReturnType<typeof startGraphqlRepository>>;
	afterEach(() => forge.stop());

	async function start(...quirks: readonly Quirk[]) {
		forge = await startGraphqlRepository({ quirks });
		return forge;
	}

	/** Git's own protocol does not reach this repository. */
	async function startPrivate(...quirks: readonly Quirk[]) {
		forge = await startGraphqlRepository({ quirks, isPrivate: true });
		return forge;
	}

	/** Writes a tree with this number of empty files, and returns its id. */
	const writeTree = (folder: string, count: number) => {
		const blob = feed(folder, '', 'hash-object', '-w', '--stdin');
		const lines = names(count).map((name) => `100644 blob ${blob}\t${name}\n`);
		return feed(folder, lines.join(''), 'mktree');
	};

	const commitTree = (folder: string, tree: string) =>
		feed(
			folder,
			...['One\n', '-c', 'user.name=Carol', '-c', 'user.email=carol@example.org', 'commit-tree', tree],
		);

	const namesOf = (rows: readonly { readonly name: string }[] = []) => rows.map(({ name }) => name);

	it('have complete folders of any length, which are read once and stored', async () => {
		const { folder, objects } = await start();
		const tree = writeTree(folder, 60);
		const stored = temporaryFolder('objects');
		const { cache, files } = openCache(stored, objects);
		const read = await cache.tree(tree);
		assert.deepEqual([namesOf(read?.entries), read?.isPartial, read?.problems], [names(60), undefined, []]);
		await files.settled();
		const later = openCache(stored, Object.assign(objects, { tree: async () => undefined }));
		assert.deepEqual(await later.cache.tree(tree), read);
	});

	it('have folders that say that they are not complete, and are not stored, if the forge loses entries', async () => {
		const { folder, objects } = await start('trees-lose-two');
		const tree = writeTree(folder, 60);
		const stored = temporaryFolder('objects');
		const { cache, files } = openCache(stored, objects);
		const read = await cache.tree(tree);
		const lost = ['a026', 'a027', 'a053', 'a054'];
		assert.deepEqual(
			namesOf(read?.entries),
			names(60).filter((name) => !lost.includes(name)),
		);
		assert.match(read?.problems.join() ?? '', /^Some entries are missing/);
		await files.settled();
		const later = openCache(stored, Object.assign(objects, { tree: async () => undefined }));
		assert.equal(await later.cache.tree(tree), undefined);
	});

	for (const [count, isPartial] of [
		[25, undefined],
		[26, true],
	] as const) {
		it(`have a folder of ${count} entries that is ${isPartial ? 'not ' : ''}complete if the forge loses entries`, async () => {
			const { folder, objects } = await start('trees-lose-two');
			const commit = commitTree(folder, writeTree(folder, count));
			const read = await objects.rootTree(commit);
			assert.deepEqual([namesOf(read?.entries), read?.isPartial], [names(25), isPartial]);
		});
	}

	it('have complete folders if git sends single ones, also if the forge loses entries', async () => {
		const { folder, objects } = await start('trees-lose-two');
		feed(folder, '', 'config', 'uploadpack.allowFilter', 'true');
		const commit = commitTree(folder, writeTree(folder, 60));
		const read = await objects.rootTree(commit);
		assert.deepEqual([namesOf(read?.entries), read?.isPartial, read?.problems], [names(60), undefined, []]);
	});

	it('have all their references, unless they are private and the forge loses some', async () => {
		const all = names(80).map((name) => `refs/heads/${name}`);
		const lost = ['a025', 'a026', 'a052', 'a053', 'a079', 'a080'].map((name) => `refs/heads/${name}`);
		for (const [open, found] of [
			[() => startPrivate(), all],
			[() => startPrivate('refs-lose-two'), all.filter((name) => !lost.includes(name))],
			[() => start('refs-lose-two'), all],
		] as const) {
			const { folder, client } = await open();
			const commit = commitTree(folder, writeTree(folder, 1));
			feed(folder, all.map((name) => `create ${name} ${commit}\n`).join(''), 'update-ref', '--stdin');
			const references = await listAll(client.references(demo));
			assert.deepEqual(namesOf(references), found);
			assert.ok(references.every(({ target }) => target === commit));
			await forge.stop();
		}
	});

	it('keep a known branch that the forge no longer lists, unless it was deleted', async () => {
		const { folder, ...started } = await startPrivate('refs-lose-two');
		const commit = commitTree(folder, writeTree(folder, 1));
		const branch = (name: string) => feed(folder, '', 'update-ref', `refs/heads/${name}`, commit);
		for (const name of names(24)) branch(name);
		const { cache } = openRepository(started);
		await cache.refresh();
		assert.deepEqual([namesOf(cache.refs?.branches), cache.hasPartialRefs], [names(24), false]);
		// With HEAD, the last two are now the first two of the second page.
		for (const name of ['a-new', 'a-newer']) branch(name);
		feed(folder, '', 'update-ref', '-d', 'refs/heads/a024');
		// This one was never listed.
		branch('a025');
		await cache.refresh();
		assert.deepEqual(namesOf(cache.refs?.branches), ['a-new', 'a-newer', ...names(23)]);
		assert.equal(cache.hasPartialRefs, true);
		cache.dispose();
	});

	it('may be empty, which is no failure', async () => {
		const { cache } = openRepository(await start());
		await cache.refresh();
		assert.equal(cache.lastError, undefined);
		assert.deepEqual([cache.refs?.branches, cache.refs?.tags, cache.head], [[], [], undefined]);
		cache.dispose();
	});
});

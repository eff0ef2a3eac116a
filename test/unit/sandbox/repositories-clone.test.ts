import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { binary, writeHistory } from '../../kit/forge/repositories-history.ts';
import { alice, feed, git, repositoriesWorld, type World } from '../../kit/forge/repositories-world.ts';

describe('over plain HTTP,', () => {
	let world: World;
	let ids: ReturnType<typeof writeHistory>;
	const address = (name = 'demo') => `${world.address}/~alice/${name}`;
	const clone = async (from: string, ...words: string[]) => {
		const folder = join(world.folder, 'clone');
		await rm(folder, { recursive: true, force: true });
		await git(world.folder, ...words, 'clone', '--quiet', '--no-checkout', from, folder);
		return folder;
	};

	before(async () => {
		world = await repositoriesWorld();
		const stored = await world.repositories.create(alice, {
			name: 'demo',
			description: '<script>alert(1)</script>',
		});
		ids = writeHistory(world.repositories.pathOf(stored), 5);
		await world.repositories.create(alice, { name: 'empty' });
		await world.repositories.create(alice, { name: 'secret', visibility: 'private' });
	});
	after(() => world.stop());

	for (const version of ['0', '1', '2']) {
		it(`git clones a repository with protocol version ${version}`, async () => {
			const folder = await clone(address(), '-c', `protocol.version=${version}`);
			assert.equal(feed(folder, '', 'rev-parse', 'origin/master'), ids.master);
			assert.equal(feed(folder, '', 'rev-parse', 'refs/tags/v1.0.0'), ids.tag);
			feed(folder, '', 'fsck', '--strict');
			feed(folder, '', 'checkout', '--quiet', 'master', '--', 'bin');
			assert.deepEqual(await readFile(join(folder, 'bin', 'blob.bin')), binary);
		});
	}

	it('git clones from an address with .git, clones an empty repository, and fetches new commits', async () => {
		assert.equal(feed(await clone(address('empty')), '', 'for-each-ref'), '');
		const folder = await clone(`${address()}.git`);
		const bare = world.repositories.pathOf({ owner: 'alice', name: 'demo' });
		feed(bare, '', 'update-ref', 'refs/heads/new', ids.signed);
		await git(folder, 'fetch', '--quiet');
		assert.equal(feed(folder, '', 'rev-parse', 'origin/new'), ids.signed);
	});

	it('git cannot push', async () => {
		const folder = await clone(address());
		await assert.rejects(git(folder, 'push', 'origin', 'origin/master:refs/heads/x'), /403/);
		const { status } = await world.ask('/~alice/demo/git-receive-pack', { method: 'POST' });
		assert.equal(status, 403);
	});

	it('a private repository is available only to its owner with a token', async () => {
		await assert.rejects(clone(address('secret')), /not found/);
		for (const header of ['Bearer alice', `Basic ${Buffer.from('any:alice').toString('base64')}`]) {
			await clone(address('secret'), '-c', `http.extraHeader=Authorization: ${header}`);
		}
		for (const as of ['bob', 'reader', null]) {
			assert.equal((await world.ask('/~alice/secret/info/refs?service=git-upload-pack', { as })).status, 404);
			assert.equal((await world.ask('/~alice/secret', { as })).status, 404);
		}
	});

	it('a request can be compressed, as git sends long requests', async () => {
		const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
		const wanted = Buffer.from(`${line(`want ${ids.master}\n`)}0000${line('done\n')}`);
		const send = (body: Buffer, headers: Record<string, string>) =>
			fetch(`${address()}/git-upload-pack`, {
				method: 'POST',
				body: new Uint8Array(body),
				headers: { 'Content-Type': 'application/x-git-upload-pack-request', ...headers },
			});
		const plain = Buffer.from(await (await send(wanted, {})).arrayBuffer());
		assert.match(plain.toString('latin1', 0, 12), /^0008NAK\nPACK/);
		const gzip = await send(gzipSync(wanted), { 'Content-Encoding': 'gzip' });
		assert.equal(gzip.headers.get('content-type'), 'application/x-git-upload-pack-result');
		assert.equal(Buffer.from(await gzip.arrayBuffer()).length, plain.length);
		assert.equal((await send(Buffer.from('no gzip'), { 'Content-Encoding': 'gzip' })).status, 400);
		assert.equal((await send(wanted, { 'Content-Encoding': 'br' })).status, 415);
		assert.equal((await send(wanted, { 'Content-Type': 'text/plain' })).status, 415);
	});

	const hostile: [string, number][] = [
		['/~alice/demo/info/refs', 403],
		['/~alice/demo/info/refs?service=git-receive-pack', 403],
		['/~alice/demo/info/refs?service=--upload-pack', 403],
		['/~alice/missing/info/refs?service=git-upload-pack', 404],
		['/~alice/..%2f..%2fetc/info/refs?service=git-upload-pack', 404],
		['/~alice/%2e%2e%2f%2e%2e/info/refs?service=git-upload-pack', 404],
		['/~..%2f..%2f/etc/info/refs?service=git-upload-pack', 404],
		['/~nobody/demo', 404],
		['/~alice/demo/config', 404],
		['/~alice/demo/objects/info/packs', 404],
		['/~alice/demo/forge-push.json', 404],
		['/~alice/demo/tree/--all', 404],
		['/~alice/demo/log/--upload-pack=x', 404],
		['/~alice/demo/commit/HEAD;ls', 404],
		['/~alice/demo/%ff', 400],
		['/~alice', 404],
		['/', 404],
	];
	for (const [path, expected] of hostile) {
		it(`${path} is answered with ${expected}`, async () => {
			assert.equal((await world.ask(path, { as: null })).status, expected);
		});
	}

	it('a repository, its trees, files, log and commits have pages without markup from users', async () => {
		const pages = {
			'': 'refs/heads/feature/tree-view',
			'/tree/master': 'README.md',
			'/tree/master/item/odd': '&lt;b&gt;markup',
			'/tree/feature/tree-view/item/item/item.txt': '<pre>item',
			'/tree/master/README.md': '# Demo',
			'/log': 'Merge',
			'/log/feature/tree-view': 'A feature',
			[`/commit/${ids.master}`]: 'Carol',
		};
		for (const [path, content] of Object.entries({ ...pages, [`/commit/${ids.master}`]: ids.feature })) {
			const { status, type, bytes } = await world.ask(`/~alice/demo${path}`, { as: null });
			assert.equal(status, 200, path);
			assert.match(type, /^text\/html/);
			assert.ok(bytes.includes(content), `${path}: ${bytes}`);
			assert.ok(!bytes.includes('<script>') && !bytes.includes('<b>'), path);
		}
		const { status, type } = await world.ask('/~alice/demo', { as: null, method: 'POST' });
		assert.deepEqual([status, type.startsWith('text/html')], [405, true]);
	});
});

import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { repositoriesOf } from '../../../../src/repositories/commands/known-repositories.ts';
import { keyOf, openRepository } from '../../../../src/repositories/commands/repository-host.ts';
import { HeldRepositories } from '../../../../src/repositories/state/held-repositories.ts';
import { demoRepositories } from './demo-repositories.ts';

describe('The repositories of the accounts', () => {
	const { open } = demoRepositories();

	it('are seen by the owner first, whatever the case of the forge’s name', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const accounts = (instance: string, owner: string) =>
			repositories.thatMaySee(instance, owner).map(({ session }) => session.account);
		assert.deepEqual(accounts('forge.test', '~bob'), ['~bob', '~ana']);
		assert.deepEqual(accounts('FORGE.test', '~carol'), ['~ana', '~bob']);
		assert.deepEqual(accounts('other.test', '~ana'), []);
	});

	it('are known again without a connection at the next start, with the pins', async () => {
		const first = await open();
		const [ana = assert.fail()] = first.repositories.accounts;
		await ana.repositories.own.refresh();
		await ana.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
		await ana.repositories.own.settled();
		const later = await open({ folder: first.folder });
		later.cut(true);
		const [again = assert.fail()] = later.repositories.accounts;
		const names = (ownership?: 'own' | 'pinned') =>
			repositoriesOf(again, ownership).map(({ owner, repository }) => `${owner}/${repository}`);
		assert.deepEqual(names(), ['~ana/editor', '~ana/notes', '~bob/dotfiles']);
		assert.deepEqual(names('own'), ['~ana/editor', '~ana/notes']);
		assert.deepEqual(names('pinned'), ['~bob/dotfiles']);
	});

	it('are updated by the answers to changes of them', async () => {
		const { repositories } = await open();
		const [{ repositories: own } = assert.fail()] = repositories.accounts;
		await own.own.refresh();
		const notes = own.details({ owner: '~ana', name: 'notes' }) ?? assert.fail();
		own.put({ ...notes, name: 'diary' }, 'notes');
		own.put({ ...notes, id: 99, name: 'birds' });
		own.remove('editor');
		assert.deepEqual(
			own.names.map(({ name }) => name),
			['birds', 'diary'],
		);
		assert.equal(own.details({ owner: '~bob', name: 'diary' }), undefined);
	});

	it('share one cache among all their users, which ends with the last of them', async () => {
		const { repositories } = await open();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const [one, other] = [new Lifetime(), new Lifetime()];
		const { cache } = openRepository(repositories, key, one);
		assert.equal(openRepository(repositories, key, other).cache, cache);
		one.dispose();
		assert.equal(repositories.cache(key, new Lifetime()), cache);
		assert.throws(() => openRepository(repositories, { ...key, account: 'bob' }, one), /signed out/);
	});

	it('stay open while the editor may show their files', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const held = new HeldRepositories(repositories);
		const address = { instance: 'forge.test', owner: '~ana', repository: 'editor' };
		const [first, second] = held.at(address);
		assert.deepEqual(held.at(address), [first, second]);
		assert.equal(repositories.cache(first?.key ?? assert.fail(), new Lifetime()), first);
		assert.deepEqual(keyOf(repositories, address), first?.key);
		held.dispose();
	});
});

describe('A repository', () => {
	const { open } = demoRepositories();

	async function openEditor() {
		const window = await open();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		return { ...window, ...openRepository(window.repositories, key, new Lifetime()) };
	}

	it('names the commits of branches, tags and the default branch', async () => {
		const { cache } = await openEditor();
		const head = await cache.commitOf({ kind: 'ref', name: 'HEAD' });
		assert.equal(head, await cache.commitOf({ kind: 'ref', name: 'refs/heads/master' }));
		const tag = { kind: 'ref', name: 'refs/tags/2.4.0' } as const;
		assert.notEqual(await cache.peeledCommitOf(tag), await cache.commitOf(tag));
		assert.equal(await cache.commitOf({ kind: 'ref', name: 'refs/heads/gone' }), undefined);
		assert.equal(await cache.commitOf({ kind: 'commit', id: 'x' }), 'x');
	});

	it('reads revisions as the forge does', async () => {
		const { cache } = await openEditor();
		const { branches } = await cache.load();
		const commit = branches[0]?.commit ?? assert.fail();
		assert.deepEqual(await cache.readRevision('HEAD'), { kind: 'ref', name: 'HEAD' });
		assert.deepEqual(await cache.readRevision('release/2.4'), {
			kind: 'ref',
			name: 'refs/heads/release/2.4',
		});
		assert.deepEqual(await cache.readRevision('2.4.0'), { kind: 'ref', name: 'refs/tags/2.4.0' });
		assert.deepEqual(await cache.readRevision('refs/heads/master'), {
			kind: 'ref',
			name: 'refs/heads/master',
		});
		assert.deepEqual(await cache.readRevision(commit), { kind: 'commit', id: commit });
		assert.deepEqual(await cache.readRevision(commit.slice(0, 9)), { kind: 'commit', id: commit });
		assert.equal(await cache.readRevision('nothing-like-this'), undefined);
	});

	it('fails to load with the reason if it cannot be reached', async () => {
		const { cache, cut } = await openEditor();
		cut(true);
		await assert.rejects(cache.load(), { kind: 'offline' });
	});

	it('knows its newest commits at the next start, without reading each of them', async () => {
		const { cache, folder } = await openEditor();
		await cache.refresh();
		await cache.settled();
		const later = await open({ folder });
		later.cut(true);
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const again = openRepository(later.repositories, key, new Lifetime()).cache;
		await again.open();
		assert.equal(again.history.newest?.id, cache.history.newest?.id);
		assert.deepEqual(again.refs, cache.refs);
		const { id = '' } = again.history.newest ?? {};
		assert.equal((await again.objects.commit(id))?.id, id);
	});
});

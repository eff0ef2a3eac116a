import assert from 'node:assert/strict';
import { fileStorage as plainFiles } from '../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { openRepository } from '../../../../src/repositories/commands/open-repository.ts';
import { ForgeObjects, type RemoteRepository } from '../../../../src/repositories/state/forge-objects.ts';
import { RepositoryCache } from '../../../../src/repositories/state/repository-cache.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { settle, skippableTime } from '../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

describe('A repository', () => {
	const { open, ending } = demoRepositories();
	const time = skippableTime();

	it('fails to load if its lifetime ends before it is read', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const { cache } = openRepository(repositories, key, lifetime);
		lifetime.dispose();
		await assert.rejects(cache.load(), { name: 'AbortError' });
	});

	it('knows what a text names also before it was read', async () => {
		const { repositories } = await open();
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		using lifetime = new Lifetime();
		const { cache } = openRepository(repositories, key, lifetime);
		assert.deepEqual(await cache.readRevision('2.4.0'), { kind: 'ref', name: 'refs/tags/2.4.0' });
	});

	function cacheOf(remote: RemoteRepository): RepositoryCache {
		const { files } = openCache(temporaryFolder('cache'), new ForgeObjects(remote));
		const { log } = readable();
		const key = { account: 'bob', owner: remote.owner, repository: remote.repository };
		return new RepositoryCache({
			...{ key, isOwn: false, client: remote.client, objectFiles: files, log },
			cache: plainFiles(temporaryFolder('stored'), log),
		});
	}

	it('looks up each tag once, also one that leads to no commit, and reports only what it has learned', async () => {
		const { remote, folder, asked, line, stop } = await startRepository();
		writeHistory(folder);
		const blob = feed(folder, 'A public key\n', 'hash-object', '-w', '--stdin').trim();
		feed(folder, '', 'tag', 'key', blob);
		const cache = cacheOf(remote);
		ending(stop, cache);
		await cache.load();
		const tags = cache.refs?.tags ?? [];
		const key = tags.find(({ name }) => name === 'key') ?? assert.fail();
		let reports = 0;
		cache.onDidChange(() => {
			reports += 1;
		});
		line.isCut = true;
		await cache.lookUpTags();
		const known = reports;
		await cache.lookUpTags();
		assert.equal(reports, known);
		line.isCut = false;
		asked.length = 0;
		await cache.lookUpTags();
		assert.equal(asked.length, 0, 'what has just failed is not asked for again');
		time.skip(60_000);
		await Promise.all([cache.lookUpTags(), cache.lookUpTags()]);
		await cache.lookUpTags();
		assert.equal(reports, known + 1);
		assert.ok(asked.includes(`/log/${key.target}`), asked.join());
		assert.deepEqual(asked, [...new Set(asked)]);
		assert.equal(cache.annotatedTags.isAnnotated(key), undefined);
	});

	it('reads its references again in the background if they are old when a branch is asked for', async () => {
		const { remote, folder, asked, stop } = await startRepository();
		writeHistory(folder);
		const cache = cacheOf(remote);
		ending(stop, cache);
		const branch = { kind: 'ref', name: 'refs/heads/master' } as const;
		const before = await cache.commitOf(branch);
		const count = () => asked.filter((one) => one.startsWith('/refs')).length;
		await cache.commitOf(branch);
		assert.equal(count(), 1);
		const [, parent = ''] = feed(folder, '', 'rev-list', 'master').split('\n');
		feed(folder, '', 'update-ref', 'refs/heads/master', parent);
		time.skip(61_000);
		assert.equal(await cache.commitOf(branch), before);
		await until(async () => (await cache.commitOf(branch)) === parent, { what: 'the branch has moved' });
		assert.equal(count(), 2);
		time.skip(-61 * 24 * 3_600_000);
		await cache.commitOf(branch);
		await until(() => count() === 3, { what: 'it is read again after the clock was set back' });
		await cache.commitOf(branch);
		assert.equal(count(), 3);
	});

	it('is loaded when its references are known, even if the rest takes long', async () => {
		const { remote, folder, line, release, stop } = await startRepository();
		writeHistory(folder);
		const cache = cacheOf(remote);
		ending(stop, cache);
		// The first request to a forge goes alone.
		await remote.client.repository(remote);
		line.held = /^GET $/;
		const { branches } = await cache.load();
		assert.ok(branches.length > 0 && cache.isReading);
		release();
		await until(() => cache.details?.value !== undefined);
	});

	describe('that was asked for a branch', () => {
		const branch = { kind: 'ref', name: 'refs/heads/master' } as const;

		const refusesReferences = (what: string) =>
			what.includes('/refs') ? { status: 403, text: '{}' } : undefined;

		async function start() {
			const { remote, folder, asked, line, release, stop } = await startRepository();
			writeHistory(folder);
			const cache = cacheOf(remote);
			ending(stop, cache);
			const reads = () => asked.filter((one) => one.startsWith('/refs')).length;
			return { cache, line, release, reads };
		}

		it('answers with the refusal of the forge for a minute, unless a refresh reads the references meanwhile', async () => {
			const { cache, line, reads } = await start();
			line.edit = refusesReferences;
			const isRefused = () => assert.rejects(cache.commitOf(branch), { kind: 'forbidden' });
			await isRefused();
			await isRefused();
			assert.equal(reads(), 1);
			time.skip(61_000);
			await isRefused();
			assert.equal(reads(), 2);
			line.edit = undefined;
			await cache.load();
			assert.notEqual(await cache.commitOf(branch), undefined);
		});

		it('does not begin to read its old references again because a long read of them has failed', async () => {
			const { cache, line, release, reads } = await start();
			await cache.refresh();
			time.skip(61_000);
			line.held = /refs/;
			line.edit = refusesReferences;
			await cache.commitOf(branch);
			const { details, history } = cache;
			await until(() => line.waiting.length > 0 && !details?.isReading && !history.isReading);
			const answers: Promise<unknown>[] = [];
			cache.onDidChange(() => answers.push(cache.commitOf(branch)));
			time.skip(61_000);
			release();
			await until(() => !cache.isReading);
			await Promise.all(answers);
			await settle();
			assert.deepEqual([cache.lastError?.kind, cache.isReading, reads()], ['forbidden', false, 2]);
		});
	});
});

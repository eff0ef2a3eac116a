import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitTree } from '../../../../src/platform/git/objects.ts';
import { parseCommitQuery } from '../../../../src/repositories/model/commits/commit-query.ts';
import { LogSearch } from '../../../../src/repositories/state/log-search.ts';
import type { ObjectCache } from '../../../../src/repositories/state/object-cache.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { newFolder, userGit } from '../../../kit/items/clones.ts';
import { openWorkspace } from '../../../kit/window/open-workspace.ts';
import { endings } from '../../../tools/endings.ts';
import { writeCommits } from '../write-commits.ts';

type Started = Awaited<ReturnType<typeof startRepository>>;

describe('A repository with a local clone', () => {
	let started: Started;
	const ending = endings();
	before(async () => {
		started = await startRepository();
		const work = newFolder('work');
		userGit(work, 'init', '--quiet', '--initial-branch=main');
		for (const name of ['a.txt', 'b.txt']) writeFileSync(join(work, name), `${name}\n`.repeat(9));
		userGit(work, 'add', '--all');
		userGit(work, 'commit', '--quiet', '--message=Begin');
		userGit(work, 'push', '--quiet', started.folder, 'main');
		userGit(started.folder, 'config', 'uploadpack.allowFilter', 'true');
	});
	after(() => started.stop());

	/** A window whose only folder is a clone, made with these options of git. */
	async function open(...words: readonly string[]) {
		const root = join(newFolder('local'), 'demo');
		userGit(started.folder, 'clone', '--quiet', '--branch=main', ...words, `file://${started.folder}`, root);
		userGit(root, 'remote', 'add', 'forge', 'git@git.forge.test:~alice/demo');
		const window = openWorkspace({ folders: [root] });
		ending(window);
		await window.projects.settled();
		const repository = { instance: 'forge', owner: '~alice', name: 'demo' };
		const locals = () => window.projects.objectsOf(repository);
		const { cache } = openCache(newFolder('cache'), started.objects, undefined, locals);
		started.asked.length = 0;
		return { root, cache, commit: userGit(root, 'rev-parse', 'HEAD'), window };
	}

	async function readAll(cache: ObjectCache, commit: string) {
		const tree: GitTree | undefined = await cache.rootTree(commit);
		const blobs = await Promise.all(
			(tree?.entries ?? []).map(({ id, name: path }) =>
				cache.blob(id, { most: 1000, location: { commit, path } }),
			),
		);
		const texts = blobs.map((blob) => (blob?.kind === 'bytes' ? Buffer.from(blob.bytes).toString() : blob));
		return [(await cache.commit(commit))?.message, ...texts];
	}

	const everything = ['Begin\n', 'a.txt\n'.repeat(9), 'b.txt\n'.repeat(9)];

	it('is read without a request, and has the same trees and commits as the forge', async () => {
		const { cache, commit } = await open();
		assert.deepEqual(await readAll(cache, commit), everything);
		assert.deepEqual(started.asked, []);
		assert.deepEqual(await cache.commit(commit), await started.objects.commit(commit));
		assert.deepEqual(await cache.rootTree(commit), await started.objects.rootTree(commit));
	});

	it('has logs and searches them without a request, and finds what the forge has', async () => {
		const { cache, commit } = await open();
		assert.deepEqual(await cache.log(commit), await started.objects.log(commit));
		started.asked.length = 0;
		for (const [query, found] of [
			['begin', 1],
			['author:nobody', 0],
			['path:a.txt', 1],
			['path:a.txt path:b.txt begin', 1],
			['path:c.txt', 0],
			['path:a.txt path:c.txt', 0],
		] as const) {
			const search = new LogSearch(cache, commit);
			search.setQuery(parseCommitQuery(query));
			await search.search(1, new AbortController().signal, () => {});
			const state = [search.found.length, search.isComplete, search.isInClone];
			assert.deepEqual(state, [found, true, true], query);
		}
		assert.deepEqual(started.asked, []);
	});

	it('has the same commits that changed a path as the forge, also with merges', async () => {
		const write = (path: string, text: string) => ({ write: { [path]: text } });
		writeCommits(started.folder, [
			write('a/f', '1'),
			write('a/f', '2'),
			{ parents: [0], ...write('a/g', '1') },
			{ parents: [1, 2] },
			{ parents: [1, 2], ...write('a/f', '3') },
			{ parents: [4], remove: ['a/f'] },
		]);
		const { signal } = new AbortController();
		const find = async (cache: ObjectCache, commit: string, query: string) => {
			const search = new LogSearch(cache, commit);
			search.setQuery(parseCommitQuery(query));
			await search.search(100, signal, () => {});
			return { found: search.found.map(({ message }) => message.trim()), isInClone: search.isInClone };
		};
		const { cache: onForge } = openCache(newFolder('cache'), started.objects);
		for (const branch of ['c3', 'c5']) {
			const { cache } = await open(`--branch=${branch}`);
			const commit = userGit(started.folder, 'rev-parse', branch);
			for (const query of ['path:a', 'path:a/f', 'path:a/g', 'path:a path:a/f', 'path:a/f "step 1"']) {
				const { found } = await find(onForge, commit, query);
				assert.ok(found.length > 0, query);
				assert.deepEqual(await find(cache, commit, query), { found, isInClone: true }, `${branch} ${query}`);
			}
		}
	}).timeout(60_000);

	it('is searched until there are more results than a user reads, and on', async () => {
		const number = 2100;
		writeCommits(
			started.folder,
			Array.from({ length: number }, () => ({})),
		);
		const tip = userGit(started.folder, 'rev-parse', `c${number - 1}`);
		const { cache } = await open(`--branch=c${number - 1}`);
		const search = new LogSearch(cache, tip);
		search.setQuery(parseCommitQuery('author:alice'));
		const { signal } = new AbortController();
		await search.search(1, signal, () => {});
		assert.deepEqual([search.found.length, search.isComplete], [1000, false]);
		assert.equal(search.last?.message.trim(), `Step ${number - 1000}`);
		for (let pauses = 0; !search.isComplete && pauses < 3; pauses++) await search.search(1, signal, () => {});
		assert.equal(search.found.length, number);
		assert.equal(new Set(search.found.map(({ id }) => id)).size, number);
		assert.deepEqual(started.asked, []);
	}).timeout(60_000);

	it('is read from the forge and searched there after the clone was deleted', async () => {
		const { root, cache, commit } = await open();
		rmSync(root, { recursive: true });
		assert.deepEqual(await readAll(cache, commit), everything);
		assert.ok(started.asked.length > 0);
		const search = new LogSearch(cache, commit);
		search.setQuery(parseCommitQuery('begin'));
		await search.search(1, new AbortController().signal, () => {});
		assert.deepEqual([search.found.length, search.isInClone], [1, false]);
	});

	it('is read from the forge where a partial clone has gaps', async () => {
		const { cache, commit, window } = await open('--filter=blob:none', '--no-checkout');
		assert.deepEqual(await readAll(cache, commit), everything);
		assert.equal(started.asked.length, 2);
		assert.deepEqual(window.lines, []);
	});
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sleep } from '../../../../../src/base/clock.ts';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { NewestInRepository } from '../../../../../src/forge/shapes/repositories.ts';
import { ObjectFiles } from '../../../../../src/repositories/state/object-files.ts';
import { RepositoryCache } from '../../../../../src/repositories/state/repository-cache.ts';
import { repositoriesCheck } from '../../../../../src/repositories/state/watch/check-repositories.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

describe('A check of repositories', () => {
	const { lifetime, inRest, inGraphql } = demoForge();
	const { signal } = new AbortController();

	/** The repositories `editor` of ana and `dotfiles` of bob, who has read them, and one that does not exist. */
	async function open() {
		let sent = 0;
		const { connection } = inGraphql('bob', () => sent++);
		const { repositories: client = assert.fail(), repositoryExtras: extras = assert.fail() } = connection;
		const { log } = readable();
		const names = { editor: '~ana', dotfiles: '~bob', gone: '~ana' };
		const caches = Object.entries(names).map(([repository, owner]) => {
			const storage = fileStorage(temporaryFolder('stored'), log);
			return lifetime.add(
				new RepositoryCache({
					...{ key: { account: 'bob', owner, repository }, client, extras, isOwn: false, log },
					...{ cache: storage, objectFiles: new ObjectFiles(storage, () => 1e8, log) },
				}),
			);
		});
		for (const cache of caches.slice(0, 2)) await cache.refresh();
		const before = caches.map(({ asOf }) => asOf);
		/** Which repositories count as read by the check, and how many requests it took. `answer` changes what the forge says of one. */
		const check = async (
			checked = caches,
			answer: (found: NewestInRepository) => NewestInRepository = (found) => found,
		) => {
			// Otherwise, the times of both reads may be equal.
			await sleep(2);
			sent = 0;
			const newestInRepositories = async (...asked: Parameters<typeof extras.newestInRepositories>) => ({
				repositories: (await extras.newestInRepositories(...asked)).repositories.map(answer),
			});
			await repositoriesCheck({ ...extras, newestInRepositories }).run(checked, signal);
			const isRead = (cache: RepositoryCache) => cache.asOf !== before[caches.indexOf(cache)];
			return { read: checked.filter(isRead).map(({ key }) => key.repository), sent };
		};
		return { caches, check };
	}

	it('leaves a repository to a read of its own after another description', async () => {
		const { check } = await open();
		const { repositories } = inRest('ana').connection;
		await repositories.updateRepository({ repository: mine('editor') }, { description: randomUUID() });
		assert.deepEqual(await check(), { read: ['dotfiles'], sent: 1 });
	});

	it('leaves a repository to a read of its own if its newest commits are of an older read', async () => {
		const { caches, check } = await open();
		const [cache = assert.fail()] = caches;
		await cache.history.refresh(async () => cache.history.all?.slice(1));
		assert.deepEqual(await check(), { read: ['dotfiles'], sent: 1 });
	});
});

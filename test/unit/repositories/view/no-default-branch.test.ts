import assert from 'node:assert/strict';
import { noFilesError } from '../../../../src/repositories/commands/open-repository.ts';
import { RepositoryCache } from '../../../../src/repositories/state/repository-cache.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { rowOfRepository } from '../../../kit/forge/row-of-repository.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('A repository whose HEAD names a branch that does not exist', () => {
	let world: Awaited<ReturnType<typeof startRepository>>;
	let repositoryCache: RepositoryCache;
	const key = { account: 'bob', owner: '~alice', repository: 'demo' };
	const head = { kind: 'ref', name: 'HEAD' } as const;
	beforeEach(async () => {
		world = await startRepository();
		feed(world.folder, '', 'symbolic-ref', 'HEAD', 'refs/heads/nowhere');
		const { files, storage } = openCache(temporaryFolder('no-default-branch'), world.objects);
		repositoryCache = new RepositoryCache({
			...{ key, isOwn: false, client: world.remote.client },
			...{ objectFiles: files, cache: storage, log: readable().log },
		});
	});
	afterEach(async () => {
		repositoryCache.dispose();
		await world.stop();
	});

	it('has branches and tags, but no files and log of a default branch, and no failure', async () => {
		writeHistory(world.folder, 5);
		const rows = await rowOfRepository(repositoryCache).children?.();
		assert.deepEqual(
			rows?.map(({ label }) => label),
			['Branches', 'Tags'],
		);
		assert.equal(repositoryCache.lastError, undefined);
		const { message } = noFilesError(repositoryCache, head);
		assert.equal(message, '~alice/demo has no default branch. Select one of its branches.');
	});
});

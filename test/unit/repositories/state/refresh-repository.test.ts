import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { OpenedRepository } from '../../../../src/forge/shapes/repositories.ts';
import { ObjectFiles } from '../../../../src/repositories/state/object-files.ts';
import '../../../../src/repositories/state/refresh-repository.ts';
import { RepositoryCache } from '../../../../src/repositories/state/repository-cache.ts';
import { demoForge } from '../../../kit/forge/demo-forge.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const asSent = (opened: OpenedRepository) => opened;

describe('A refresh of a repository', () => {
	const { lifetime, inGraphql } = demoForge();

	/** Opens a repository as bob. `answer` changes what the forge returns for all parts. Without it, the client is as in REST. */
	function open(repository: string, answer?: (opened: OpenedRepository) => OpenedRepository) {
		let sent = 0;
		const account = inGraphql('bob', () => sent++);
		const { repositories: client = assert.fail(), repositoryExtras = assert.fail() } = account.connection;
		const { openRepository } = repositoryExtras;
		const extras = answer && {
			...repositoryExtras,
			openRepository: async (...asked: Parameters<typeof openRepository>) =>
				answer(await openRepository(...asked)),
		};
		const { log } = readable();
		const key = { account: 'bob', owner: '~ana', repository };
		const storage = fileStorage(temporaryFolder('stored'), log);
		const objectFiles = new ObjectFiles(storage, () => 1e8, log);
		const cache = lifetime.add(
			new RepositoryCache({
				...{ key, client, extras, objectFiles, isOwn: false, log },
				cache: storage,
			}),
		);
		return { cache, sent: () => sent };
	}

	/** Refreshes what bob knows of a repository. */
	async function refresh(...opened: Parameters<typeof open>) {
		const { cache, sent } = open(...opened);
		await cache.refresh();
		const { details, refs, head, history, lastError } = cache;
		await cache.settled();
		return {
			found: { details: details?.value, refs, head, history: history.all, failure: lastError?.message },
			...{ sent: sent(), cache },
		};
	}

	it('brings the same with one request as with several', async () => {
		const [whole, parts] = [await refresh('editor', asSent), await refresh('editor')];
		assert.deepEqual(whole.found, parts.found);
		assert.ok(whole.found.history?.length && whole.found.refs?.branches.length);
		assert.deepEqual([whole.sent, parts.sent], [1, 3]);
		const { history } = whole.cache;
		const { length } = history.all ?? [];
		await history.loadMore();
		await parts.cache.history.loadMore();
		assert.ok((history.all?.length ?? 0) > length);
		assert.deepEqual(history.all, parts.cache.history.all);
	});
});

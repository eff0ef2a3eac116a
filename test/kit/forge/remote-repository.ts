import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import type { CloneObjects } from '../../../src/platform/git/objects.ts';
import { ForgeObjects, type RemoteRepository } from '../../../src/repositories/state/forge-objects.ts';
import { ObjectCache, type ResolvingObjects } from '../../../src/repositories/state/object-cache.ts';
import { ObjectFiles } from '../../../src/repositories/state/object-files.ts';
import { RepositoryCache } from '../../../src/repositories/state/repository-cache.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { connectArea } from './connected-area.ts';
import { alice, feed, repositoriesWorld } from './repositories-world.ts';
import { readable } from './tracker-forge.ts';

/** The typed functions for repositories, with the requests that they send, such as `/tree/main`. */
export const connectRepositories = (address: string, token: string) =>
	connectArea({
		...{ rows: repositoryRows, address, token },
		shorten: (path) => path.replace(/^\/api\/~\w+\/repos\/[\w.-]+/, ''),
	});

/** A sandbox with alice's repository `demo`, as bob's account sees it. */
export async function startRepository(quirks: readonly Quirk[] = []) {
	const world = await repositoriesWorld(quirks);
	const folder = world.repositories.pathOf(await world.repositories.create(alice, { name: 'demo' }));
	const { client, asked, line, release, dispose } = connectRepositories(world.address, 'bob');
	const remote: RemoteRepository = { client, owner: '~alice', repository: 'demo' };
	return {
		folder,
		asked,
		line,
		release,
		remote,
		objects: new ForgeObjects(remote),
		stop: async () => {
			dispose();
			await world.stop();
		},
	};
}

/** A window's cache in a folder on disk, which other windows may share. */
export function openCache(
	folder: string,
	source: ResolvingObjects,
	maxBytes = 100_000_000,
	locals?: () => readonly CloneObjects[],
) {
	const { log, lines } = readable();
	const storage = { ...fileStorage(folder, log) };
	const objectFiles = new ObjectFiles(storage, () => maxBytes, log);
	return { cache: new ObjectCache(source, objectFiles, locals), files: objectFiles, storage, lines };
}

/** What bob's account knows of the repository of `startRepository`, with nothing on the disk yet. */
export function openRepository({
	remote,
	objects,
}: Pick<Awaited<ReturnType<typeof startRepository>>, 'remote' | 'objects'>) {
	const { log, lines } = readable();
	const cache = new RepositoryCache({
		...{ key: { account: 'bob', owner: remote.owner, repository: remote.repository }, isOwn: false, log },
		...{ client: remote.client, cache: fileStorage(temporaryFolder('stored'), log) },
		objectFiles: openCache(temporaryFolder('objects'), objects).files,
	});
	return { cache, log, lines };
}

/** Runs git in a repository, and makes commits there that Carol commits. */
export function gitIn(folder: string) {
	const git = (...words: string[]) => feed(folder, '', ...words);
	const commit = (message: string, parents: string | readonly string[], email = 'carol@example.org') => {
		const [first, ...others] = [parents].flat();
		return git(
			...['-c', 'user.name=Carol', '-c', `user.email=${email}`, 'commit-tree', `${first}^{tree}`],
			...[first, ...others].flatMap((parent) => ['-p', `${parent}`]),
			...['-m', message],
		);
	};
	const move = (ref: string, to: string) => git('update-ref', ref, to);
	return { git, commit, move };
}

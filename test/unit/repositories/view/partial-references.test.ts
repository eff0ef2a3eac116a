import assert from 'node:assert/strict';
import '../../../../src/repositories/view/repository-rows.ts';
import { startGraphqlRepository } from '../../../kit/forge/graphql-repository.ts';
import { openRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { rowOfRepository } from '../../../kit/forge/row-of-repository.ts';

describe('A repository whose forge loses branches', () => {
	for (const [isPrivate, labels] of [
		[true, ['Branches', 'Some branches and tags may be missing']],
		[false, ['Branches']],
	] as const) {
		it(`says ${isPrivate ? 'that some may be missing' : "nothing if git's protocol has them all"}`, async () => {
			const { folder, stop, ...started } = await startGraphqlRepository({
				quirks: ['refs-lose-two'],
				isPrivate,
			});
			const { cache } = openRepository(started);
			try {
				const tree = feed(folder, '', 'mktree');
				const carol = ['-c', 'user.name=Carol', '-c', 'user.email=carol@example.org'];
				const commit = feed(folder, 'One\n', ...carol, 'commit-tree', tree);
				const create = Array.from({ length: 40 }, (_, nth) => `create refs/heads/b${nth} ${commit}\n`);
				feed(folder, create.join(''), 'update-ref', '--stdin');
				await cache.refresh();
				const rows = await rowOfRepository(cache).children?.();
				assert.deepEqual(
					rows?.map(({ label }) => label),
					labels,
				);
			} finally {
				cache.dispose();
				await stop();
			}
		});
	}
});

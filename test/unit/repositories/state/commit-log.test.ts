import assert from 'node:assert/strict';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import type { ValueStore } from '../../../../src/platform/state/cache/value-cache.ts';
import { CommitLog } from '../../../../src/repositories/state/commit-log.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

describe('The history of a repository', () => {
	let world: Awaited<ReturnType<typeof startRepository>>;
	beforeEach(async () => {
		world = await startRepository();
		writeHistory(world.folder, 120);
	});
	afterEach(() => world.stop());

	function open(stored?: readonly Commit[]) {
		const kept: { commits: readonly Commit[] | undefined } = { commits: stored };
		const store: ValueStore<readonly Commit[]> = {
			load: async () => kept.commits && { value: kept.commits, asOf: 1 },
			save: async ({ value }) => {
				kept.commits = value;
			},
		};
		const log = new CommitLog(() => new LogReader(world.objects, 'master'), store, readable().log);
		return { log, kept };
	}
	const inGit = () => feed(world.folder, '', 'rev-list', 'master').split('\n');
	const ids = ({ all = [] }: CommitLog) => all.map(({ id }) => id);

	it('has the next page even if the newest one is read at the same time', async () => {
		const first = open();
		await first.log.refresh();
		const { log } = open(first.kept.commits);
		await log.open();
		await Promise.all([log.loadMore(), log.refresh()]);
		assert.ok(ids(log).length > ids(first.log).length);
		assert.deepEqual(ids(log), inGit().slice(0, ids(log).length));
	});

	it('keeps the pages that were loaded if a refresh finds nothing new', async () => {
		const { log } = open();
		await log.refresh();
		await log.loadMore();
		const { length } = ids(log);
		await log.refresh();
		assert.equal(ids(log).length, length);
		feed(world.folder, '', 'update-ref', 'refs/heads/master', inGit()[3] ?? '');
		await log.refresh();
		assert.equal(log.newest?.id, inGit()[0]);
		assert.ok(ids(log).length < length);
	});
});

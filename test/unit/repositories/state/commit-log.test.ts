import assert from 'node:assert/strict';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import type { ValueStore } from '../../../../src/platform/state/cache/value-cache.ts';
import { CommitLog } from '../../../../src/repositories/state/commit-log.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { gitIn, startRepository } from '../../../kit/forge/remote-repository.ts';
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

	it('has the newest page at once and the others on request, in the order of the server', async () => {
		const { log } = open();
		assert.deepEqual([log.all, log.hasMore], [undefined, false]);
		await log.refresh();
		const { length } = ids(log);
		assert.deepEqual([ids(log), log.hasMore], [inGit().slice(0, length), true]);
		for (let pages = 0; log.hasMore && pages < 9; pages++) await log.loadMore();
		assert.deepEqual(ids(log), inGit());
	});

	it('continues after the commits from the disk, and stores only the newest page', async () => {
		const first = open();
		await first.log.refresh();
		const { log, kept } = open(first.kept.commits);
		await log.open();
		assert.deepEqual([ids(log), log.hasMore], [ids(first.log), true]);
		await log.loadMore();
		assert.ok(ids(log).length > ids(first.log).length);
		assert.deepEqual(ids(log), inGit().slice(0, ids(log).length));
		assert.equal(kept.commits?.length, ids(first.log).length);
	});

	it('has the next page even if the newest one is read at the same time', async () => {
		const first = open();
		await first.log.refresh();
		const { log } = open(first.kept.commits);
		await log.open();
		await Promise.all([log.loadMore(), log.refresh()]);
		assert.ok(ids(log).length > ids(first.log).length);
		assert.deepEqual(ids(log), inGit().slice(0, ids(log).length));
	});

	it('says why the page after the commits from the disk could not be read, and keeps those', async () => {
		const first = open();
		await first.log.refresh();
		const { log } = open(first.kept.commits);
		await log.open();
		world.line.isCut = true;
		await assert.rejects(log.loadMore(), { kind: 'offline' });
		assert.deepEqual([ids(log), log.hasMore], [ids(first.log), true]);
		world.line.isCut = false;
		await log.loadMore();
		assert.ok(ids(log).length > ids(first.log).length);
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

	it('keeps the pages that were loaded if a refresh finds new commits, and those that were replaced go', async () => {
		const { log, kept } = open();
		const { commit, move } = gitIn(world.folder);
		await log.refresh();
		await log.loadMore();
		const { length } = ids(log);
		const [newest = ''] = inGit();
		move('refs/heads/master', commit('Added', newest));
		world.asked.length = 0;
		await log.refresh();
		assert.deepEqual(ids(log), inGit().slice(0, length + 1));
		assert.equal(world.asked.length, 1);
		assert.ok((kept.commits?.length ?? 0) < length);

		move('refs/heads/master', commit('Replaced', newest));
		await log.refresh();
		assert.deepEqual(ids(log), inGit().slice(0, length + 1));
		await log.loadMore();
		assert.ok(ids(log).length > length + 1);
		assert.deepEqual(ids(log), inGit().slice(0, ids(log).length));
	});
});

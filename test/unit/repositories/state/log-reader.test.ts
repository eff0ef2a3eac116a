import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FileHistory } from '../../../../src/repositories/state/file-history.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { endings } from '../../../tools/endings.ts';
import { type Step, writeCommits } from '../write-commits.ts';

/** Numbers from 0 to 1 that are the same in each run. */
function* draws(seed: number): Generator<number, never> {
	for (let state = seed; ; ) {
		state = (state * 48_271) % 2_147_483_647;
		yield state / 2_147_483_647;
	}
}

/** A history with merges, of which some join branches that began long before. */
function historyWithMerges(commits: number, seed: number, merges = 0.3): readonly Step[] {
	const drawn = draws(seed);
	const upTo = (most: number) => Math.floor(drawn.next().value * most);
	return Array.from({ length: commits }, (_, nth): Step => {
		const earlier = (most: number) => nth - 1 - upTo(Math.min(nth, most));
		const isMerge = drawn.next().value < merges;
		const parents = [earlier(3), ...(isMerge ? [earlier(60), earlier(150)] : [])];
		return { parents: [...new Set(parents)].filter((one) => one >= 0), write: { f: `${upTo(4)}` } };
	});
}

describe('A log', () => {
	const ending = endings();
	let world: Awaited<ReturnType<typeof startRepository>>;
	for (const [server, quirks] of [
		['a server whose log continues by position', []],
		['a server whose log continues with ancestors only', allQuirks],
	] as const) {
		describe(`of ${server}`, () => {
			beforeEach(async () => {
				world = await startRepository(quirks);
			});
			afterEach(() => world.stop());

			const git = (...words: string[]) => feed(world.folder, '', ...words).split('\n');
			const readAll = async (revision: string) => {
				const log = new LogReader(world.objects, revision);
				for (let pages = 0; !log.isComplete && pages < 200; pages++) await log.readMore();
				return log.commits;
			};
			const idsOf = (commits: readonly { readonly id: string }[]) => commits.map(({ id }) => id);

			it('with merges has each commit of git log once, in its order', async () => {
				await fc.assert(
					fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
						writeCommits(world.folder, historyWithMerges(220, seed));
						assert.deepEqual(idsOf(await readAll('c219')), git('rev-list', 'c219'));
					}),
					{ numRuns: 4 },
				);
			}).timeout(60_000);

			it('has each commit, and children before their parents, also if patches were applied long after they were written', async () => {
				const steps = historyWithMerges(300, 7).map((step, nth) => ({ ...step, age: (nth * 37) % 200 }));
				writeCommits(world.folder, steps);
				const ids = idsOf(await readAll('c299'));
				assert.deepEqual(ids.toSorted(), git('rev-list', 'c299').toSorted());
			}).timeout(30_000);

			it('needs few requests more than its pages', async () => {
				writeCommits(world.folder, historyWithMerges(1500, 3, 0.18));
				world.asked.length = 0;
				const { length } = await readAll('c1499');
				assert.equal(length, git('rev-list', 'c1499').length);
				assert.ok(
					world.asked.length <= (4 * length) / 50,
					`${world.asked.length} requests for ${length} commits`,
				);
			}).timeout(60_000);

			it('that has grown has all that an earlier reader has listed, in the order of git, without requests', async () => {
				writeCommits(world.folder, historyWithMerges(220, 5));
				const earlier = new LogReader(world.objects, git('rev-list', 'c219')[5] ?? '');
				for (let pages = 0; pages < 3; pages++) await earlier.readMore();
				const log = new LogReader(world.objects, 'c219');
				await log.readMore();
				world.asked.length = 0;
				log.resume(earlier);
				assert.deepEqual(world.asked, []);
				const listed = new Set(idsOf(log.commits));
				assert.deepEqual(
					idsOf(earlier.commits).filter((id) => !listed.has(id)),
					[],
				);
				assert.deepEqual(idsOf(log.commits), git('rev-list', 'c219').slice(0, listed.size));
			}).timeout(60_000);

			it('makes the history of a file complete', async () => {
				writeCommits(world.folder, historyWithMerges(220, 11));
				const found: string[] = [];
				const { signal } = new AbortController();
				const log = new LogReader(world.objects, 'c219');
				const history = new FileHistory(world.objects, log, 'f', signal);
				await history.search(1000, ({ commit }) => found.push(commit.id));
				assert.ok(history.isComplete);
				assert.deepEqual(found, git('log', '--format=%H', 'c219', '--', 'f'));
			}).timeout(60_000);
		});
	}

	it('reads at most 30 logs for a page, however many branches are merged', async () => {
		world = await startRepository(allQuirks);
		ending(() => world.stop());
		const roots = Array.from({ length: 70 }, (_, nth): Step => ({ parents: [], write: { f: `${nth}` } }));
		const padding = Array.from({ length: 60 }, (): Step => ({}));
		const all = roots.map((_, nth) => nth);
		writeCommits(world.folder, [...roots, { parents: all }, ...padding]);
		const log = new LogReader(world.objects, 'c130');
		for (let pages = 0; !log.isComplete && pages < 9; pages++) {
			world.asked.length = 0;
			await log.readMore();
			assert.ok(world.asked.length <= 30, `${world.asked.length}`);
		}
		assert.equal(log.commits.length, 131);
	});
});

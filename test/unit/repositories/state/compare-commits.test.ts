import assert from 'node:assert/strict';
import { compareCommits } from '../../../../src/repositories/state/compare-commits.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { aCommit } from '../a-commit.ts';
import { type Step, writeCommits } from '../write-commits.ts';

const { signal } = new AbortController();

const commit = (id: string, day: number, ...parents: string[]) =>
	aCommit(id, { timestamp: new Date(2026, 0, day).toISOString(), parents });

describe('Comparing the histories of two commits', () => {
	let world: Awaited<ReturnType<typeof startRepository>>;
	beforeEach(async () => {
		world = await startRepository(allQuirks);
	});
	afterEach(() => world.stop());

	const git = (...words: string[]) =>
		feed(world.folder, '', ...words)
			.split('\n')
			.filter(Boolean);

	/** Git fails if there is none. */
	function mergeBase(one: string, other: string): string | undefined {
		try {
			return git('merge-base', one, other)[0];
		} catch {
			return undefined;
		}
	}

	async function compare(steps: readonly Step[], before: number, after: number, most?: number) {
		writeCommits(world.folder, steps);
		const [one = '', other = ''] = git('rev-parse', `c${before}`, `c${after}`);
		const found = await compareCommits(world.objects, one, other, {
			signal,
			...(most !== undefined && { most }),
		});
		const ids = (commits: readonly { readonly id: string }[]) => commits.map(({ id }) => id);
		return {
			found: { base: found.mergeBase?.id, before: ids(found.before), after: ids(found.after) },
			inGit: {
				base: mergeBase(one, other),
				before: git('rev-list', `${other}..${one}`),
				after: git('rev-list', `${one}..${other}`),
			},
			isComplete: found.isComplete,
		};
	}

	const fork: readonly Step[] = [{}, {}, {}, { parents: [1] }, {}, { parents: [2] }, { parents: [5, 3] }];
	for (const [what, steps, before, after] of [
		['that have diverged', fork, 5, 4],
		['of which one contains the other', fork, 1, 6],
		['of which one is the other', fork, 4, 4],
		['of which one has merged a part of the other', fork, 6, 4],
		['that have nothing in common', [{}, { parents: [] }, {}], 0, 2],
		[
			'with commits that were written long before they were applied',
			fork.map((step, nth) => ({ ...step, age: (nth % 3) * 50 })),
			5,
			4,
		],
	] as const) {
		it(`finds what git finds for two ${what}`, async () => {
			const { found, inGit, isComplete } = await compare(steps, before, after);
			assert.deepEqual(found, inGit);
			assert.equal(isComplete, true);
		});
	}

	it('counts a commit as common that was reached first from one side, because its clock was wrong', async () => {
		const all = [
			commit('left', 8, 'base'),
			commit('right', 9, 'base', 'future'),
			commit('base', 3, 'below'),
			commit('below', 2, 'future'),
			commit('future', 30),
		];
		const source = { log: async (id: string) => all.filter((one) => one.id === id) };
		const { mergeBase, before, after } = await compareCommits(source, 'left', 'right', { signal });
		assert.deepEqual(
			[mergeBase, ...before, ...after].map((one) => one?.id),
			['base', 'left', 'right'],
		);
	});

	it('reads no more than it has to, and as much as it may', async () => {
		const long = Array.from({ length: 300 }, (): Step => ({}));
		const steps = [...long, { parents: [290] }, {}];
		world.asked.length = 0;
		const { found, inGit } = await compare(steps, 299, 301);
		assert.deepEqual(found, inGit);
		assert.ok(world.asked.length <= 4, world.asked.join());
		const cut = await compare(steps, 0, 299, 60);
		assert.equal(cut.isComplete, false);
		assert.equal(cut.found.base, undefined);
		assert.ok(cut.found.after.length >= 59);
	});

	it('asks for few of the parents of a commit that has thousands', async () => {
		const parents = Array.from({ length: 5000 }, (_, nth) => `parent ${nth}`);
		const asked: string[] = [];
		const log = async (id: string) => {
			asked.push(id);
			return [id === 'right' ? commit(id, 9, ...parents) : commit(id, 8)];
		};
		const { after, isComplete } = await compareCommits({ log }, 'left', 'right', { signal, most: 50 });
		assert.deepEqual([asked.length, after.length, isComplete], [51, 50, false]);
	});

	it('does not claim to know all if the forge leaves out a commit', async () => {
		const parent = 'f'.repeat(40);
		writeCommits(world.folder, [{}, { parents: [] }]);
		const [one = '', other = ''] = git('rev-parse', 'c0', 'c1');
		const log = async (id: string) =>
			id === parent ? [] : (await world.objects.log(id)).map((commit) => ({ ...commit, parents: [parent] }));
		const { isComplete, mergeBase } = await compareCommits({ log }, one, other, { signal });
		assert.deepEqual([isComplete, mergeBase], [false, undefined]);
	});
});

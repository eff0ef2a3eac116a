import assert from 'node:assert/strict';
import type { Commit, Push } from '../../../../../src/forge/shapes/repositories.ts';
import { commitsOfPush } from '../../../../../src/repositories/state/watch/commits-of-push.ts';
import { gitIn, openRepository, startRepository } from '../../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../../kit/forge/repositories-history.ts';
import { endings } from '../../../../tools/endings.ts';

type Moves = readonly (readonly [ref: string, before: string, after: string])[];

describe('The commits of a push', () => {
	const ending = endings();

	async function start() {
		const { remote, objects, folder, asked, stop } = await startRepository();
		ending(stop);
		const { master } = writeHistory(folder, 10);
		const { cache } = openRepository({ remote, objects });
		ending(cache);
		const { git, commit, move } = gitIn(folder);
		const read = async (id: string): Promise<Commit> => {
			const reader = cache.logFrom(id);
			await reader.readMore();
			return reader.commits[0] ?? assert.fail();
		};
		/** Moves refs, and tells which commits the push has added. */
		const pushAll = async (...moves: Moves) => {
			for (const [ref, , after] of moves) git('update-ref', ...(after ? [ref, after] : ['-d', ref]));
			const refs: Push['refs'] = [];
			for (const [name, before, after] of moves)
				refs.push({
					...{ name, annotated_tag: null },
					old: before ? await read(before) : null,
					new: after ? await read(after) : null,
				});
			return commitsOfPush(cache, refs, AbortSignal.timeout(10_000));
		};
		const push = async (...moves: Moves) =>
			(await pushAll(...moves)).commits.map(({ message }) => message.trim());
		return { cache, commit, push, pushAll, move, master, asked };
	}
	const branch = 'refs/heads/master';

	it('are those that the branch did not have, also if the branch was read since', async () => {
		const { cache, commit, push, master } = await start();
		const one = commit('One', master);
		const two = commit('Two', one);
		assert.deepEqual(await push([branch, master, two]), ['Two', 'One']);
		const three = commit('Three', two);
		await cache.refresh();
		assert.deepEqual(await push([branch, two, three]), ['Three']);
		await cache.refresh();
		assert.deepEqual(await push([branch, two, three]), ['Three']);
	});

	it('are found also if a later push was read before', async () => {
		const { cache, commit, push, move, master } = await start();
		const one = commit('One', master);
		const two = commit('Two', one);
		move(branch, two);
		await cache.refresh();
		assert.deepEqual(await push([branch, master, one]), ['One']);
	});

	it('of a new branch are those that no other branch has', async () => {
		const { cache, commit, push, master } = await start();
		await cache.refresh();
		const one = commit('One', master);
		assert.deepEqual(await push(['refs/heads/next', '', one]), ['One']);
		assert.deepEqual(await push(['refs/heads/same', '', master]), []);
	});

	it('of several branches are named once, and deleted branches and tags have none', async () => {
		const { commit, push, master } = await start();
		const one = commit('One', master);
		const two = commit('Two', one);
		assert.deepEqual(
			await push(['refs/heads/next', '', two], [branch, master, one], ['refs/tags/v1', '', one]),
			['Two', 'One'],
		);
		assert.deepEqual(await push(['refs/heads/next', two, '']), []);
	});

	it('are complete unless the push has more branches than are read', async () => {
		const { commit, pushAll, master } = await start();
		const next = commit('Next', master);
		const moves = ['one', 'two', 'three', 'four'].map((name) => [`refs/heads/${name}`, '', next] as const);
		assert.equal((await pushAll(...moves.slice(0, 3))).isComplete, true);
		assert.equal((await pushAll(...moves)).isComplete, false);
	});

	it('of a rewritten branch are only the new ones', async () => {
		const { commit, push, master } = await start();
		const before = commit('Before', master);
		await push([branch, master, before]);
		const after = commit('After', master);
		assert.deepEqual(await push([branch, before, after]), ['After']);
	});
});

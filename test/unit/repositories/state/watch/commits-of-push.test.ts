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
		const { git, commit } = gitIn(folder);
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
		return { cache, commit, push, pushAll, master, asked };
	}

	it('are complete unless the push has more branches than are read', async () => {
		const { commit, pushAll, master } = await start();
		const next = commit('Next', master);
		const moves = ['one', 'two', 'three', 'four'].map((name) => [`refs/heads/${name}`, '', next] as const);
		assert.equal((await pushAll(...moves.slice(0, 3))).isComplete, true);
		assert.equal((await pushAll(...moves)).isComplete, false);
	});
});

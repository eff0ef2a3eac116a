import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import {
	isOfOneRef,
	newInRef,
	type Targets,
} from '../../../../../src/repositories/state/watch/new-in-ref.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { gitIn, openRepository, startRepository } from '../../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../../kit/forge/repositories-history.ts';
import { feed } from '../../../../kit/forge/repositories-world.ts';
import { endings } from '../../../../tools/endings.ts';

const ref = 'refs/heads/master';

describe('What is new in a branch or tag', () => {
	const ending = endings();

	async function start(commits: number, quirks: readonly Quirk[] = []) {
		const { folder, asked, stop, ...source } = await startRepository(quirks);
		ending(stop);
		const { master } = writeHistory(folder, commits);
		const { cache } = openRepository(source);
		ending(cache);
		const { signal } = new AbortController();
		/** The new commits of a ref, which has been moved, and what else is known of it. */
		const read = async (ref: string, before: string | undefined, after: string, targets?: Targets) => {
			const known = targets ?? {
				before: before === undefined ? {} : { [ref]: before },
				now: { [ref]: after },
			};
			const { commits = [], ...rest } =
				(await newInRef(cache, { ref, before, after }, known, signal)) ?? assert.fail();
			return { messages: commits.map(({ message }) => message.trim()), ...rest };
		};
		/** Moves a branch to a commit and adds commits to it. */
		const append = (branch: string, from: string, messages: readonly string[], seconds = 1_800_000_000) => {
			const writes = messages.map(
				(message, nth) =>
					`commit refs/heads/${branch}\ncommitter Carol <carol@example.org> ${seconds + nth} +0000\ndata <<.\n${message}\n.\n\n`,
			);
			const input = `reset refs/heads/${branch}\nfrom ${from}\n\n${writes.join('')}`;
			feed(folder, input, 'fast-import', '--quiet', '--force');
			return feed(folder, '', 'rev-parse', branch);
		};
		return { ...gitIn(folder), cache, read, append, master, asked };
	}

	it('includes what is older than the known commits of the default branch', async () => {
		const { read, append, cache, master } = await start(3);
		const messages = Array.from({ length: 60 }, (_, nth) => `Commit ${nth + 1}`);
		const after = append('master', master, messages);
		await cache.refresh();
		assert.ok((cache.history.all?.length ?? 0) < messages.length);
		const content = await read(ref, master, after);
		assert.deepEqual([content.messages, content.hasAll], [messages.toReversed(), true]);
	});

	it('leaves out what the default branch has, unless the branch was read after a later push', async () => {
		const { read, cache, commit, move, master } = await start(10);
		const first = commit('First', master);
		const second = commit('Second', first);
		move(ref, second);
		await cache.refresh();
		const before = { [ref]: master };
		const topic = 'refs/heads/topic';
		const current = { [ref]: second, [topic]: first };
		assert.deepEqual((await read(topic, undefined, first, { before, now: current })).messages, []);
		const earlier = { [ref]: first };
		assert.deepEqual((await read(ref, master, first, { before, now: earlier })).messages, ['First']);
	});

	it('says that a branch has lost its earlier commit, also if the forge no longer has it', async () => {
		const { read, commit, move, git, master } = await start(10);
		const instead = commit('Instead', git('rev-parse', 'master~1'));
		move(ref, instead);
		for (const before of [master, '1'.repeat(40)]) {
			const { messages, isForced } = await read(ref, before, instead, {
				before: { [ref]: before, other: git('rev-parse', `${instead}~1`) },
				now: { [ref]: instead },
			});
			assert.deepEqual([messages, isForced], [['Instead'], true]);
		}
	});

	for (const [kind, isOfOne] of [
		['missing', true],
		['surprise', true],
		['offline', false],
		['signed-out', false],
	] as const)
		it(`${isOfOne ? 'may fail' : 'does not fail'} for one ref alone with the error "${kind}"`, () => {
			assert.equal(isOfOneRef(new ForgeError(kind, '')), isOfOne);
		});
});

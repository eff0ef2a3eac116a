import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { FileAddress } from '../../../../src/repositories/model/file-address.ts';
import type { Revision } from '../../../../src/repositories/model/revision.ts';
import { FileWatcher } from '../../../../src/repositories/state/file-watcher.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { settle, untilSettled } from '../../../kit/window/clock.ts';

const file = (path: string, name = 'refs/heads/main'): FileAddress => ({
	...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
	revision: { kind: 'ref', name },
});

type Answer = string | undefined | ForgeError;

/** The largest number of reads of a repository in a test. */
const manyReads = 100;

/**
 * A repository as one account sees it, with its answer for the branch. It is read when it is first asked for a commit, and again after a
 * failure.
 */
function repositoryOf(main: Answer) {
	const changes = new Emitter<void>();
	const commits = new Map<string, Answer>([['refs/heads/main', main]]);
	let isRead = false;
	let reads = 0;
	const answerOf = (revision: Revision): Answer =>
		revision.kind === 'ref' ? commits.get(revision.name) : revision.id;
	const knownCommitOf = (revision: Revision) => {
		const commit = answerOf(revision);
		return isRead && !(commit instanceof ForgeError) ? { commit } : undefined;
	};
	return {
		reads: () => reads,
		onDidChange: changes.event,
		hasListeners: () => changes.hasListeners,
		knownCommitOf,
		commitOf: async (revision: Revision) => {
			if (!knownCommitOf(revision) && reads < manyReads) {
				reads += 1;
				changes.fire();
				await settle();
				isRead = true;
				changes.fire();
			}
			const answer = answerOf(revision);
			if (answer instanceof ForgeError) throw answer;
			return answer;
		},
		move: async (commit: Answer) => {
			commits.set('refs/heads/main', commit);
			changes.fire();
			await settle();
		},
	};
}

const untilFollowed = (...repositories: readonly ReturnType<typeof repositoryOf>[]): Promise<void> =>
	untilSettled(() => repositories.every(({ hasListeners }) => hasListeners()));

describe('Files that were read at a branch', () => {
	async function follow(first: Answer = 'one') {
		const repository = repositoryOf(first);
		const accounts = new Emitter<void>();
		let repositories = [repository];
		const { log } = readable();
		const followed = new FileWatcher(() => repositories, accounts.event, log);
		const changed: string[][] = [];
		followed.onDidChange((addresses) => void changed.push(addresses.map(({ path }) => path)));
		followed.add(file('a.c'));
		await untilFollowed(repository);
		const signIn = async (...those: (typeof repository)[]) => {
			repositories = those;
			accounts.fire();
			await untilFollowed(...those);
		};
		return { ...{ followed, repository, changed, signIn }, takeChanged: () => changed.splice(0) };
	}

	it('are reported when the branch moves, once each, and not when something else changes', async () => {
		const { followed, repository, changed } = await follow();
		for (const path of ['b.c', 'a.c']) followed.add(file(path));
		followed.add(file('c.c', 'refs/heads/other'));
		await settle();
		await repository.move('one');
		assert.deepEqual(changed, []);
		await repository.move('two');
		assert.deepEqual(changed, [['a.c', 'b.c']]);
	});

	it('are not followed at a commit, which never changes', async () => {
		const { followed, repository, takeChanged } = await follow();
		followed.add({ ...file('b.c'), revision: { kind: 'commit', id: 'one' } });
		await repository.move('two');
		assert.deepEqual(takeChanged(), [['a.c']]);
	});

	it('are reported when the branch is removed, and when it exists again', async () => {
		const { repository, takeChanged } = await follow();
		await repository.move(undefined);
		assert.deepEqual(takeChanged(), [['a.c']]);
		await repository.move(undefined);
		assert.deepEqual(takeChanged(), []);
		await repository.move('one');
		assert.deepEqual(takeChanged(), [['a.c']]);
	});

	it('are not reported when the commit cannot be read', async () => {
		const { repository, takeChanged } = await follow();
		await repository.move(new ForgeError('offline', 'No network.'));
		await repository.move('one');
		assert.deepEqual(takeChanged(), []);
	});

	it('are followed again after signing out and in, and reported if the branch has moved meanwhile', async () => {
		const { repository, takeChanged, signIn } = await follow();
		await signIn();
		await repository.move('two');
		assert.deepEqual(takeChanged(), []);
		const again = repositoryOf('two');
		await signIn(again);
		assert.deepEqual(takeChanged(), [['a.c']]);
		await again.move('three');
		assert.deepEqual(takeChanged(), [['a.c']]);
		assert.equal(repository.hasListeners(), false);
	});

	it('are followed through another account of the forge, if that is the one that sees the branch', async () => {
		const { takeChanged, signIn } = await follow();
		const blind = repositoryOf(new ForgeError('missing', 'Not found.'));
		const seeing = repositoryOf('one');
		await signIn(blind, seeing);
		assert.deepEqual(takeChanged(), []);
		await seeing.move('two');
		assert.deepEqual(takeChanged(), [['a.c']]);
	});

	it('cause one read of a repository that an account cannot see, whatever changes there', async () => {
		const { signIn } = await follow();
		const blind = repositoryOf(new ForgeError('missing', 'Not found.'));
		const seeing = repositoryOf('one');
		await signIn(blind, seeing);
		await seeing.move(undefined);
		for (let changes = 0; changes < 10; changes += 1)
			await blind.move(new ForgeError('missing', 'Not found.'));
		assert.deepEqual([blind.reads(), seeing.reads()], [1, 1]);
	});

	it('are followed even after 2,000 others, in place of those that were asked for longest ago', async () => {
		const { followed, repository, takeChanged } = await follow();
		followed.add(file('b.c'));
		const others = Array.from({ length: 1999 }, (_, nth) => file(`${nth}.c`, 'refs/heads/other'));
		for (const other of others) followed.add(other);
		await repository.move('two');
		assert.deepEqual(takeChanged(), [['b.c']]);
		followed.add(file('a.c'));
		await repository.move('three');
		assert.deepEqual(takeChanged(), [['a.c']]);
	});

	it('are no longer followed if none of a branch is left', async () => {
		const { followed, repository, takeChanged } = await follow();
		for (let nth = 0; nth < 2000; nth += 1) followed.add(file(`${nth}.c`, `refs/heads/${nth}`));
		await repository.move('two');
		assert.deepEqual(takeChanged(), []);
	});
});

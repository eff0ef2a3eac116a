import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { FileAddress } from '../../../../src/repositories/model/file-address.ts';
import { FileWatcher } from '../../../../src/repositories/state/file-watcher.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../kit/window/clock.ts';

const file = (path: string, name = 'refs/heads/main'): FileAddress => ({
	...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
	revision: { kind: 'ref', name },
});

type Answer = string | undefined | ForgeError;

/** A repository as one account sees it, with its answers by branch. */
function repositoryOf(main: Answer) {
	const moves = new Emitter<void>();
	const commits = new Map<string, Answer>([['refs/heads/main', main]]);
	return {
		commits,
		onDidChange: moves.event,
		hasListeners: () => moves.hasListeners,
		commitOf: async (revision: FileAddress['revision']) => {
			const answer = revision.kind === 'ref' ? commits.get(revision.name) : revision.id;
			if (answer instanceof ForgeError) throw answer;
			return answer;
		},
		move: async (commit: Answer) => {
			commits.set('refs/heads/main', commit);
			moves.fire();
			await settle();
		},
	};
}

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
		await settle();
		const signIn = async (...those: (typeof repository)[]) => {
			repositories = those;
			accounts.fire();
			await settle();
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
});

import assert from 'node:assert/strict';
import {
	isForced,
	isTagRef,
	knownRefs,
	newCommits,
	refChanges,
	shortRef,
} from '../../../../src/repositories/model/ref-changes.ts';
import { toRefs } from '../../../../src/repositories/model/refs.ts';
import { aCommit } from '../a-commit.ts';

const commit = (id: string, ...parents: string[]) => aCommit(id, { parents });
const id = (at: number) => at.toString(16).padStart(40, '0');

describe('The changes of branches and tags', () => {
	it('do not include old tags of a repository with too many to know all', () => {
		const tags = (from: number, to: number) =>
			Array.from({ length: to - from + 1 }, (_, at) => ({ name: `refs/tags/v${from + at}`, target: id(1) }));
		const refs = (from: number, to: number) => knownRefs(toRefs(tags(from, to), undefined));
		const before = refs(1, 2500);
		assert.equal(before.isCut, true);
		assert.deepEqual(Object.keys(before.targets).slice(-1), ['refs/tags/v501']);
		assert.deepEqual(refChanges(before, refs(1, 2499)), []);
		assert.deepEqual(
			refChanges(before, refs(1, 2501)).map(({ ref }) => ref),
			['refs/tags/v2501'],
		);
	});

	it('have names', () => {
		assert.deepEqual(['refs/heads/a/b', 'refs/tags/v1', 'refs/notes/x'].map(shortRef), [
			'a/b',
			'v1',
			'refs/notes/x',
		]);
		assert.deepEqual(['refs/heads/refs/tags/a', 'refs/tags/v1'].map(isTagRef), [false, true]);
	});
});

describe('The new commits of a log', () => {
	const log = [
		commit('m', 'd', 's'),
		commit('d', 'c'),
		commit('s', 'b'),
		commit('c', 'b'),
		commit('b', 'a'),
		commit('a'),
	];
	const ids = (...from: string[]) => newCommits(log, from).map((one) => one.id);

	it('are those that no known commit has as ancestor', () => {
		assert.deepEqual(ids('c'), ['m', 'd', 's']);
		assert.deepEqual(ids('c', 's'), ['m', 'd']);
		assert.deepEqual(ids('m'), []);
		assert.deepEqual(ids('elsewhere'), ['m', 'd', 's', 'c', 'b', 'a']);
	});

	it('end with a log whose commits are their own ancestors', () => {
		assert.deepEqual(newCommits([commit('x', 'y'), commit('y', 'x')], ['y']), []);
	});
});

describe('A forced update', () => {
	const page = (isComplete: boolean, ...ids: string[]) => ({
		commits: ids.map((one) => commit(one)),
		isComplete,
	});

	it('is recognized where the logs show it', () => {
		const long = page(false, 'd', 'c', 'b');
		assert.equal(isForced(long, 'c', undefined), false);
		assert.equal(isForced(page(true, 'd', 'c', 'b'), 'x', undefined), true);
		assert.equal(isForced(long, 'x', page(false, 'x', 'c', 'b')), true);
		assert.equal(isForced(long, 'a', page(false, 'a', '9', '8')), undefined);
		assert.equal(isForced(long, 'a', undefined), undefined);
	});
});

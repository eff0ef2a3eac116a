import assert from 'node:assert/strict';
import { revisionOf } from '../../../../src/repositories/commands/open-repository.ts';
import { targetOf } from '../../../../src/repositories/commands/repository-command-target.ts';
import { changedFiles } from '../../../../src/repositories/model/changed-files.ts';
import { contextOf, repositoryKinds } from '../../../../src/repositories/model/repository-kind.ts';
import { type RepositoryTarget, readTarget } from '../../../../src/repositories/model/repository-target.ts';
import { divideAddress, targetAddress } from '../../../../src/repositories/model/target-address.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const id = '0123456789abcdef0123456789abcdef01234567';
const main = { kind: 'ref', name: 'refs/heads/main' } as const;
const targets: readonly RepositoryTarget[] = [
	{ kind: 'repository', key },
	{ kind: 'log', key },
	{ kind: 'reference', key, name: 'refs/tags/v1' },
	{ kind: 'commit', key, commit: id },
	{ kind: 'entry', key, revision: main, path: 'src/a (b).c', isFolder: false },
	{ kind: 'entry', key, revision: { kind: 'commit', id }, path: 'src', isFolder: true },
];

describe('What a command on repositories is about', () => {
	it('is read from a row and from a value, unchanged', () => {
		const ofUpdates = [
			{ kind: 'commit', key, commit: id, deletedRef: 'refs/heads/x' },
			{ kind: 'reference', key, name: 'refs/heads/x', leadsTo: id },
		];
		for (const about of [...targets, ...ofUpdates]) {
			assert.deepEqual(targetOf([{ id: 'row', label: 'Row', about }]), about);
			assert.deepEqual(readTarget(JSON.parse(JSON.stringify(about))), about);
		}
	});

	it('is nothing for any other value', () => {
		const values = [
			...[undefined, null, 'editor', {}, { kind: 'repository' }, { kind: 'ticket', key }],
			{ kind: 'repository', key: { ...key, owner: 1 } },
			...[
				{ kind: 'reference', key },
				{ kind: 'commit', key, commit: 5 },
			],
			{ kind: 'entry', key, path: 'a', revision: { kind: 'commit' } },
		];
		for (const value of values) assert.equal(readTarget(value), undefined, JSON.stringify(value));
	});

	it('has a page on the forge', () => {
		const base = 'https://git.forge.test/~ana/editor';
		const pages = targets.map((target) => targetAddress(base, target, 'main', { from: 3, to: 5 }));
		assert.deepEqual(
			pages.map((page) => page.slice(base.length)),
			[
				'',
				'/log/main',
				'/tree/main',
				`/commit/${id}`,
				'/tree/main/item/src/a%20%28b%29.c#L3-5',
				'/tree/main/item/src',
			],
		);
		const [repository = assert.fail()] = targets;
		assert.equal(targetAddress(base, repository, id), `${base}/tree/${id}`);
	});

	for (const [ref, path, found] of [
		['main', 'item/a', 'main: item/a'],
		['fix', 'list/item/a', 'fix/item/list: a'],
		['fix', 'list/item/item/item/a', 'fix/item/list: item/item/a'],
		['fix', 'list', 'fix/item/list: '],
		['no-such', 'list/item/a', 'no-such: list/item/a'],
		['no-such', '', 'no-such: '],
	] as const) {
		it(`on which ${ref} ends where it is a branch, before ${path || 'nothing'}`, () => {
			const references = new Set(['refs/heads/main', 'refs/heads/fix/item/list']);
			const divided = divideAddress({ ref, path }, references);
			assert.equal(`${divided.ref}: ${divided.path}`, found);
		});
	}

	it('has a revision, by default the default branch', () => {
		assert.deepEqual(targets.map(revisionOf), [
			{ kind: 'ref', name: 'HEAD' },
			{ kind: 'ref', name: 'HEAD' },
			{ kind: 'ref', name: 'refs/tags/v1' },
			{ kind: 'commit', id },
			main,
			{ kind: 'commit', id },
		]);
	});
});

describe('Editing, publishing and deleting a repository', () => {
	it('is offered for the user’s own repositories only', () => {
		const { unpinRepository, ...own } = repositoryKinds;
		assert.deepEqual(
			new Set(Object.values(own).map((one) => contextOf(one, true, true))),
			new Set(['repository own']),
		);
		assert.equal(contextOf(unpinRepository, true, true), 'repository pinned');
		assert.equal(contextOf('own', false, true), 'repository own noAnswers');
		assert.equal(contextOf('own', false, false), 'repository own noAnswers noCodeSearch');
	});
});

describe('The files of a comparison', () => {
	const file = { kind: 'file', id } as const;
	const sides = { instance: 'forge.test', owner: '~ana', repository: 'editor', before: 'a', after: 'b' };
	const at = (commit: string, path: string, isRaw = false) => ({
		...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
		...{ revision: { kind: 'commit', id: commit } },
		...(isRaw && { form: 'raw' }),
	});

	it('have a side for each version that exists, and links stand for themselves', () => {
		const link = { kind: 'symlink', id } as const;
		const found = changedFiles(
			[
				{ kind: 'added', path: 'new', after: file },
				{ kind: 'deleted', path: 'old', before: file },
				{ kind: 'renamed', from: 'one', path: 'two', before: file, after: file, similarity: 90 },
				{ kind: 'type-changed', path: 'link', before: file, after: link },
			],
			sides,
		);
		assert.deepEqual(
			found.map(({ left, right }) => [left, right]),
			[
				[undefined, at('b', 'new')],
				[at('a', 'old'), undefined],
				[at('a', 'one'), at('b', 'two')],
				[at('a', 'link'), at('b', 'link', true)],
			],
		);
		assert.deepEqual(
			found.map((one) => one.newest.path),
			['new', 'old', 'two', 'link'],
		);
	});

	it('have no left side for the first commit', () => {
		const [only] = changedFiles([{ kind: 'added', path: 'new', after: file }], {
			...sides,
			before: undefined,
		});
		assert.deepEqual([only?.left, only?.right], [undefined, at('b', 'new')]);
	});
});

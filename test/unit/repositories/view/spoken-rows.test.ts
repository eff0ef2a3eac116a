import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry, Objects } from '../../../../src/platform/git/objects.ts';
import { type Row, spokenText } from '../../../../src/platform/view/row.ts';
import { commitRows } from '../../../../src/repositories/view/commit-rows.ts';
import { entryRows } from '../../../../src/repositories/view/entry-rows.ts';
import { createRepositoriesView } from '../../../../src/repositories/view/repositories-view.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';
import { aCommit } from '../a-commit.ts';
import { noObjects } from '../no-objects.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const id = '0123456789abcdef0123456789abcdef01234567';
const now = Date.parse('2026-02-01T00:00:00Z');
const author = { name: 'Bob Ellis', email: 'bob@example.org' };
const commit = aCommit(id, {
	...{ author, committer: author, timestamp: '2026-01-31T22:00:00Z', message: 'Fix undo', parents: ['a'] },
});

/** Screen readers would read the same twice. */
const isTooltip = (row: Row): boolean => row.tooltip === spokenText(row);

describe('A screen reader reads the kind and the state of', () => {
	stopTheDate(now);
	const { open, ending } = demoRepositories();

	async function roots() {
		const window = await open();
		const view = createRepositoriesView({
			...{ source: window.repositories, changed: () => {}, isVisible: () => true },
			submodules: noSubmodules,
		});
		return { view, rows: () => view.roots(window.accounts(), []), cacheOf: window.cacheOf };
	}

	async function below(rows: readonly Row[], ...labels: readonly string[]): Promise<readonly Row[]> {
		let found = rows;
		for (const label of labels) {
			const row = found.find((one) => one.label === label);
			assert.ok(row, `${label} is not in ${found.map((one) => one.label)}`);
			found = (await row.children?.()) ?? [];
		}
		return found;
	}

	it('a repository, its files, branches, tags and log, and each branch and tag', async () => {
		const { view, rows } = await roots();
		ending(view);
		const spoken = async (...labels: readonly string[]) => {
			const found = await below(await rows(), ...labels);
			assert.deepEqual(found.filter(isTooltip), []);
			return found.map(spokenText);
		};
		assert.deepEqual(await spoken(), [
			'~ana/editor, repository, A small text editor for terminals',
			'~ana/notes, private repository, For myself',
		]);
		assert.deepEqual(await spoken('~ana/editor'), [
			'Files of the default branch, master',
			'Branches, 3',
			'Tags, nightly and 3 more',
			'Log of branch master',
		]);
		assert.deepEqual(await spoken('~ana/editor', 'Branches'), [
			'branch master, default, by Ana Duarte, 9 hours ago',
			'branch feature/undo-file',
			'branch release/2.4',
		]);
		const tags = ['nightly', '2.4.1, annotated', '2.4.0, annotated', '2.3.0, annotated'];
		const isRead = async () =>
			(await spoken('~ana/editor', 'Tags')).join() === tags.map((one) => `tag ${one}`).join();
		await until(isRead, { what: 'the tags are looked up' });
	});

	it('a branch, and how far it is from the default one if a clone has both', async () => {
		const { view, rows, cacheOf } = await roots();
		ending(view);
		Object.assign(cacheOf('ana', 'editor').objects, { distance: async () => ({ ahead: 2, behind: 1 }) });
		const [, feature = assert.fail()] = await below(await rows(), '~ana/editor', 'Branches');
		assert.equal(feature.description, '2 ahead, 1 behind');
		assert.equal(spokenText(feature), 'branch feature/undo-file, 2 ahead, 1 behind');
	});

	it('folders, files, executables, symbolic links and submodules', async () => {
		const entry = (name: string, kind: GitTreeEntry['kind']): GitTreeEntry => ({ name, kind, id });
		const kinds = ['file', 'executable', 'symlink', 'directory', 'submodule'] as const;
		const objects: Objects = {
			...noObjects,
			blob: async () => ({ kind: 'bytes', bytes: Buffer.from('doc/NEWS') }),
		};
		const failing = { ...objects, blob: () => Promise.reject(new ForgeError('offline', 'cut')) };
		const revision = { kind: 'ref', name: 'refs/heads/main' } as const;
		const input = {
			...{ key, instance: 'forge.test', objects, revision, commit: id },
			...{ parentId: 'files', submodules: noSubmodules },
		};
		const tree = { id: 'f'.repeat(40), entries: kinds.map((kind) => entry(`a ${kind}`, kind)), problems: [] };
		const rows = await entryRows(input, tree, '');
		assert.deepEqual(rows.map(spokenText), [
			'a directory, folder',
			'a submodule, submodule at 0123456',
			'a executable, executable file',
			'a file, file',
			'a symlink, symbolic link to doc/NEWS, not found',
		]);
		assert.deepEqual(rows.filter(isTooltip), []);
		const [unread = assert.fail()] = await entryRows(
			{ ...input, objects: failing },
			{ ...tree, entries: [entry('NEWS', 'symlink')] },
			'',
		);
		assert.equal(spokenText(unread), 'NEWS, symbolic link');
	});

	it('commits, merges and the row that loads more', () => {
		const commits = [commit, { ...commit, parents: ['a', 'b'] }];
		const rows = commitRows({ kind: 'log', key }, commits, true, 'repository');
		assert.deepEqual(rows.map(spokenText), [
			'Fix undo, commit 0123456, by Bob Ellis, 2 hours ago',
			'Fix undo, merge commit 0123456, by Bob Ellis, 2 hours ago',
			'Load More, earlier commits',
		]);
		assert.deepEqual(rows.filter(isTooltip), []);
	});
});

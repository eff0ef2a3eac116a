import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { GitTree, GitTreeEntry, Objects } from '../../../../src/platform/git/objects.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import type { SubmoduleFinder } from '../../../../src/repositories/state/entries/submodules.ts';
import { commitRows } from '../../../../src/repositories/view/commit-rows.ts';
import { entryRows, missingRow } from '../../../../src/repositories/view/entry-rows.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { aCommit } from '../a-commit.ts';
import { noObjects } from '../no-objects.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const log = { kind: 'log', key } as const;
const id = '0123456789abcdef0123456789abcdef01234567';
const now = Date.parse('2026-02-01T00:00:00Z');
const author = { name: 'Bob Ellis', email: 'bob@example.org' };
const commit = aCommit(id, {
	...{ author, committer: author, timestamp: '2026-01-31T22:00:00Z', parents: ['a'] },
	message: 'undo: store the *tree*\n\nLonger.\n\nFixes: #3',
});

describe('The row of a commit', () => {
	stopTheDate(now);
	let row: Row;

	beforeEach(() => {
		[row = assert.fail()] = commitRows(log, [commit], false, 'repository');
	});

	it('has the subject, the id, the author and the age', () => {
		assert.equal(row.label, 'undo: store the *tree*');
		assert.equal(row.description, '0123456 · Bob Ellis · 2h');
		assert.equal(row.spokenLabel, 'undo: store the *tree*, commit 0123456, by Bob Ellis, 2 hours ago');
	});

	it('shows the whole message, which cannot be Markdown, and another committer when the user hovers over it', () => {
		const hover = (one: typeof commit) => {
			const [{ tooltip } = assert.fail()] = commitRows(log, [one], false, 'repository');
			return typeof tooltip === 'object' ? tooltip.markdown() : '';
		};
		assert.match(hover(commit), /store the \\\*tree\\\*.*Longer.*Fixes/s);
		assert.doesNotMatch(hover(commit), /committed by/);
		assert.match(
			hover({ ...commit, committer: { name: 'Ana', email: 'ana@example.org' } }),
			/committed by Ana &lt;ana.@example.+&gt;/,
		);
	});

	it('shortens what is too long for a row or a hover', () => {
		const author = { name: 'N'.repeat(100_000), email: '' };
		const message = `${'s'.repeat(100_000)}\n\n${'b'.repeat(100_000)}\n`;
		const [{ label, description, spokenLabel, tooltip } = assert.fail()] = commitRows(
			log,
			[{ ...commit, author, message }],
			false,
			'repository',
		);
		assert.match(label, /^s{300}…$/);
		assert.match(description ?? '', /^0123456 · N{100}… · 2h$/);
		assert.ok((spokenLabel?.length ?? 0) < 1000);
		assert.ok(typeof tooltip === 'object' && tooltip.markdown().length < 5000);
	});

	it('says on hover that it is signed, and what it merges', () => {
		const merge = { ...commit, signature: { signature: '', data: '' }, parents: [id, 'b'.repeat(40)] };
		const [{ tooltip, icon } = assert.fail()] = commitRows(log, [merge], false, 'repository');
		assert.deepEqual([row.icon, icon], ['git-commit', 'git-merge']);
		const hover = typeof tooltip === 'object' ? tooltip.markdown() : '';
		assert.match(hover, /4567 · signed · merges 0123456 and bbbbbbb$/);
	});

	it('is followed by one that loads more, if there is more', () => {
		const rows = commitRows(log, [commit], true, 'repository');
		assert.deepEqual(rows.at(-1)?.command, {
			...{ id: 'tildeforge.loadMoreCommits', title: 'Load More' },
			arguments: [{ kind: 'log', key }],
		});
		assert.equal(rows.length, 2);
	});
});

describe('The rows of a folder', () => {
	const revision = { kind: 'ref', name: 'refs/heads/main' } as const;
	const input = {
		...{ key, instance: 'forge.test', objects: noObjects, revision, commit: id },
		...{ parentId: 'files', submodules: noSubmodules },
	};
	const entry = (name: string, kind: GitTreeEntry['kind'] = 'file'): GitTreeEntry => ({ name, kind, id });

	it('are limited, and say how many are left out and what is wrong with the folder', async () => {
		const entries = Array.from({ length: 1002 }, (_, nth) => entry(`f${nth}`));
		const rows = await entryRows(input, { id, entries, problems: ['One entry is left out.'] }, 'src');
		assert.equal(rows.length, 1002);
		assert.deepEqual(
			rows.slice(-2).map(({ label }) => label),
			['2 more', 'One entry is left out.'],
		);
		assert.deepEqual(rows.at(-2)?.command, {
			...{ id: 'tildeforge.goToRepositoryFile', title: 'Go to File' },
			arguments: [{ kind: 'entry', key, revision, path: 'src', isFolder: true }],
		});
		assert.equal(rows[10]?.id, 'files:src/f10');
	});

	it('say which names Windows would misread', async () => {
		const entries = ['.vscode', 'a:b', ...Array.from({ length: 6 }, (_, nth) => `..\\${nth}`)].map((name) =>
			entry(name),
		);
		const rows = await entryRows(input, { id, entries, problems: [] }, '');
		assert.equal(rows.length, 8 + 6);
		assert.equal(
			rows[8]?.label,
			'a:b is left out of folders and copies, because its name means something else on Windows.',
		);
		assert.equal(rows.at(-1)?.label, '2 more names are left out of folders and copies.');
		assert.deepEqual(
			rows.slice(0, 8).filter(({ file }) => file?.path.split('/').at(-1)?.startsWith(':')).length,
			8,
		);
	});

	for (const [count, last] of [
		[5, 'src/d4 is left out: it is the same folder as one that contains it.'],
		[6, '1 more folder is left out because it contains itself.'],
		[100_000, '99,995 more folders are left out because they contain themselves.'],
	] as const) {
		it(`name the first five of ${count} folders that contain themselves`, async () => {
			const endless = Array.from({ length: count }, (_, nth) => entry(`d${nth}`, 'directory'));
			const entries = [...endless, entry('a.txt', 'file')];
			const above = [endless[0]?.id ?? ''];
			const rows = await entryRows({ ...input, above }, { id: 'f'.repeat(40), entries, problems: [] }, 'src');
			assert.deepEqual(
				[rows.length, rows[0]?.label, rows[1]?.label, rows.at(-1)?.label],
				[
					1 + Math.min(count, 6),
					'a.txt',
					'src/d0 is left out: it is the same folder as one that contains it.',
					last,
				],
			);
		});
	}

	it('say of at most 100 links where they lead', async () => {
		const entries = Array.from({ length: 102 }, (_, nth) => entry(`link${nth}`, 'symlink'));
		const blob = async () => ({ kind: 'bytes', bytes: Buffer.from('../up') }) as const;
		const rows = await entryRows(
			{ ...input, objects: { ...noObjects, blob } },
			{ id, entries, problems: [] },
			'',
		);
		assert.equal(
			rows.filter(({ description }) => description === 'not in the repository → ../up').length,
			100,
		);
		assert.equal(rows.at(-1)?.description, 'symbolic link');
	});

	it('name characters that change the order of a text, in each text', async () => {
		const blob = async () => ({ kind: 'bytes', bytes: Buffer.from('\u202eup') }) as const;
		const kinds = ['directory', 'file', 'symlink', 'submodule'] as const;
		const entries = kinds.map((kind) => entry(`${kind}\u202egnp.sh`, kind));
		const tree = { id: 'f'.repeat(40), entries, problems: ['"\u202e" is left out.'] };
		const rows = await entryRows({ ...input, objects: { ...noObjects, blob } }, tree, '');
		const texts = rows.map(({ label, description, tooltip }) =>
			JSON.stringify([label, description, tooltip]),
		);
		assert.equal(texts.filter((text) => text.includes('‹U+202E›') && !text.includes('\u202e')).length, 5);
		// Otherwise VS Code shows the address.
		assert.equal(rows[0]?.tooltip, 'directory‹U+202E›gnp.sh');
	});

	it('show a link whose target cannot be read, and a folder that is no longer there', async () => {
		const failing = { ...noObjects, blob: () => Promise.reject(new ForgeError('offline', 'cut')) };
		const tree = {
			id: 'f'.repeat(40),
			entries: [entry('doc', 'directory'), entry('NEWS', 'symlink')],
			problems: [],
		};
		const [folder, link] = await entryRows({ ...input, objects: failing }, tree, '');
		assert.equal(link?.description, 'symbolic link');
		assert.deepEqual(await folder?.children?.(), [missingRow('files:doc')]);
	});
});

describe('The rows of links and submodules', () => {
	const revision = { kind: 'ref', name: 'refs/heads/main' } as const;
	const ids = (letter: string) => letter.repeat(40);
	const treeOf = (letter: string, entries: readonly GitTreeEntry[]): GitTree => ({
		...{ id: ids(letter), entries, problems: [] },
	});
	const file = (name: string): GitTreeEntry => ({ name, kind: 'file', id: ids('0') });
	const folder = (name: string, letter: string): GitTreeEntry => ({
		name,
		kind: 'directory',
		id: ids(letter),
	});
	const targets: Readonly<Record<string, string>> = {
		...{ toFile: 'src/a.c', toFolder: 'src', here: '.', gone: 'nothing', out: '../x', toModule: 'lib' },
		up: '../..',
	};
	const linkIds = new Map(Object.keys(targets).map((name, nth) => [name, `${nth}`.padStart(40, 'e')]));
	const link = (name: string): GitTreeEntry => ({ name, kind: 'symlink', id: linkIds.get(name) ?? '' });
	const deep = treeOf('3', [link('up'), file('deep.c')]);
	const src = treeOf('2', [file('a.c'), folder('deep', '3')]);
	const module: GitTreeEntry = { name: 'lib', kind: 'submodule', id: ids('7') };
	const root = treeOf('1', [
		...Object.keys(targets)
			.filter((name) => name !== 'up')
			.map(link),
		...[folder('src', '2'), module],
	]);
	const objects: Objects = {
		...noObjects,
		tree: async (id) => [root, src, deep].find((one) => one.id === id),
		blob: async (id) => {
			const [name = ''] = [...linkIds].find(([, one]) => one === id) ?? [];
			return { kind: 'bytes', bytes: Buffer.from(targets[name] ?? '') };
		},
	};
	const input = {
		...{ key, instance: 'forge.test', objects, revision, commit: ids('c') },
		...{ parentId: 'files', submodules: noSubmodules },
	};
	const named = (rows: readonly Row[], name: string) =>
		rows.find(({ label }) => label === name) ?? assert.fail(`no row ${name}`);
	const below = async (rows: readonly Row[], ...names: readonly string[]) => {
		let found = rows;
		for (const name of names) found = (await named(found, name).children?.()) ?? assert.fail(name);
		return found;
	};

	it('say where links lead, and open as a text unless they lead to a folder', async () => {
		const rows = await entryRows(input, root, '');
		const shown = rows
			.filter(({ context }) => context?.includes('link'))
			.map(({ label, description, children, opensFile }) => [label, description, !!children, !!opensFile]);
		assert.deepEqual(shown, [
			['gone', 'not found → nothing', false, true],
			['here', 'contains this link → .', false, false],
			['out', 'not in the repository → ../x', false, true],
			['toFile', '→ src/a.c', false, true],
			['toFolder', '→ src', true, false],
			['toModule', 'submodule → lib', false, false],
		]);
	});

	it('lead from a link into the folder, at paths below the link, and never in circles', async () => {
		const rows = await entryRows(input, root, '');
		const linked = await below(rows, 'toFolder', 'deep');
		const inFolder = await below(rows, 'src', 'deep');
		assert.deepEqual(
			linked.map((one) => [one.id, one.file?.path, !!one.children]),
			[
				['files:toFolder/deep/deep.c', '/~ana/editor (main)/toFolder/deep/deep.c', false],
				['files:toFolder/deep/up', '/~ana/editor (main)/toFolder/deep/up', false],
			],
		);
		assert.equal(named(inFolder, 'up').description, 'contains this link → ../..');
		const { about, context } = named(rows, 'toFolder');
		assert.deepEqual([about?.isFolder, context], [true, 'entry linked-directory']);
	});

	it('still say where links lead if what is there cannot be read', async () => {
		const failing = { ...objects, tree: () => Promise.reject(new ForgeError('offline', 'cut')) };
		const rows = await entryRows({ ...input, objects: failing }, root, '');
		assert.equal(named(rows, 'toFolder').description, '→ src');
	});

	it('lead from a submodule into the commit of its repository', async () => {
		const other = { account: 'ana', owner: '~bob', repository: 'lib' };
		const tree = { key: other, objects, commit: ids('7'), root: src };
		const asked: unknown[] = [];
		const submodules = {
			find: async (...[outer, path, commit]: Parameters<SubmoduleFinder['find']>) => {
				asked.push([outer.key, outer.commit, outer.root, path, commit]);
				return { kind: 'found', instance: 'other.test', tree } as const;
			},
		};
		const rows = await entryRows({ ...input, submodules }, root, '');
		assert.deepEqual(asked, []);
		const files = await below(rows, 'lib');
		assert.deepEqual(asked, [[key, ids('c'), root, 'lib', ids('7')]]);
		const [, a = assert.fail()] = files;
		assert.deepEqual(
			[a.id, a.file?.authority, a.file?.path, a.about],
			[
				...['files:lib/a.c', 'other.test', `/~bob/lib (${ids('7')})/a.c`],
				{
					kind: 'entry',
					key: other,
					revision: { kind: 'commit', id: ids('7') },
					path: 'a.c',
					isFolder: false,
				},
			],
		);
		const [deepest] = await below(files, 'deep');
		assert.equal(deepest?.id, 'files:lib/deep/deep.c');
	});

	it('say of a submodule that contains itself that it is left out', async () => {
		const tree = { key, objects, commit: ids('7'), root };
		const submodules = { find: async () => ({ kind: 'found', instance: 'forge.test', tree }) as const };
		const rows = await entryRows({ ...input, submodules }, root, '');
		assert.deepEqual(
			(await below(rows, 'lib')).map(({ label }) => label),
			['lib is left out: it is the same folder as one that contains it.'],
		);
	});

	for (const [url, label, description, offer] of [
		['https://x.test/lib', 'Not on your forges', 'x.test/lib', /Click to open or copy its address\.$/],
		[undefined, 'Not in .gitmodules', 'commit 7777777', /Click to copy the ID of the commit\.$/],
	] as const) {
		it(`name the repository of a submodule that cannot be shown, or its commit: ${label}`, async () => {
			const submodules = { find: async () => ({ kind: 'elsewhere', url }) as const };
			const rows = await entryRows({ ...input, submodules }, root, '');
			const [row] = await below(rows, 'lib');
			assert.deepEqual([row?.label, row?.description], [label, description]);
			assert.match(String(row?.tooltip), offer);
		});
	}
});

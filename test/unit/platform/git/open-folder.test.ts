import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { OpenFolder } from '../../../../src/platform/git/open-folder.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { until } from '../../../tools/until.ts';

const opened: OpenFolder[] = [];

async function open(folder: string, options: { readonly timeoutMs?: number } = {}) {
	const { log, lines } = readable();
	let changes = 0;
	let touch = () => {};
	const openFolder = new OpenFolder({
		...{ folder, log },
		git: { ...git, ...options },
		changed: () => changes++,
		watch: (_, changed) => {
			touch = changed;
			return { dispose: () => {} };
		},
	});
	opened.push(openFolder);
	await openFolder.ready;
	return { openFolder, lines, changes: () => changes, touch: () => touch() };
}

const objectsOf = ({ objects }: OpenFolder): Objects => objects ?? assert.fail('there are no objects');

/** The commit, the tree and the content of `a.txt`; undefined for what is missing. */
async function read(objects: Objects, commit: string) {
	const found = await objects.commit(commit);
	const tree = await objects.rootTree(commit);
	const id = tree?.entries.find(({ name }) => name === 'a.txt')?.id;
	const blob = id === undefined ? undefined : await objects.blob(id, { most: 1000 });
	return {
		message: found?.message,
		tree: tree !== undefined,
		text: blob?.kind === 'bytes' ? Buffer.from(blob.bytes).toString() : undefined,
	};
}

const nothing = { message: undefined, tree: false, text: undefined };
const everything = { message: 'Begin\n', tree: true, text: 'a\n' };

describe('An open folder', () => {
	afterEach(() => {
		for (const one of opened.splice(0)) one.dispose();
	});

	const locks = [
		'index.lock',
		'config.lock',
		'HEAD.lock',
		'shallow.lock',
		join('objects', 'maintenance.lock'),
	];
	it('has the objects of a clone that another git has locked', async () => {
		const root = newRepository();
		for (const lock of locks) writeFileSync(join(root, '.git', lock), '');
		const { openFolder } = await open(root);
		assert.deepEqual(await read(objectsOf(openFolder), userGit(root, 'rev-parse', 'HEAD')), everything);
		for (const lock of locks) assert.ok(existsSync(join(root, '.git', lock)), lock);
	});

	for (const [what, destroy] of [
		['deleted', (root: string) => rmSync(root, { recursive: true })],
		['no clone any more', (root: string) => rmSync(join(root, '.git'), { recursive: true })],
		['broken', (root: string) => writeFileSync(join(root, '.git', 'config'), '[core\n')],
		['without its objects', (root: string) => rmSync(join(root, '.git', 'objects'), { recursive: true })],
	] as const) {
		it(`misses all objects of a clone that is ${what} after it was opened, and fails no caller`, async () => {
			const root = newRepository();
			const commit = userGit(root, 'rev-parse', 'HEAD');
			const { openFolder, changes, touch } = await open(root);
			const objects = objectsOf(openFolder);
			destroy(root);
			assert.deepEqual(await read(objects, commit), nothing);
			touch();
			await until(() => changes() === 2, { what: 'the loss is noticed' });
			assert.deepEqual([openFolder.found, openFolder.objects], [undefined, undefined]);
		});
	}

	it('has the objects of a clone whose data has moved, and reads no more with the earlier settings', async () => {
		const root = newRepository();
		const commit = userGit(root, 'rev-parse', 'HEAD');
		const { openFolder, changes } = await open(root);
		const before = objectsOf(openFolder);
		assert.deepEqual(await read(before, commit), everything);
		userGit(root, 'init', '--quiet', '--separate-git-dir', join(newFolder('moved'), 'data'));
		await openFolder.refresh();
		assert.equal(changes(), 2);
		assert.notEqual(openFolder.objects, before);
		assert.deepEqual(await read(objectsOf(openFolder), commit), everything);
		assert.deepEqual(await read(before, commit), nothing);
	});

	for (const [what, change] of [
		[
			'another remote',
			(root: string) => userGit(root, 'remote', 'add', 'other', 'git@git.forge.test:~ana/x'),
		],
		['another .hut.scfg', (root: string) => writeFileSync(join(root, '.hut.scfg'), 'tracker ~ana/bugs\n')],
	] as const) {
		it(`goes on reading objects when its clone has ${what}`, async () => {
			const root = newRepository();
			const commit = userGit(root, 'rev-parse', 'HEAD');
			const { openFolder, changes } = await open(root);
			const objects = objectsOf(openFolder);
			change(root);
			await openFolder.refresh();
			assert.equal(changes(), 2);
			assert.equal(openFolder.objects, objects);
			assert.deepEqual(await read(objects, commit), everything);
		});
	}

	onlyWhere(
		process.platform !== 'win32',
		'Windows has no such files',
		'keeps what is known of its clone if git does not answer in time',
		(title) =>
			it(title, async () => {
				const root = newRepository();
				const { openFolder, changes, lines } = await open(root, { timeoutMs: 2000 });
				const { found } = openFolder;
				const pipe = join(root, 'pipe');
				execFileSync('mkfifo', [pipe]);
				// Git waits until another program writes into the pipe.
				writeFileSync(join(root, '.git', 'config'), `[include]\n\tpath = ${pipe}\n`);
				await openFolder.refresh();
				assert.equal(openFolder.found, found);
				assert.equal(changes(), 1);
				assert.match(lines[0]?.line ?? '', /Git did not answer in time/);
			}),
	);
});

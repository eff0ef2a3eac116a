import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { OpenFolder } from '../../../../src/platform/git/open-folder.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { commitAll, git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
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

	it('has the objects of its clone', async () => {
		const root = newRepository();
		const { openFolder } = await open(root);
		assert.deepEqual(await read(objectsOf(openFolder), userGit(root, 'rev-parse', 'HEAD')), everything);
		assert.equal(openFolder.objects, openFolder.objects);
	});

	it('has no objects outside of clones', async () => {
		const { openFolder, lines } = await open(newFolder('none'));
		assert.deepEqual([openFolder.found, openFolder.objects, lines], [undefined, undefined, []]);
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

	it('misses the older commits of a shallow clone', async () => {
		const origin = newRepository();
		const first = userGit(origin, 'rev-parse', 'HEAD');
		const second = commitAll(origin, 'Second');
		const root = join(newFolder('shallow'), 'clone');
		userGit(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, root);
		const { openFolder, lines } = await open(root);
		const objects = objectsOf(openFolder);
		assert.equal((await objects.commit(second))?.parents[0], first);
		assert.deepEqual(await read(objects, first), nothing);
		assert.deepEqual(lines, []);
	});

	it('misses what a partial clone has not fetched, and does not fetch it', async () => {
		const origin = newRepository();
		userGit(origin, 'config', 'uploadpack.allowFilter', 'true');
		const commit = userGit(origin, 'rev-parse', 'HEAD');
		const root = join(newFolder('partial'), 'clone');
		const words = ['--quiet', '--filter=blob:none', '--no-checkout', `file://${origin}`, root];
		userGit(origin, 'clone', ...words);
		const packs = () => readdirSync(join(root, '.git', 'objects', 'pack')).toSorted();
		const before = packs();
		const { openFolder, lines } = await open(root);
		const objects = objectsOf(openFolder);
		assert.deepEqual(await read(objects, commit), { ...everything, text: undefined });
		assert.deepEqual(await read(objects, commit), { ...everything, text: undefined });
		assert.deepEqual(packs(), before);
		assert.deepEqual(lines, []);
	});

	it('misses an object that is damaged', async () => {
		const root = newRepository();
		const commit = userGit(root, 'rev-parse', 'HEAD');
		const blob = userGit(root, 'rev-parse', 'HEAD:a.txt');
		const file = join(root, '.git', 'objects', blob.slice(0, 2), blob.slice(2));
		rmSync(file, { force: true });
		writeFileSync(file, 'rubbish');
		const { openFolder } = await open(root);
		assert.deepEqual(await read(objectsOf(openFolder), commit), { ...everything, text: undefined });
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

	it('misses all objects of a clone whose folder is deleted while git reads it', async () => {
		const root = newRepository();
		const commit = userGit(root, 'rev-parse', 'HEAD');
		const { openFolder } = await open(root);
		const objects = objectsOf(openFolder);
		assert.deepEqual(await read(objects, commit), everything);
		rmSync(root, { recursive: true });
		// Git may still have the files open, so that it can answer.
		const found = await read(objects, commit);
		assert.ok(found.text === undefined || found.text === 'a\n');
	});

	it('has the objects of the clone that takes the place of another', async () => {
		const root = newRepository();
		const { openFolder, touch, changes } = await open(root);
		objectsOf(openFolder);
		rmSync(join(root, '.git'), { recursive: true });
		mkdirSync(join(root, '.git'));
		userGit(root, 'init', '--quiet');
		userGit(root, 'remote', 'add', 'origin', 'git@git.forge.test:~ana/other');
		const commit = commitAll(root, 'Begin');
		touch();
		await until(() => changes() === 2, { what: 'the other clone is seen' });
		assert.deepEqual(await read(objectsOf(openFolder), commit), everything);
	});

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

	it('misses what is being read when it is closed', async () => {
		const root = newRepository();
		const commit = userGit(root, 'rev-parse', 'HEAD');
		const { openFolder } = await open(root);
		const reading = objectsOf(openFolder).commit(commit);
		openFolder.dispose();
		assert.equal(await reading, undefined);
	});

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

import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LruCache } from '../../../../src/base/lru-cache.ts';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import { blobId } from '../../../../src/platform/git/blob-id.ts';
import type { CloneObjects } from '../../../../src/platform/git/objects.ts';
import { toTree } from '../../../../src/platform/git/tree-entries.ts';
import type { ResolvingObjects } from '../../../../src/repositories/state/object-cache.ts';
import { openCache } from '../../../kit/forge/remote-repository.ts';
import { skippableTime, stopTheDate } from '../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const id = (digit: string) => digit.repeat(40);
const bytes = Buffer.from('content\n');
const blob = blobId(bytes, id('0'));
const tree = toTree(id('a'), [
	{ name: 'a', mode: 0o100755, id: blob },
	{ name: '..', mode: 0o100644, id: blob },
]);
const commit: Commit = {
	id: id('c'),
	short_id: '',
	author: { name: 'A', email: 'a@example.org' },
	committer: { name: 'B', email: '' },
	timestamp: '2026-11-20T07:18:12+00:00',
	message: 'm\n',
	tree: tree.id,
	parents: [id('d')],
	signature: { signature: 'x', data: 'y' },
};
const tag = id('e');

/** A source with one object of each type. It counts the reads, and can be held. */
function source() {
	const read: string[] = [];
	const state = { hold: Promise.resolve(), isGone: false };
	const answer = async <T>(what: string, value: T): Promise<T | undefined> => {
		read.push(what);
		await state.hold;
		return state.isGone ? undefined : value;
	};
	const objects: ResolvingObjects & CloneObjects = {
		tree: (one) => answer('tree', one === tree.id ? tree : undefined),
		rootTree: (one) => answer('rootTree', one === commit.id ? tree : undefined),
		blob: (one) => answer('blob', one === blob ? { kind: 'bytes', bytes } : undefined),
		commit: (one) => answer('commit', one === commit.id ? commit : undefined),
		resolve: () => answer('resolve', commit.id),
		log: async () => (await answer('log', [commit])) ?? [],
		findBlob: async () => undefined,
		logEntries: async () => undefined,
		distance: () => answer('distance', { ahead: 1, behind: 2 }),
	};
	return { objects, read, state };
}

describe('The cache of objects', () => {
	const time = skippableTime();
	const start = (folder = temporaryFolder('objects'), maxBytes?: number) => {
		const from = source();
		return { ...from, folder, ...openCache(folder, from.objects, maxBytes) };
	};
	type Started = ReturnType<typeof start>;
	const readAll = async ({ cache }: Started) => [
		await cache.tree(tree.id),
		await cache.rootTree(commit.id),
		await cache.blob(blob, { most: 100 }),
		await cache.commit(commit.id),
		await cache.peel(tag),
	];
	const all = [tree, tree, { kind: 'bytes', bytes }, commit, commit.id];
	const filesIn = (folder: string) => globSync('objects/*/*', { cwd: folder }).sort();

	it('reads each object from its source only once, in any window', async () => {
		const one = start();
		assert.deepEqual(await readAll(one), all);
		assert.deepEqual(await readAll(one), all);
		assert.deepEqual(one.read, ['tree', 'rootTree', 'blob', 'commit', 'resolve']);
		await one.files.settled();
		const other = start(one.folder);
		assert.deepEqual(await readAll(other), all);
		assert.deepEqual(other.read, []);
	});

	it('has what it has read of a commit, and how far two are apart by a local clone, without a request', async () => {
		const [from, near] = [source(), source()];
		const locals: CloneObjects[] = [];
		const { cache } = openCache(temporaryFolder('objects'), from.objects, undefined, () => locals);
		const known = async () => [await cache.storedCommit(commit.id), await cache.distance(commit.id, tag)];
		assert.deepEqual(await known(), [undefined, undefined]);
		await cache.commit(commit.id);
		assert.deepEqual([await known(), from.read], [[commit, undefined], ['commit']]);
		locals.push(near.objects);
		for (let nth = 0; nth < 2; nth++) assert.deepEqual(await known(), [commit, { ahead: 1, behind: 2 }]);
		assert.deepEqual([from.read, near.read.splice(0)], [['commit'], ['distance']]);
		// What is nowhere is not looked for at each change of a view.
		near.state.isGone = true;
		const unknown = async () => [await cache.storedCommit(id('f')), await cache.distance(tag, id('f'))];
		for (let nth = 0; nth < 2; nth++) assert.deepEqual(await unknown(), [undefined, undefined]);
		assert.deepEqual(near.read, ['commit', 'distance']);
		near.state.isGone = false;
		locals.push(near.objects);
		assert.deepEqual(await unknown(), [undefined, { ahead: 1, behind: 2 }]);
		const fetched = async () => cache.distance(commit.id, id('f'));
		near.state.isGone = true;
		assert.equal(await fetched(), undefined);
		near.state.isGone = false;
		time.skip(4000);
		assert.equal(await fetched(), undefined);
		time.skip(1000);
		assert.deepEqual(await fetched(), { ahead: 1, behind: 2 });
	});

	it('keeps a tree that is not complete in memory, and not on the disk', async () => {
		const from = source();
		const folder = temporaryFolder('objects');
		const partial = { ...tree, isPartial: true as const };
		const objects = { ...from.objects, tree: async () => partial };
		const one = openCache(folder, objects);
		assert.deepEqual(await one.cache.tree(tree.id), partial);
		await one.files.settled();
		const later = openCache(folder, from.objects);
		assert.deepEqual(await later.cache.tree(tree.id), tree);
	});

	it('reads a tree that is not complete from a local clone once there is one', async () => {
		const [from, near] = [source(), source()];
		const partial = { ...tree, isPartial: true as const };
		let reads = 0;
		const rootTree = async () => {
			reads += 1;
			return partial;
		};
		const locals: CloneObjects[] = [];
		const folder = temporaryFolder('objects');
		const { cache } = openCache(folder, { ...from.objects, rootTree }, undefined, () => locals);
		for (let nth = 0; nth < 2; nth++) {
			assert.deepEqual(await cache.rootTree(commit.id), partial);
			assert.deepEqual(await cache.tree(tree.id), partial);
		}
		assert.deepEqual([reads, from.read], [1, []]);
		locals.push(near.objects);
		assert.deepEqual(await cache.rootTree(commit.id), tree);
		assert.deepEqual(await cache.tree(tree.id), tree);
		assert.deepEqual(near.read, ['tree']);
	});

	it('has what is being written to the disk', async () => {
		const { cache, files, read } = start();
		await cache.blob(blob, { most: 100 });
		assert.deepEqual(await cache.storedBlob(blob), bytes);
		assert.deepEqual([...((await cache.storedBlobIds()) ?? [])], [blob]);
		await cache.blob(blob, { most: 100 });
		assert.deepEqual(read, ['blob']);
		await files.settled();
		assert.deepEqual(await cache.storedBlob(blob), bytes);
		assert.deepEqual([...((await cache.storedBlobIds()) ?? [])], [blob]);
		assert.equal(await cache.storedBlob(id('9')), undefined);
	});

	it('reads from a local clone what it has, asks the forge for the rest, and keeps only that on the disk', async () => {
		const folder = temporaryFolder('objects');
		const [from, near] = [source(), source()];
		const locals: CloneObjects[] = [];
		const { cache, files } = openCache(folder, from.objects, undefined, () => locals);
		const given = { ...from, folder, cache, files };
		locals.push(near.objects);
		assert.deepEqual(await cache.storedBlob(blob), bytes);
		assert.equal(await cache.storedBlobIds(), undefined);
		assert.deepEqual(await readAll({ ...start(folder), ...given }), all);
		assert.deepEqual(
			[near.read, from.read],
			[['blob', 'tree', 'rootTree', 'blob', 'commit', 'commit'], ['resolve']],
		);
		await files.settled();
		assert.deepEqual(filesIn(folder).length, 1);

		// The clone is deleted. Trees and commits are still in memory.
		locals.length = 0;
		near.read.length = 0;
		assert.deepEqual(await readAll({ ...start(folder), ...given }), all);
		assert.deepEqual([near.read, from.read], [[], ['resolve', 'blob']]);
	});

	it('shares one read among all callers, and ends it when all have left', async () => {
		const { cache, read, state } = start();
		const held = Promise.withResolvers<void>();
		state.hold = held.promise;
		const stop = new AbortController();
		const calls = [
			cache.blob(blob, { most: 100, signal: stop.signal }),
			cache.blob(blob, { most: 100 }),
			cache.tree(tree.id),
			cache.tree(tree.id, { signal: stop.signal }),
		];
		stop.abort(new Error('enough'));
		held.resolve();
		const outcomes = await Promise.allSettled(calls);
		assert.deepEqual(
			outcomes.map(({ status }) => status),
			['rejected', 'fulfilled', 'fulfilled', 'rejected'],
		);
		assert.deepEqual([...read].sort(), ['blob', 'tree']);
	});

	it('does not share a read without a location, which may find nothing, with one that has a location', async () => {
		const { cache, read, state } = start();
		const held = Promise.withResolvers<void>();
		state.hold = held.promise;
		const location = { commit: commit.id, path: 'a' };
		const calls = [cache.blob(blob, { most: 100 }), cache.blob(blob, { most: 100, location })];
		held.resolve();
		await Promise.all(calls);
		assert.equal(read.length, 2);
	});

	it('gives each concurrent caller the limit that it asked for', async () => {
		const { cache, read } = start();
		await Promise.all([cache.blob(blob, { most: 7 }), cache.blob(blob, { most: 8 })]);
		assert.equal(read.length, 2);
	});

	it('does not remember that an object is missing', async () => {
		const { cache, state } = start();
		state.isGone = true;
		assert.equal(await cache.tree(tree.id), undefined);
		assert.equal(await cache.commit(commit.id), undefined);
		state.isGone = false;
		assert.deepEqual(await cache.tree(tree.id), tree);
		assert.deepEqual(await cache.commit(commit.id), commit);
	});

	it('asks for nothing that is not a full id', async () => {
		const { cache, read } = start();
		for (const wrong of ['HEAD', '..', '', 'a'.repeat(39), '../../../etc/passwd']) {
			assert.equal(await cache.tree(wrong), undefined);
			assert.equal(await cache.rootTree(wrong), undefined);
			assert.equal(await cache.blob(wrong, { most: 1 }), undefined);
			assert.equal(await cache.commit(wrong), undefined);
			assert.equal(await cache.peel(wrong), undefined);
			assert.equal(await cache.storedBlob(wrong), undefined);
		}
		assert.deepEqual(read, []);
	});

	it('reads no blob from the disk that is larger than wanted', async () => {
		const one = start();
		await readAll(one);
		assert.deepEqual(await one.cache.blob(blob, { most: 7 }), { kind: 'too-large', size: 8 });
		assert.equal((await one.cache.blob(blob, { most: 8 }))?.kind, 'bytes');
	});

	it('knows commits that were read in a log, and their trees', async () => {
		const { cache, read } = start();
		cache.remember([commit]);
		assert.equal(await cache.commit(commit.id), commit);
		assert.equal(await cache.peel(commit.id), commit.id);
		assert.deepEqual(await cache.rootTree(commit.id), tree);
		assert.deepEqual(read, ['tree']);
	});

	it('fetches damaged, swapped and truncated files again', async () => {
		const damage: readonly ((content: Buffer) => Buffer)[] = [
			() => Buffer.from(''),
			() => Buffer.from('{}'),
			(content) => content.subarray(0, -1),
			(content) => Buffer.concat([content, Buffer.from(' ')]),
			(content) => content.map((byte, at) => (at === content.length >> 1 ? byte ^ 1 : byte)) as Buffer,
		];
		for (const change of damage) {
			const one = start();
			await readAll(one);
			await one.files.settled();
			const names = filesIn(one.folder);
			assert.equal(names.length, 5);
			for (const name of names) {
				const path = join(one.folder, name);
				writeFileSync(path, change(readFileSync(path)));
			}
			const other = start(one.folder);
			assert.deepEqual(await readAll(other), all);
			assert.deepEqual(other.read, ['tree', 'rootTree', 'blob', 'commit', 'resolve']);
		}
	});

	it('does not take one stored object for another', async () => {
		const one = start();
		await readAll(one);
		await one.files.settled();
		const stored = join(one.folder, 'objects/aa', `${tree.id}-tree`);
		await mkdir(join(one.folder, 'objects/bb'));
		await writeFile(join(one.folder, 'objects/bb', `${id('b')}-tree`), readFileSync(stored));
		assert.equal(await start(one.folder).cache.tree(id('b')), undefined);
	});

	it('works without a disk, and logs why only once', async () => {
		const folder = temporaryFolder('objects');
		await writeFile(join(folder, 'objects'), 'not a folder');
		const one = start(folder);
		assert.deepEqual(await readAll(one), all);
		await one.files.settled();
		assert.deepEqual(
			one.lines.map(({ level }) => level),
			['warn'],
		);
	});
});

describe('The files of objects', () => {
	const clock = stopTheDate(Date.parse('2026-11-20T07:00:00Z'));
	const put = (files: ReturnType<typeof openCache>['files'], nth: number, size: number) => {
		const content = Buffer.alloc(size, nth);
		const name = blobId(content, id('0'));
		files.write('blob', name, content);
		return name;
	};

	it('stay within their limit, and those that were used last stay', async () => {
		const folder = temporaryFolder('objects');
		const { files } = openCache(folder, source().objects, 1_000_000);
		const names: string[] = [];
		for (let nth = 0; nth < 12; nth++) {
			const name = put(files, nth, 50_000);
			names.push(name);
			await files.settled();
			const path = join(folder, 'objects', name.slice(0, 2), `${name}-blob`);
			utimesSync(path, 1000 + nth, 1000 + nth);
		}
		// The oldest file is used again.
		const [first = '', second = ''] = names;
		assert.ok(await files.read('blob', first));
		const touched = () => statSync(join(folder, 'objects', first.slice(0, 2), `${first}-blob`)).mtimeMs;
		await until(() => touched() > 2_000_000);
		clock.now += 1;
		for (let nth = 12; nth < 24; nth++) {
			put(files, nth, 50_000);
			await files.settled();
		}
		const left = globSync('**/*-blob', { cwd: folder });
		const total = left.length * 53_248;
		assert.ok(total <= 1_000_000 + 62_500, `${left.length} files`);
		assert.ok(left.length > 14, `${left.length} files`);
		assert.ok(await files.read('blob', first));
		assert.equal(await files.read('blob', second), undefined);
	});

	it('stay within their limit even if each window writes only a few', async () => {
		const folder = temporaryFolder('objects');
		for (let nth = 0; nth < 100; nth++) {
			const { files } = openCache(folder, source().objects, 40 * 4096);
			put(files, nth, 10 + nth);
			await files.settled();
		}
		const { length } = globSync('**/*-blob', { cwd: folder });
		assert.ok(length <= 40 + 3 && length > 30, `${length} files`);
	});

	it('stay within their limit even if one cannot be removed, or a folder cannot be listed', async () => {
		const folder = temporaryFolder('objects');
		const { files, storage } = openCache(folder, source().objects, 40 * 4096);
		const oldest = put(files, 0, 10);
		await files.settled();
		utimesSync(join(folder, 'objects', oldest.slice(0, 2), `${oldest}-blob`), 1000, 1000);
		const { list, remove } = storage;
		storage.remove = async (name) => {
			if (name.at(-1) === `${oldest}-blob`) throw new Error('EPERM');
			await remove(name);
		};
		storage.list = async (name) => {
			if (name.at(-1) === '00') throw new Error('EACCES');
			return list(name);
		};
		for (let nth = 1; nth < 100; nth++) {
			put(files, nth, 10 + nth);
			await files.settled();
		}
		const { length } = globSync('**/*-blob', { cwd: folder, exclude: ['objects/00'] });
		assert.ok(length <= 40 + 3 && length > 30, `${length} files`);
		assert.ok(await files.read('blob', oldest));
	});

	it('are measured only after a part of the limit was written', async () => {
		const folder = temporaryFolder('objects');
		const { files, storage } = openCache(folder, source().objects, 256 * 4096);
		let lists = 0;
		const { list } = storage;
		storage.list = (name) => {
			lists += 1;
			return list(name);
		};
		for (let nth = 0; nth < 16; nth++) put(files, nth, 10);
		await files.settled();
		assert.equal(lists, 0);
		put(files, 17, 10);
		await files.settled();
		assert.equal(lists, 256);
		for (let nth = 20; nth < 30; nth++) put(files, nth, 10);
		await files.settled();
		assert.equal(lists, 256);
	});

	it('leave out a file that would take more than a quarter of the limit', async () => {
		const folder = temporaryFolder('objects');
		const { files } = openCache(folder, source().objects, 1000);
		const name = put(files, 1, 251);
		await files.settled();
		assert.equal(await files.read('blob', name), undefined);
	});

	it('are marked as used at most once a minute', async () => {
		const folder = temporaryFolder('objects');
		const { files } = openCache(folder, source().objects);
		const name = put(files, 1, 10);
		await files.settled();
		const path = join(folder, 'objects', name.slice(0, 2), `${name}-blob`);
		const old = () => utimesSync(path, 1000, 1000);
		const isOld = () => statSync(path).mtimeMs === 1_000_000;
		old();
		await files.read('blob', name);
		await until(() => !isOld());
		old();
		clock.now += 59_999;
		await files.read('blob', name);
		await setImmediate();
		assert.ok(isOld());
		clock.now += 1;
		await files.read('blob', name);
		await until(() => !isOld());
	});
});

describe('Recent values', () => {
	it('are the ones used last, up to their weight', () => {
		const recent = new LruCache<string>(10, (value) => value.length);
		recent.set('a', 'xxxx');
		recent.set('b', 'xxxx');
		recent.get('a');
		recent.set('c', 'xxxx');
		assert.deepEqual(
			['a', 'b', 'c'].map((key) => recent.get(key) !== undefined),
			[true, false, true],
		);
		recent.set('a', 'xxxxxx');
		assert.deepEqual([recent.get('a'), recent.get('c')], ['xxxxxx', 'xxxx']);
		recent.set('d', 'x'.repeat(11));
		assert.deepEqual(
			['a', 'c', 'd'].map((key) => recent.get(key)),
			['xxxxxx', 'xxxx', undefined],
		);
	});
});

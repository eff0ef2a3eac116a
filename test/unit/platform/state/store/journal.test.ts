import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { Journal } from '../../../../../src/platform/state/store/journal.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { pausesOf } from '../../../../kit/window/clock.ts';

describe('A journal', () => {
	const { folder } = stage();
	const open = (at: string, changed = (storage: Storage): Storage => storage) => {
		const { log, lines } = readable();
		const isOlder = (one: unknown, before: unknown) => Number(one) < Number(before);
		const journal = new Journal(changed(fileStorage(at, log)), ['j'], '1', log, isOlder);
		const put = (...values: readonly (readonly [string | number, unknown])[]) => {
			journal.put(values);
			return journal.settled();
		};
		return { journal, put, logged: () => lines.map(({ line }) => line).join('\n') };
	};

	it('has the last value of each key and none that was removed', async () => {
		const at = await folder();
		const { journal, put } = open(at);
		await journal.load();
		journal.put([
			[1, 'a'],
			[2, 'b'],
			['x', { deep: 'c\nd' }],
		]);
		journal.put([[1, 'A']]);
		await put([2, undefined]);
		assert.deepEqual(
			[...(await open(at).journal.load())],
			[
				[1, 'A'],
				['x', { deep: 'c\nd' }],
			],
		);
	});

	it('tells the last values of some keys', async () => {
		const { journal, put } = open(await folder());
		assert.deepEqual(await journal.readLast([1]), [undefined]);
		await put([1, 'a'], [2, 'b'], [11, 'c']);
		await put([1, 'A'], [2, undefined]);
		assert.deepEqual(await journal.readLast([1, 2, 3, 11]), ['A', undefined, undefined, 'c']);
	});

	it('has the newer of two values that windows have written in another order', async () => {
		const at = await folder();
		const { journal, put } = open(at);
		for (const value of [1, 3, 2]) await put(['x', value]);
		assert.equal((await journal.load()).get('x'), 3);
		await journal.compact();
		assert.equal((await open(at).journal.load()).get('x'), 3);
	});

	it('is not rewritten by a window that has read it and changes little, because that would not make it smaller', async () => {
		const at = await folder();
		const { journal, put } = open(at);
		for (let nth = 0; nth < 4; nth++) {
			journal.put([[nth, 'ü'.repeat(50_000)]], { areNew: true });
			await put(['state', nth]);
		}
		const head = async () => (await readFile(join(at, 'j'), 'utf8')).split('\n', 1)[0];
		const before = await head();
		const other = open(at);
		await other.journal.load();
		await other.put(['state', 5]);
		assert.equal(await head(), before);
		for (const word of ['a', 'b', 'c', 'd', 'e']) await other.put([1, word.repeat(100_000)]);
		assert.notEqual(await head(), before);
	});

	it('takes its lock once for changes that closely follow each other', async () => {
		let locks = 0;
		const { journal } = open(await folder(), (storage) => ({
			...storage,
			lock: (...given) => {
				locks += 1;
				return storage.lock(...given);
			},
		}));
		for (let nth = 0; nth < 20; nth++) journal.put([[nth, 'a']]);
		await journal.settled();
		assert.deepEqual([locks, (await journal.load()).size], [1, 20]);
	});

	it('is written without a pause on demand, also while the lock of the write before is released', async () => {
		const released = Promise.withResolvers<void>();
		const kept = memoryStorage();
		const slow: Storage = {
			...kept,
			lock: async (name, work) => {
				const result = await kept.lock(name, work);
				await released.promise;
				return result;
			},
		};
		const journal = new Journal(slow, ['j'], '1', readable().log);
		journal.put([[1, 'a']]);
		const first = journal.settled();
		journal.put([[2, 'b']]);
		const pauses = await pausesOf(async () => {
			const settled = journal.settled();
			released.resolve();
			await settled;
		});
		await first;
		assert.deepEqual([pauses, (await journal.load()).size], [0, 2]);
	});

	for (const failing of ['lock', 'append'] as const)
		it(`logs a change that cannot be written and writes the next one (${failing} fails)`, async () => {
			const at = await folder();
			let isFull = true;
			const fail = () => Promise.reject(new Error('no room'));
			const { put, logged } = open(at, (storage) => ({
				...storage,
				lock: (...given) => (isFull && failing === 'lock' ? fail() : storage.lock(...given)),
				append: (...given) => (isFull && failing === 'append' ? fail() : storage.append(...given)),
			}));
			await put([1, 'lost']);
			isFull = false;
			await put([2, 'kept']);
			assert.match(logged(), /^j could not be kept\s+Error: no room/);
			assert.deepEqual([...(await open(at).journal.load()).keys()], [2]);
		});

	it('has what it was writing when another window took the lock, because this one had hung', async () => {
		const at = await folder();
		let hangs = true;
		const { put } = open(at, (storage) => ({
			...storage,
			lock: (name, work, ...wait) =>
				storage.lock(
					name,
					async (held) => {
						if (hangs) await rm(join(at, 'locks', 'j.lock'), { recursive: true });
						hangs = false;
						return work(held);
					},
					...wait,
				),
		}));
		await put([1, 'a']);
		assert.deepEqual([...(await open(at).journal.load())], [[1, 'a']]);
	});
});

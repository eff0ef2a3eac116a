import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
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

	it('has the newer of two values that windows have written in another order', async () => {
		const at = await folder();
		const { journal, put } = open(at);
		for (const value of [1, 3, 2]) await put(['x', value]);
		assert.equal((await journal.load()).get('x'), 3);
		assert.deepEqual(await journal.readLast(['x', 'none']), [3, undefined]);
		await journal.compact();
		assert.equal((await open(at).journal.load()).get('x'), 3);
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

import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { lockIfPossible } from '../../../../../src/platform/state/store/lock-if-possible.ts';
import type { Storage } from '../../../../../src/platform/state/store/storage.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

/** A storage whose lock fails before the work begins. */
const withoutLock = (storage: Storage, error: Error): Storage => ({
	...storage,
	lock: () => Promise.reject(error),
});

describe('Work under a lock, if there is one', () => {
	const { folder } = stage();

	async function open() {
		const { log, lines } = readable();
		return { storage: fileStorage(await folder(), log), log, lines };
	}

	it('is done alone', async () => {
		const { storage, log } = await open();
		const order: string[] = [];
		const work = (name: string) => async () => {
			order.push(`${name} begins`);
			await new Promise(setImmediate);
			order.push(`${name} ends`);
		};
		await Promise.all(['a', 'b'].map((name) => lockIfPossible(storage, ['x'], log, work(name))));
		const first = order[0]?.startsWith('a') ? ['a', 'b'] : ['b', 'a'];
		assert.deepEqual(
			order,
			first.flatMap((name) => [`${name} begins`, `${name} ends`]),
		);
	});

	it('is done without the lock if locking fails, which is logged', async () => {
		const { storage, log, lines } = await open();
		const broken = withoutLock(storage, new Error('full'));
		assert.equal(await lockIfPossible(broken, ['x', 'y'], log, async () => 7), 7);
		assert.match(lines[0]?.line ?? '', /^x\/y could not be locked/);
	});

	it('is done once if it fails itself', async () => {
		const { storage, log } = await open();
		let times = 0;
		const work = async () => {
			times += 1;
			throw new Error('it failed');
		};
		await assert.rejects(lockIfPossible(storage, ['x'], log, work), /it failed/);
		assert.equal(times, 1);
	});
});

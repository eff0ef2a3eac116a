import assert from 'node:assert/strict';
import { once } from '../../../src/base/once.ts';

describe('Work that is done once', () => {
	it('is done on first use, and gives every caller the same answer', async () => {
		let made = 0;
		const get = once(async () => ({ nth: ++made }));
		assert.equal(made, 0);
		const [first, second] = await Promise.all([get(), get()]);
		assert.deepEqual([first, made], [{ nth: 1 }, 1]);
		assert.equal(second, first);
		assert.equal(await get(), first);
	});

	it('is done again after it has failed, for all callers of the failed attempt', async () => {
		let made = 0;
		const get = once(async () => {
			made += 1;
			if (made === 1) throw new Error('not yet');
			return made;
		});
		const [first, second] = await Promise.allSettled([get(), get()]);
		assert.deepEqual([first.status, second.status, made], ['rejected', 'rejected', 1]);
		assert.equal(await get(), 2);
		assert.equal(await get(), 2);
	});
});

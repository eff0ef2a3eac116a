import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { lockAgainIfLost } from '../../../../../src/platform/state/store/lock-again-if-lost.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';

describe('Work under a lock that another window may take', () => {
	const { storage } = stage();

	it('is done again if the lock was lost before it was confirmed', async () => {
		const kept = await storage();
		let times = 0;
		const result = await lockAgainIfLost(kept, ['x'], async ({ confirm }) => {
			times += 1;
			// What another window does that takes this one for hung.
			if (times === 1) rmSync(`${kept.pathOf(['x'])}.lock`, { recursive: true });
			await confirm();
			return times;
		});
		assert.equal(result, 2);
	});

	it('is done once if it fails itself', async () => {
		const kept = await storage();
		let times = 0;
		const work = async ({ confirm }: { readonly confirm: () => Promise<void> }) => {
			times += 1;
			await confirm();
			throw new Error('it failed');
		};
		await assert.rejects(lockAgainIfLost(kept, ['x'], work), /it failed/);
		assert.equal(times, 1);
	});
});

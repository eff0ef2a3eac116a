import assert from 'node:assert/strict';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { OwnStatuses } from '../../../../../src/patches/state/status/own-statuses.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { patchsetOf } from '../a-patchset.ts';

const key = (patchset: number) => ({ account: 'ana', owner: '~ana', list: 'editor-devel', patchset });
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('The statuses that the user has set', () => {
	const { storage } = stage();

	/** As many windows as are taken. */
	async function windows() {
		const shared = await storage();
		return () => new OwnStatuses({ of: () => shared }, readable().log);
	}

	it('are known in all windows, and differ from equal ones that another user sets later', async () => {
		const open = await windows();
		const [one, other] = [open(), open()];
		await one.add(key(1), patchsetOf(1, { status: 'applied', updated: at(100) }));
		await other.read('ana');
		for (const own of [one, other]) {
			const has = (patchset: number, status: Patchset['status'], seconds: number) =>
				own.has(key(patchset), patchsetOf(1, { status, updated: at(seconds) }));
			assert.deepEqual([has(1, 'applied', 100), has(1, 'applied', 101)], [true, true]);
			assert.equal(has(1, 'applied', 102), false);
			assert.deepEqual([has(1, 'approved', 100), has(2, 'applied', 100)], [false, false]);
		}
	});

	it('count from the last time that the user has set them', async () => {
		const own = (await windows())();
		for (const seconds of [100, 200, 100])
			await own.add(key(1), patchsetOf(1, { status: 'applied', updated: at(seconds) }));
		assert.equal(own.has(key(1), patchsetOf(1, { status: 'applied', updated: at(200) })), true);
	});

	it('are known without a time if the forge sends none', async () => {
		const own = (await windows())();
		await own.add(key(1), patchsetOf(1, { status: 'applied', updated: '' }));
		assert.equal(own.has(key(1), patchsetOf(1, { status: 'applied', updated: '' })), true);
	});

	it('are forgotten when there are too many, the oldest first', async () => {
		const own = (await windows())();
		for (let patchset = 0; patchset <= 200; patchset++)
			await own.add(key(patchset), patchsetOf(1, { status: 'applied', updated: at(1) }));
		const known = [0, 1, 200].filter((one) =>
			own.has(key(one), patchsetOf(1, { status: 'applied', updated: at(1) })),
		);
		assert.deepEqual(known, [1, 200]);
	});
});

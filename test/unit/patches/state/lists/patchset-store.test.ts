import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { createPatchsetStore } from '../../../../../src/patches/state/lists/patchset-store.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { patchsetOf } from '../a-patchset.ts';

const patchset = patchsetOf(3, { updated: '2026-02-02T00:00:00Z' });

describe('Patchsets on the disk', () => {
	const open = () => {
		const { log, lines } = readable();
		const storage = fileStorage(temporaryFolder('patchsets'), log);
		return { open: () => createPatchsetStore(storage, '~ana/editor-devel', log), lines };
	};

	it('are not replaced by older versions, which another window may write later', async () => {
		const at = open();
		const store = at.open();
		store.put([{ ...patchset, status: 'approved', updated: '2026-02-03T00:00:00Z' }]);
		store.put([patchset]);
		await store.settled();
		assert.equal((await at.open().load()).items.get(3)?.status, 'approved');
		store.put([{ ...patchset, status: 'applied', updated: '' }]);
		await store.settled();
		assert.equal((await at.open().load()).items.get(3)?.status, 'applied');
	});

	it('are read from the forge again if they are damaged', async () => {
		const at = open();
		const store = at.open();
		store.put([patchset, Object({ ...patchset, id: 4, status: 7, subject: null })]);
		store.putState({ asOf: 1, walked: 1, count: 2 });
		await store.settled();
		const { items, state } = await at.open().load();
		assert.deepEqual([items.size, items.get(4)?.status, state.walked], [2, 'unknown', 1]);
		store.put([Object({ ...patchset, id: 'x' })]);
		await store.settled();
		assert.equal((await at.open().load()).state.walked, null);
	});
});

import assert from 'node:assert/strict';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import { createListDetails } from '../../../../../src/patches/state/lists/list-details.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

describe('The details of a list', () => {
	it('are kept on the disk', async () => {
		const { log } = readable();
		const cache = fileStorage(temporaryFolder('details'), log);
		const key = { account: 'bob', owner: '~ana', list: 'devel' };
		const list = {
			...{ id: 7, created: '', updated: '', name: 'devel', description: 'Patches' },
			...{ owner: { canonical_name: '~ana', name: 'ana' }, permissions: null },
		};
		const first = createListDetails(key, clientOf(listRows, { list: async () => list }), { cache, log });
		await first.refresh();
		await first.settled();
		const later = createListDetails(key, clientOf(listRows, {}), { cache, log });
		await later.open();
		assert.deepEqual(later.value, list);
	});
});

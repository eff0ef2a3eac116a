import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Page } from '../../../../../src/forge/client/pages.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { PatchsetCollection } from '../../../../../src/patches/state/lists/patchset-collection.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { patchsetOf } from '../a-patchset.ts';

const key = { account: 'ana', owner: '~ana', list: 'busy' };

/** A window of a list with patchsets from 1 to `newest`, in pages of one. `asked` counts the pages. */
function openList({ newest, folder = temporaryFolder('patchsets') }: { newest: number; folder?: string }) {
	/** The patchset `lost` is on no page. */
	const list: {
		asked: number;
		total: number | undefined;
		lost: number;
		changed: Map<number, Partial<Patchset>>;
	} = { asked: 0, total: newest, lost: 0, changed: new Map() };
	const onForge = (id: number) => patchsetOf(id, list.changed.get(id));
	async function* pages(): AsyncGenerator<Page<Patchset>> {
		for (let id = newest; id > 0; id--) {
			list.asked += 1;
			const rows = id === list.lost ? [] : [onForge(id)];
			yield { rows, total: list.total, isLast: id === 1 };
		}
	}
	const { log } = readable();
	const patchsets = new PatchsetCollection(
		key,
		clientOf(listRows, {
			patchsets: pages,
			patchset: async ({ patchset }) => onForge(Number(patchset)),
		}),
		{ cache: fileStorage(folder, log), log },
	);
	return { patchsets, list, folder, onForge };
}

const closed = { status: 'applied', updated: '2026-02-02T00:00:00Z' };

describe('The newest patchsets of a list', () => {
	it('are 20 pages, and 20 more each time that the user loads more', async () => {
		const { patchsets, list } = openList({ newest: 50 });
		const found = async (read: () => Promise<void>) => {
			list.asked = 0;
			await read();
			return [list.asked, patchsets.known.items.size, patchsets.hasOlder];
		};
		assert.deepEqual(await found(() => patchsets.refresh({})), [20, 20, true]);
		assert.deepEqual(await found(() => patchsets.refresh({})), [1, 20, true]);
		assert.deepEqual(await found(() => patchsets.loadOlder()), [40, 40, true]);
		assert.deepEqual(await found(() => patchsets.loadOlder()), [50, 50, false]);
		assert.deepEqual(await found(() => patchsets.refresh({})), [1, 50, false]);
	});

	it('keep their submitters when a patchset makes the forge list them without', async () => {
		const { patchsets, list, onForge } = openList({ newest: 2 });
		await patchsets.refresh({});
		const { submitter } = onForge(1);
		assert.ok(submitter);
		for (const id of [1, 2]) list.changed.set(id, { ...closed, submitter: null });
		await patchsets.refresh({ readsAll: true });
		const found = [...patchsets.known.items.values()];
		assert.deepEqual(
			found.map((one) => [one.status, one.submitter]),
			[1, 2].map(() => ['applied', submitter]),
		);
	});

	it('include older ones that an earlier window has loaded', async () => {
		const { patchsets, folder } = openList({ newest: 70 });
		await patchsets.refresh({});
		await patchsets.loadOlder();
		await patchsets.settled();
		const later = openList({ newest: 70, folder });
		await later.patchsets.refresh({});
		assert.deepEqual([later.patchsets.known.items.size, later.patchsets.hasOlder], [40, true]);
		await later.patchsets.loadOlder();
		assert.equal(later.patchsets.known.items.size, 60);
	});

	it('have older ones until the last page is read, on a forge that does not count them', async () => {
		const { patchsets, list } = openList({ newest: 30 });
		list.total = undefined;
		await patchsets.refresh({});
		assert.equal(patchsets.hasOlder, true);
		await patchsets.loadOlder();
		assert.deepEqual([patchsets.known.items.size, patchsets.hasOlder], [30, false]);
	});

	it('keep one that is lost between two pages, on a forge that says that it may leave out some', async () => {
		const { patchsets, list } = openList({ newest: 4 });
		await patchsets.refresh({});
		list.lost = 2;
		list.total = Number.POSITIVE_INFINITY;
		await patchsets.refresh({ isManual: true });
		await patchsets.loadOlder();
		assert.deepEqual([...patchsets.known.items.keys()], [4, 3, 2, 1]);
		assert.equal(patchsets.hasOlder, false);
		list.total = 3;
		await patchsets.loadOlder();
		assert.deepEqual([...patchsets.known.items.keys()], [4, 3, 1]);
	});

	it('are all that there are if the last page that is read is the last one', async () => {
		const { patchsets, list } = openList({ newest: 20 });
		await patchsets.refresh({});
		Object.assign(list, { lost: 2, total: 19 });
		await patchsets.refresh({ readsAll: true });
		assert.equal(patchsets.known.items.has(2), false);
	});

	it('show what another window has stored, but nothing that is older', async () => {
		const { patchsets, folder, list } = openList({ newest: 3 });
		list.changed.set(1, { updated: '2026-02-03T00:00:00Z' });
		await patchsets.refresh({});
		await patchsets.settled();
		const other = openList({ newest: 3, folder });
		await other.patchsets.known.open();
		for (const id of [1, 2]) other.patchsets.known.put({ ...other.onForge(id), ...closed });
		await other.patchsets.settled();
		list.asked = 0;
		for (const id of [1, 2]) await patchsets.readStored([id]);
		const statuses = [1, 2].map((id) => patchsets.known.items.get(id)?.status);
		assert.deepEqual([statuses, list.asked], [['proposed', 'applied'], 0]);
	});
});

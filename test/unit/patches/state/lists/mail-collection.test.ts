import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Page } from '../../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import type { Email } from '../../../../../src/forge/shapes/lists.ts';
import { createMailCollection } from '../../../../../src/patches/state/lists/mail-collection.ts';
import { type MailSummary, mailSummaryOf } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { anEmail } from '../an-email.ts';

const key = { account: 'ana', owner: '~ana', list: 'busy' };
const me = { canonical_name: '~ana', name: 'Ana' };

interface ListOptions {
	readonly newest: number;
	readonly folder?: string;
	readonly perPage?: number;
	readonly maxRowsAtFirst?: number;
}

/** A list with mails from 1 to `newest`, in pages of two by default. `asked` has the searches and the first mail of each page. */
function openList({ newest, folder = temporaryFolder('mails'), perPage = 2, maxRowsAtFirst }: ListOptions) {
	const asked: string[] = [];
	const list: {
		newest: number;
		newestPull: number;
		fails?: ForgeError;
		failsAt?: number;
		endsEmpty?: boolean;
	} = { newest, newestPull: 1 };
	async function* pages({ search = '' }: { readonly search?: string }): AsyncGenerator<Page<Email>> {
		if (list.fails && search !== '') throw list.fails;
		for (let id = search === 'is:request-pull' ? list.newestPull : list.newest; id > 0; id -= perPage) {
			if (id === list.failsAt) throw new ForgeError('offline', 'No connection');
			asked.push(`${search} ${id}`);
			yield {
				rows: Array.from({ length: Math.min(perPage, id) }, (_, nth) => anEmail(id - nth)),
				total: undefined,
				isLast: id <= perPage && !list.endsEmpty,
			};
		}
	}
	const { log } = readable();
	const recent = createMailCollection({
		key,
		me: '~ana',
		client: clientOf(listRows, { posts: (_, options) => pages(options?.query ?? {}) }),
		cache: fileStorage(folder, log),
		log,
		...(maxRowsAtFirst !== undefined && { maxRowsAtFirst: () => maxRowsAtFirst }),
	});
	const { mails, store } = recent;
	return { mails, recent, store, asked, list, folder };
}

describe('The newest mails of a list', () => {
	const clock = stopTheDate();

	it('are read up to the first known mail also if the forge names a further page after the last mail', async () => {
		const { mails, asked, list } = openList({ newest: 6 });
		list.endsEmpty = true;
		await mails.refresh();
		asked.length = 0;
		list.newest = 8;
		await mails.refresh({ readsAll: true });
		assert.deepEqual(asked, ['!is:request-pull 8', 'is:request-pull 1', '!is:request-pull 6']);
	});

	for (const [perPage, pageCount] of [
		[50, 20],
		[25, 40],
	] as const)
		it(`are at most 1,000 in pages of ${perPage}, and older ones are known or read when the user loads more`, async () => {
			const { mails, asked, list } = openList({ newest: 10, perPage });
			await mails.refresh();
			const { recent, ...later } = openList({ newest: 1620, perPage });
			await later.mails.refresh();
			assert.equal(later.asked.length, pageCount + 1);
			assert.deepEqual([later.mails.items.size, later.mails.isComplete, recent.hasOlder], [1001, true, true]);
			await later.store.settled();
			const again = openList({ newest: 1620, perPage, folder: later.folder });
			await again.mails.open();
			assert.equal(again.recent.hasOlder, true, 'also in another window');
			await again.recent.loadOlder();
			assert.deepEqual([again.mails.items.size, again.recent.hasOlder], [1620, false]);
			asked.length = 0;
			list.newest = 1620;
			clock.now += 3_600_000;
			await mails.refresh();
			assert.ok(asked.length > 1, 'only one page was read');
			assert.ok(mails.items.has(1) && mails.items.has(1620));
		});

	it('are read with older ones and pull requests also if the user loads more during a brief read', async () => {
		const { mails, recent, asked } = openList({ newest: 1620, perPage: 50 });
		await mails.refresh();
		asked.length = 0;
		const reading = recent.refresh({ isBrief: true });
		await recent.loadOlder();
		await reading;
		assert.deepEqual([mails.items.size, recent.hasOlder], [1620, false]);
		assert.ok(asked.includes('is:request-pull 1'));
	});

	it('have no gap where a walk has failed, in any window', async () => {
		const { mails, asked, list, store, folder } = openList({ newest: 3 });
		await mails.refresh();
		list.newest = 9;
		list.failsAt = 5;
		clock.now += 3_600_000;
		await mails.refresh();
		assert.deepEqual([mails.lastError?.kind, mails.items.has(5)], ['offline', false]);
		await store.settled();

		const later = openList({ newest: 9, folder });
		await later.mails.refresh();
		assert.deepEqual([...later.mails.items.keys()].toSorted(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
		delete list.failsAt;
		asked.length = 0;
		await mails.refresh();
		assert.equal(mails.items.size, 9);
		assert.ok(!asked.includes('!is:request-pull 1'), 'it has read mails again that were known without a gap');
	});

	it('include all pull requests that are not older than the others', async () => {
		const { mails, asked, list } = openList({ newest: 2500, perPage: 50 });
		list.newestPull = 2499;
		await mails.refresh();
		const pulls = [...mails.items.values()].filter(({ isPull }) => isPull).map(({ id }) => id);
		assert.deepEqual([Math.max(...pulls), Math.min(...pulls)], [2499, 1500]);
		assert.equal(asked.length, 40);
		asked.length = 0;
		await mails.refresh();
		assert.deepEqual(asked, ['!is:request-pull 2500', 'is:request-pull 2499']);
		clock.now += 3_600_000;
		asked.length = 0;
		await mails.refresh();
		assert.deepEqual(asked, ['!is:request-pull 2500', 'is:request-pull 2499']);
	});

	for (const [newestPull, oldestPull, pageCount] of [
		[1750, 1501, 5],
		[5000, 4001, 20],
	] as const) {
		it(`include those of ${pageCount} pages of pull requests if the newest is ${newestPull}`, async () => {
			const { mails, asked, list } = openList({ newest: 2500, perPage: 50 });
			list.newestPull = newestPull;
			await mails.refresh();
			const pulls = [...mails.items.values()].filter(({ isPull }) => isPull).map(({ id }) => id);
			assert.deepEqual([Math.max(...pulls), Math.min(...pulls)], [newestPull, oldestPull]);
			assert.equal(asked.filter((page) => page.startsWith('is:request-pull')).length, pageCount);
		});
	}

	it('are read again where the file is damaged or was removed', async () => {
		const { mails, store, folder } = openList({ newest: 6 });
		await mails.refresh();
		store.put([{ ...mailSummaryOf(anEmail(2), false), subject: Object(7) }]);
		await store.settled();
		const later = openList({ newest: 6, folder });
		await later.mails.refresh();
		assert.deepEqual([...later.mails.items.keys()].toSorted(), [1, 2, 3, 4, 5, 6]);
	});

	it('are removed from the disk with their threads if they are many and old, unless the user needs them', async () => {
		const { store, folder } = openList({ newest: 1 });
		const patchset = { id: 1, submitter: null };
		const change: Readonly<Record<number, Partial<MailSummary>>> = {
			2: { sender: me },
			// A reply of the user to a thread of another user, and a new mail in one.
			5: { sender: me, parent: 4, thread: 4 },
			7: { parent: 6, thread: 6, sender: me, patchset },
			8: { parent: 6, thread: 6 },
			4001: { parent: 11, thread: 11 },
		};
		const listed = (id: number) => ({ ...mailSummaryOf(anEmail(id), false), ...change[id] });
		store.put(Array.from({ length: 4000 }, (_, nth) => listed(nth + 1)));
		store.putState({ asOf: 5, walked: 6, count: 4000 });
		await store.settled();
		await fileStorage(folder, readable().log).replace(['texts', '9'], '');
		const few = openList({ newest: 1, folder });
		await few.mails.open();
		assert.deepEqual([few.mails.items.size, few.recent.hasOlder], [4000, false]);
		store.put([listed(4001)]);
		const kept = [2, 6, 7, 8, 9, 11, ...Array.from({ length: 3000 }, (_, nth) => 1002 + nth)];
		for (const when of ['the window that removes them', 'a later window', 'a window after an earlier one']) {
			// A window that was open before still has and counts all mails.
			if (when !== 'a later window') store.putState({ asOf: 5, walked: 6, count: 4001 });
			await store.settled();
			const later = openList({ newest: 1, folder });
			await later.mails.open();
			assert.deepEqual([...later.mails.items.keys()], kept);
			assert.deepEqual([later.mails.isComplete, later.recent.hasOlder], [true, true], when);
			await later.store.settled();
		}
	});
});

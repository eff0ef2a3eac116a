import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import { ListQuery } from '../../../../../src/patches/state/lists/list-query.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';
import { anEmail } from '../an-email.ts';

/** A query for which a forge finds some pages of 50 mails. */
function queryOf(pages: number, cache = fileStorage(temporaryFolder('lists'), readable().log)) {
	let asked = 0;
	const line = { isCut: false };
	const query = new ListQuery(
		{ account: 'one', owner: '~ana', list: 'devel' },
		'is:patch',
		clientOf(listRows, {
			async *posts() {
				if (line.isCut) throw new ForgeError('offline', 'Offline.');
				for (let page = 1; page <= pages; page++) {
					asked += 1;
					const rows = Array.from({ length: 50 }, (_, nth) => anEmail(page * 50 + nth));
					yield { rows, total: undefined, isLast: page === pages };
				}
			},
		}),
		{ cache, log: readable().log },
	);
	return { query, cache, line, asked: () => asked };
}

describe('The mails that a query finds', () => {
	const time = skippableTime();

	it('are read again when they are shown a while later, or after the clock was set back', async () => {
		for (const ms of [61_000, -86_400_000]) {
			const { query, asked } = queryOf(1);
			await query.refresh();
			query.refreshIfOld();
			await query.settled();
			assert.equal(asked(), 1);
			time.skip(ms);
			query.refreshIfOld();
			await query.settled();
			await until(() => asked() === 2);
		}
	});

	it('are more each time that the user asks, and stay so at the next refresh', async () => {
		const { query, asked } = queryOf(10);
		await query.refresh();
		const lengths = [];
		for (const step of ['loadMore', 'refresh', 'loadMore', 'refresh'] as const) {
			await query[step]();
			lengths.push([query.mails?.length, query.hasMore]);
		}
		assert.deepEqual(lengths, [
			[400, true],
			[400, true],
			[500, false],
			[500, false],
		]);
		assert.equal(asked(), 4 + 8 + 8 + 10 + 10);
	});

	it('are more if the user asks during a refresh', async () => {
		const { query } = queryOf(10);
		const refreshed = query.refresh();
		await query.loadMore();
		await refreshed;
		assert.equal(query.mails?.length, 400);
	});
});

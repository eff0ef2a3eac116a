import assert from 'node:assert/strict';
import * as v from 'valibot';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { ListHappening } from '../../../../../src/platform/model/forge-events.ts';
import { type NewsRequest, readNews } from '../../../../../src/platform/state/watch/read-news.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

describe('The news of a resource', () => {
	const clock = stopTheDate();

	/** A resource whose only part has a number, which the forge counts up. */
	function counting() {
		const cache = {
			value: 0,
			asOf: undefined as number | undefined,
			isReading: false,
			lastError: undefined as ForgeError | undefined,
		};
		const forge = { value: 1, refreshes: 0 };
		const refresh = async () => {
			const { value } = forge;
			forge.refreshes += 1;
			await Promise.resolve();
			Object.assign(cache, { value, asOf: clock.now, isReading: false });
		};
		const read = (cursor: unknown, more: Partial<NewsRequest<typeof cache>> = {}) =>
			readNews(
				{ cache, cursor, signal: new AbortController().signal, ...more },
				{
					shape: v.object({ value: v.number() }),
					refresh,
					start: () => ({ value: cache.value }),
					find: async ({ value }) => ({
						events: Array.from({ length: cache.value - value }, (_, nth) => eventOf(cache.value - nth)),
						cursor: { value: cache.value },
					}),
				},
			);
		return { cache, forge, read };
	}

	const eventOf = (value: number): ListHappening => ({
		...{ key: `count ${value}`, at: new Date(value * 1000).toISOString(), by: '', title: '' },
		...{ concerns: [], kind: 'list', place: { account: 'a', owner: '~o', list: 'l' }, item: null },
	});

	it('are none at first and with a damaged cursor, and then what has come since, the oldest first', async () => {
		const { forge, read } = counting();
		for (const damaged of [undefined, null, 'value', { value: 'x' }])
			assert.deepEqual((await read(damaged)).events, []);
		const { cursor } = await read(undefined);
		forge.value = 3;
		const { events } = await read(cursor);
		assert.deepEqual(
			events.map(({ key }) => key),
			['count 2', 'count 3'],
		);
		assert.deepEqual(await read(cursor), { events, cursor: { value: 3 } });
	});

	it('are read after a read that is under way, which may have begun before they were there', async () => {
		const { cache, forge, read } = counting();
		cache.isReading = true;
		const { cursor } = await read(undefined);
		assert.deepEqual([forge.refreshes, cursor], [2, { value: 1 }]);
	});

	it('are what was read a short time before, if the schedule asks', async () => {
		const { forge, read, cache } = counting();
		const { cursor } = await read(undefined);
		clock.now += 10_000;
		await read(cursor, { cause: 'schedule' });
		assert.equal(forge.refreshes, 1);
		await read(cursor, { cause: 'delivery' });
		assert.equal(forge.refreshes, 2);
		cache.lastError = new ForgeError('busy', 'Later.');
		await assert.rejects(read(cursor, { cause: 'schedule' }), { kind: 'busy' });
		assert.equal(forge.refreshes, 3);
	});

	it('are not waited for if the read is cancelled', async () => {
		const { read } = counting();
		await assert.rejects(read(undefined, { signal: AbortSignal.abort() }), { name: 'AbortError' });
	});
});

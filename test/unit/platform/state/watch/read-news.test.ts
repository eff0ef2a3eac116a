import assert from 'node:assert/strict';
import * as v from 'valibot';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { ListHappening } from '../../../../../src/platform/model/forge-events.ts';
import { type NewsRequest, readNews } from '../../../../../src/platform/state/watch/read-news.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

interface Asked {
	readonly cause?: 'schedule' | 'delivery' | 'refresh';
	readonly isFirst?: boolean;
	readonly lastError?: ForgeError;
	readonly ms: number;
}

describe('The news of a resource', () => {
	const clock = stopTheDate();

	/** A resource whose only part has a number, which the forge counts up. */
	function counting(forge = { value: 1, refreshes: 0 }) {
		const cache = {
			value: 0,
			asOf: undefined as number | undefined,
			isReading: false,
			lastError: undefined as ForgeError | undefined,
		};
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
		assert.deepEqual(await read(cursor), { events, cursor: { value: 3, asOf: clock.now } });
	});

	it('are read after a read that is under way, which may have begun before they were there', async () => {
		const { cache, forge, read } = counting();
		cache.isReading = true;
		const { cursor } = await read(undefined);
		assert.deepEqual([forge.refreshes, cursor.value], [2, 1]);
	});

	for (const [name, more, isRead] of [
		['if the schedule asks within 15 seconds', { ms: 14_000 }, false],
		['but not later', { ms: 16_000 }, true],
		['if the schedule asks for the first time within a minute', { ms: 59_000, isFirst: true }, false],
		['but for the first time not later', { ms: 61_000, isFirst: true }, true],
		['but not if the clock was set back', { ms: -3_600_000 }, true],
		['but not for a delivery', { ms: 0, cause: 'delivery' }, true],
		['but not if the user asks', { ms: 0, cause: 'refresh' }, true],
		['but not after a failure', { ms: 0, lastError: new ForgeError('busy', 'Later.') }, true],
	] as const)
		it(`are what was read before, ${name}`, async () => {
			const { cause = 'schedule', isFirst = false, lastError, ms }: Asked = more;
			const { forge, read, cache } = counting();
			const { cursor } = await read(undefined);
			clock.now += ms;
			cache.lastError = lastError;
			const reading = read(isFirst ? undefined : cursor, { cause });
			if (lastError) await assert.rejects(reading, { kind: 'busy' });
			else await reading;
			assert.equal(forge.refreshes, isRead ? 2 : 1);
		});

	it('are asked for if another window has moved the cursor since the forge was asked', async () => {
		const here = counting();
		const { forge } = here;
		const { cursor } = await here.read(undefined);
		clock.now += 1000;
		forge.value = 2;
		const { cursor: moved } = await counting(forge).read(cursor);
		const { cursor: after } = await here.read(moved, { cause: 'schedule' });
		assert.deepEqual([forge.refreshes, after], [3, moved]);
	});

	it('are not asked for again and again after the clock was set back', async () => {
		const { forge, read } = counting();
		const { cursor } = await read(undefined);
		await read({ ...cursor, asOf: clock.now + 3_600_000 }, { cause: 'schedule' });
		assert.equal(forge.refreshes, 1);
	});

	it('leave the cursor as it is if there are none', async () => {
		const { read } = counting();
		const { cursor } = await read(undefined);
		clock.now += 1000;
		assert.deepEqual((await read(cursor)).cursor, cursor);
	});

	it('are what the read has found that is under way, if the schedule asks', async () => {
		const { cache, forge, read } = counting();
		const { cursor } = await read(undefined);
		clock.now += 60_000;
		cache.isReading = true;
		await read(cursor, { cause: 'schedule' });
		assert.equal(forge.refreshes, 2);
	});

	it('are not waited for if the read is cancelled', async () => {
		const { read } = counting();
		await assert.rejects(read(undefined, { signal: AbortSignal.abort() }), { name: 'AbortError' });
	});
});

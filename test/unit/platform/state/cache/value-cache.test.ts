import assert from 'node:assert/strict';
import * as v from 'valibot';
import { abortable } from '../../../../../src/base/abort.ts';
import { background } from '../../../../../src/base/background.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { ValueCache } from '../../../../../src/platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../../../src/platform/state/cache/value-store.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

/** A reader whose answers the test settles. */
function answers() {
	const waiting: {
		resolve: (value: string) => void;
		reject: (error: unknown) => void;
		signal: AbortSignal;
	}[] = [];
	const read = (signal: AbortSignal) =>
		new Promise<string>((resolve, reject) => waiting.push({ resolve, reject, signal }));
	return { waiting, read };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('A cached value', () => {
	const clock = stopTheDate(9);
	const { storage } = stage();
	const { log } = readable();

	it('comes from the disk at once, and several callers share one request', async () => {
		const kept = await storage();
		const of = () => createValueStore({ storage: kept, name: ['x'], shape: v.string(), log });
		await of().save({ value: 'old', asOf: 5 });
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, store: of(), log });
		const seen: unknown[] = [];
		cached.onDidChange(() => seen.push([cached.value, cached.isReading]));
		await cached.open();
		const all = Promise.all([cached.refresh(), cached.refresh()]);
		assert.deepEqual([cached.value, cached.asOf, waiting.length], ['old', 5, 1]);
		waiting[0]?.resolve('new');
		await all;
		assert.deepEqual([cached.value, cached.asOf, cached.isReading], ['new', 9, false]);
		assert.deepEqual(seen, [
			['old', false],
			['old', true],
			['new', false],
		]);
	});

	it('tells when a refresh last ended, even if it failed', async () => {
		const { waiting, read } = answers();
		clock.now = 1;
		const cached = new ValueCache({ read, log });
		const ends: unknown[] = [];
		cached.onDidChange(() => ends.push(cached.endedAt));
		const refreshed = cached.refresh();
		clock.now = 2;
		waiting[0]?.reject(new ForgeError('offline', 'No connection.'));
		await refreshed;
		assert.deepEqual(ends, [undefined, 2]);
	});

	it('can be read in another way first, but not again if the answer is out of date', async () => {
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, log });
		await cached.refresh(undefined, async (known) => `${known} at once`);
		assert.deepEqual([cached.value, waiting.length], ['undefined at once', 0]);
		let asked = 0;
		const refreshed = cached.refresh(undefined, async () => {
			asked += 1;
			cached.put('changed');
			return 'old';
		});
		await settle();
		waiting[0]?.resolve('new');
		await refreshed;
		assert.deepEqual([cached.value, asked, waiting.length], ['new', 1, 1]);
		const without = cached.refresh(undefined, async () => undefined);
		await settle();
		waiting[1]?.resolve('newer');
		await without;
		assert.equal(cached.value, 'newer');
	});

	it('is not read again if what was read has what was put meanwhile, but always if it was marked as out of date', async () => {
		const { waiting, read } = answers();
		const hasAllOf = (found: string, current: string) => found.startsWith(current);
		const cached = new ValueCache({ read, hasAllOf, log });
		const refreshed = cached.refresh();
		for (const [nth, [put, answer]] of [
			['ab', 'a'],
			['ab', 'abc'],
		].entries()) {
			cached.put(put ?? '');
			waiting[nth]?.resolve(answer ?? '');
			await settle();
		}
		await refreshed;
		assert.deepEqual([cached.value, waiting.length], ['abc', 2]);
		const again = cached.refresh();
		cached.markOutdated();
		waiting[2]?.resolve('abc');
		await settle();
		waiting[3]?.resolve('abcd');
		await again;
		assert.equal(cached.value, 'abcd');
	});

	it('is read in the usual way for the other callers if the one with another way gives up', async () => {
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, log });
		const leaving = new AbortController();
		const given = cached.refresh(leaving.signal, () => abortable(new Promise(() => {}), leaving.signal));
		const other = cached.refresh();
		leaving.abort();
		await assert.rejects(given, { name: 'AbortError' });
		await settle();
		waiting[0]?.resolve('usual');
		await other;
		assert.equal(cached.value, 'usual');
	});

	it('stops asking when all callers have given up, and asks again for a new caller', async () => {
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, log });
		const [one, other] = [new AbortController(), new AbortController()];
		const asked = [cached.refresh(one.signal), cached.refresh(other.signal)].map((refresh) =>
			assert.rejects(refresh, { name: 'AbortError' }),
		);
		one.abort();
		await settle();
		assert.equal(waiting[0]?.signal.aborted, false);
		other.abort();
		await Promise.all(asked);
		assert.equal(waiting[0]?.signal.aborted, true);
		waiting[0]?.reject(new ForgeError('offline', 'The connection broke off.'));
		await settle();
		assert.deepEqual([cached.lastError, cached.isReading], [undefined, false]);
		const again = cached.refresh();
		waiting[1]?.resolve('new');
		await again;
		assert.equal(cached.value, 'new');
	});

	it('stays the same object for an equal answer, so that nothing is redrawn', async () => {
		let answer = [{ name: 'bug' }];
		const cached = new ValueCache({ read: async () => structuredClone(answer), log });
		await cached.refresh();
		const first = cached.value;
		await cached.refresh();
		assert.equal(cached.value, first);
		answer = [{ name: 'bug' }, { name: 'wip' }];
		await cached.refresh();
		assert.deepEqual(cached.value, answer);
	});

	it('stays, together with the failure, until a request succeeds', async () => {
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, log });
		cached.put('known');
		for (const [nth, outcome] of [new ForgeError('offline', 'Gone.'), 'back'].entries()) {
			const refreshed = cached.refresh();
			if (typeof outcome === 'string') waiting[nth]?.resolve(outcome);
			else waiting[nth]?.reject(outcome);
			await refreshed;
			assert.equal(cached.value, typeof outcome === 'string' ? outcome : 'known');
			assert.equal(cached.lastError?.kind, typeof outcome === 'string' ? undefined : 'offline');
		}
	});

	it('does not treat a bug as a failed request', async () => {
		const bug = new TypeError('undefined is not a function');
		await assert.rejects(new ValueCache({ read: () => Promise.reject(bug), log }).refresh(), bug);
	});

	for (const [what, happen, shown] of [
		['a newer value was put', (cached: ValueCache<string>) => cached.put('written'), 'written'],
		[
			'a change was made to a value that is not known',
			(cached: ValueCache<string>) => background(cached.change((known) => known)),
			undefined,
		],
		['the value may have changed', (cached: ValueCache<string>) => cached.markOutdated(), undefined],
	] as const) {
		it(`is requested again if ${what} during the request`, async () => {
			const { waiting, read } = answers();
			const cached = new ValueCache({ read, log });
			const refreshed = cached.refresh();
			happen(cached);
			waiting[0]?.resolve('from before');
			await settle();
			assert.deepEqual([cached.value, waiting.length], [shown, 2]);
			waiting[1]?.resolve('from after');
			await refreshed;
			assert.equal(cached.value, 'from after');
		});
	}

	it('has the changes that the server has made, without a request', async () => {
		const { waiting, read } = answers();
		const cached = new ValueCache({ read, log });
		cached.put('one');
		await cached.change((known) => `${known} two`);
		assert.deepEqual([cached.value, waiting.length], ['one two', 0]);
	});

	it('ignores a late answer after it was disposed and stores nothing', async () => {
		const kept = await storage();
		const { waiting, read } = answers();
		const cached = new ValueCache({
			read,
			log,
			store: createValueStore({ storage: kept, name: ['x'], shape: v.string(), log }),
		});
		const refreshed = cached.refresh();
		let told = 0;
		cached.onDidChange(() => told++);
		cached.dispose();
		assert.ok(waiting[0]?.signal.aborted);
		waiting[0]?.resolve('late');
		await refreshed;
		await cached.refresh();
		cached.put('later still');
		assert.deepEqual([cached.value, told, waiting.length], [undefined, 0, 1]);
		assert.equal(await kept.read(['x']), undefined);
	});

	it('is empty if its file cannot be read, which is logged', async () => {
		const kept = await storage();
		for (const text of ['{"value":"cu', '{"value":5,"asOf":1}', 'null']) {
			await kept.replace(['x'], text);
			const { log, lines } = readable();
			const cached = new ValueCache({
				read: answers().read,
				log,
				store: createValueStore({ storage: kept, name: ['x'], shape: v.string(), log }),
			});
			await cached.open();
			assert.equal(cached.value, undefined);
			assert.match(lines[0]?.line ?? '', /cannot be read/);
		}
	});
});

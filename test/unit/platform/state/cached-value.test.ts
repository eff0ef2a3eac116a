import assert from 'node:assert/strict';
import * as v from 'valibot';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { CachedValue } from '../../../../src/platform/state/cached-value.ts';
import { keeper } from '../../../../src/platform/state/keeper.ts';
import { readable, stage } from '../../tickets/state/forge.ts';

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

describe('a shelf', () => {
	const { storage } = stage();
	const { log } = readable();

	it('shows what was kept at once, and asks once for all who ask', async () => {
		const kept = await storage();
		const of = () => keeper({ storage: kept, name: ['x'], shape: v.string(), log });
		await of().save({ value: 'old', asOf: 5 });
		const { waiting, read } = answers();
		const shelf = new CachedValue({ read, keeper: of(), log, now: () => 9 });
		const seen: unknown[] = [];
		shelf.onDidChange(() => seen.push([shelf.value, shelf.reading]));
		await shelf.open();
		const all = Promise.all([shelf.refresh(), shelf.refresh()]);
		assert.deepEqual([shelf.value, shelf.asOf, waiting.length], ['old', 5, 1]);
		waiting[0]?.resolve('new');
		await all;
		assert.deepEqual([shelf.value, shelf.asOf, shelf.reading], ['new', 9, false]);
		assert.deepEqual(seen, [
			['old', false],
			['old', true],
			['new', false],
		]);
	});

	it('stops asking when all who asked have given up, and asks again when somebody does', async () => {
		const { waiting, read } = answers();
		const shelf = new CachedValue({ read, log, now: () => 9 });
		const [one, other] = [new AbortController(), new AbortController()];
		const asked = [shelf.refresh(one.signal), shelf.refresh(other.signal)].map((refresh) =>
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
		assert.deepEqual([shelf.trouble, shelf.reading], [undefined, false]);
		const again = shelf.refresh();
		waiting[1]?.resolve('new');
		await again;
		assert.equal(shelf.value, 'new');
	});

	it('keeps the same object for an answer that is equal, so that nothing made of it is redrawn', async () => {
		let answer = [{ name: 'bug' }];
		const shelf = new CachedValue({ read: async () => structuredClone(answer), log, now: () => 7 });
		await shelf.refresh();
		const first = shelf.value;
		await shelf.refresh();
		assert.equal(shelf.value, first);
		answer = [{ name: 'bug' }, { name: 'wip' }];
		await shelf.refresh();
		assert.deepEqual(shelf.value, answer);
	});

	it('keeps its value and the trouble of an answer that failed, until one succeeds', async () => {
		const { waiting, read } = answers();
		const shelf = new CachedValue({ read, log, now: () => 7 });
		shelf.put('known');
		for (const [nth, outcome] of [new ForgeError('offline', 'Gone.'), 'back'].entries()) {
			const refreshed = shelf.refresh();
			if (typeof outcome === 'string') waiting[nth]?.resolve(outcome);
			else waiting[nth]?.reject(outcome);
			await refreshed;
			assert.equal(shelf.value, typeof outcome === 'string' ? outcome : 'known');
			assert.equal(shelf.trouble?.kind, typeof outcome === 'string' ? undefined : 'offline');
		}
	});

	it('does not take a bug for trouble', async () => {
		const bug = new TypeError('undefined is not a function');
		await assert.rejects(new CachedValue({ read: () => Promise.reject(bug), log }).refresh(), bug);
	});

	for (const [what, happen, shown] of [
		['something newer was put', (shelf: CachedValue<string>) => shelf.put('written'), 'written'],
		['something may have changed', (shelf: CachedValue<string>) => shelf.outdate(), undefined],
	] as const) {
		it(`asks again for what was asked before ${what}`, async () => {
			const { waiting, read } = answers();
			const shelf = new CachedValue({ read, log });
			const refreshed = shelf.refresh();
			happen(shelf);
			waiting[0]?.resolve('from before');
			await settle();
			assert.deepEqual([shelf.value, waiting.length], [shown, 2]);
			waiting[1]?.resolve('from after');
			await refreshed;
			assert.equal(shelf.value, 'from after');
		});
	}

	it('drops a late answer once it has ended, and keeps nothing of it', async () => {
		const kept = await storage();
		const { waiting, read } = answers();
		const shelf = new CachedValue({
			read,
			log,
			keeper: keeper({ storage: kept, name: ['x'], shape: v.string(), log }),
		});
		const refreshed = shelf.refresh();
		let told = 0;
		shelf.onDidChange(() => told++);
		shelf.dispose();
		assert.ok(waiting[0]?.signal.aborted);
		waiting[0]?.resolve('late');
		await refreshed;
		await shelf.refresh();
		shelf.put('later still');
		assert.deepEqual([shelf.value, told, waiting.length], [undefined, 0, 1]);
		assert.equal(await kept.read(['x']), undefined);
	});

	it('of which what is kept cannot be read says so and knows nothing', async () => {
		const kept = await storage();
		for (const text of ['{"value":"cu', '{"value":5,"asOf":1}', 'null']) {
			await kept.replace(['x'], text);
			const { log, lines } = readable();
			const shelf = new CachedValue({
				read: answers().read,
				log,
				keeper: keeper({ storage: kept, name: ['x'], shape: v.string(), log }),
			});
			await shelf.open();
			assert.equal(shelf.value, undefined);
			assert.match(lines[0]?.line ?? '', /cannot be read/);
		}
	});
});

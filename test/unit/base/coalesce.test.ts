import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { coalesce } from '../../../src/base/coalesce.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { settle, stopTheClock } from '../../kit/window/clock.ts';

const intervalMs = 100;

describe('coalesced requests', () => {
	stopTheClock();

	it('share a single run', () => {
		let runs = 0;
		const save = coalesce(new Lifetime(), intervalMs, () => runs++);
		for (let i = 0; i < 5; i++) save();
		assert.equal(runs, 0);
		mock.timers.tick(intervalMs);
		assert.equal(runs, 1);
		mock.timers.tick(10 * intervalMs);
		assert.equal(runs, 1);
	});

	it('that never pause are served once per interval', async () => {
		const lifetime = new Lifetime();
		let text = 0;
		let saved = 0;
		let runs = 0;
		const save = coalesce(lifetime, intervalMs, () => {
			runs += 1;
			saved = text;
		});
		for (let now = 0; now < 10 * intervalMs; now += 10) {
			text = now;
			save();
			mock.timers.tick(10);
			await settle();
			assert.ok(text - saved <= intervalMs);
		}
		assert.ok(runs >= 9 && runs <= 10);
		mock.timers.tick(intervalMs);
		await settle();
		assert.equal(saved, text);
		assert.equal(lifetime.size, 0);
	});

	it('leave most of the time to other work if they are asked to rest, also if they end later', async () => {
		let now = 1000;
		const clock = mock.method(performance, 'now', () => now);
		try {
			const starts: number[] = [];
			const draw = coalesce(
				new Lifetime(),
				intervalMs,
				async () => {
					starts.push(now);
					await Promise.resolve();
					now += 50;
				},
				{ soon: true, rests: true },
			);
			const work = async (ms: number) => {
				const end = now + ms;
				while (now < end) {
					draw();
					now += 10;
					mock.timers.tick(10);
					await settle();
				}
			};
			await work(1000);
			// The first changes are not delayed.
			assert.ok((starts[3] ?? Number.POSITIVE_INFINITY) < 1700, starts.join());
			const before = starts.length;
			await work(20_000);
			assert.ok(starts.length - before <= 22 && starts.length - before >= 15, starts.join());
		} finally {
			clock.mock.restore();
		}
	});

	it('rest for a minute at most, even if the computer slept during a run', async () => {
		let now = 1000;
		const clock = mock.method(performance, 'now', () => now);
		try {
			let runs = 0;
			const draw = coalesce(
				new Lifetime(),
				intervalMs,
				() => {
					runs += 1;
					now += 8 * 3_600_000;
				},
				{ soon: true, rests: true },
			);
			draw();
			mock.timers.tick(0);
			await settle();
			assert.equal(runs, 1);
			draw();
			mock.timers.tick(60_000);
			await settle();
			assert.equal(runs, 2);
		} finally {
			clock.mock.restore();
		}
	});

	it('are served immediately and only once by a flush, which does nothing without requests', async () => {
		let runs = 0;
		const save = coalesce(new Lifetime(), intervalMs, () => runs++);
		await save.flush();
		assert.equal(runs, 0);
		save();
		const flushed = save.flush();
		assert.equal(runs, 1);
		await flushed;
		mock.timers.tick(intervalMs);
		assert.equal(runs, 1);
	});

	it('that arrive during a slow run share a single run after it', async () => {
		const settlers: PromiseWithResolvers<void>[] = [];
		const save = coalesce(new Lifetime(), intervalMs, () => {
			settlers.push(Promise.withResolvers());
			return settlers.at(-1)?.promise;
		});
		save();
		mock.timers.tick(intervalMs);
		for (let i = 0; i < 3; i++) {
			save();
			mock.timers.tick(intervalMs);
		}
		await settle();
		assert.equal(settlers.length, 1);
		let flushed = false;
		const flushing = save.flush().then(() => (flushed = true));
		settlers[0]?.resolve();
		await settle();
		assert.equal(settlers.length, 2);
		assert.equal(flushed, false);
		settlers[1]?.resolve();
		await flushing;
		assert.equal(settlers.length, 2);
	});

	it('never run at the same time, even if one arrives just as a slow run ends', async () => {
		let running = 0;
		const first = Promise.withResolvers<void>();
		const save = coalesce(new Lifetime(), intervalMs, async () => {
			running += 1;
			assert.equal(running, 1);
			await first.promise;
			running -= 1;
		});
		save();
		const one = save.flush();
		save();
		const two = save.flush();
		first.resolve();
		for (let i = 0; i < 10; i++) {
			save();
			void save.flush();
			await Promise.resolve();
		}
		await Promise.all([one, two]);
	});

	it('report a failed run to the caller of flush, or else to the error handler, and keep running', async () => {
		const failures: unknown[] = [];
		const full = new Error('disk full');
		const save = coalesce(
			new Lifetime(),
			intervalMs,
			() => {
				throw full;
			},
			{ onError: (failure) => failures.push(failure) },
		);
		save();
		await assert.rejects(save.flush(), full);
		assert.deepEqual(failures, []);
		save();
		mock.timers.tick(intervalMs);
		await settle();
		assert.deepEqual(failures, [full]);
	});

	it('are served even after a slow run failed', async () => {
		const slow = Promise.withResolvers<void>();
		const runs = [slow.promise, Promise.resolve()];
		const save = coalesce(new Lifetime(), intervalMs, () => runs.shift());
		save();
		const failing = save.flush();
		save();
		const next = save.flush();
		slow.reject(new Error('disk full'));
		await assert.rejects(failing, /disk full/);
		await next;
		assert.equal(runs.length, 0);
	});

	it('are dropped when their lifetime ends, unless flushed on disposal, and ignored afterwards', async () => {
		const runs: string[] = [];
		const lifetime = new Lifetime();
		const snapshot = coalesce(lifetime, intervalMs, () => runs.push('snapshot'));
		const draft = coalesce(lifetime, intervalMs, () => runs.push('draft'));
		lifetime.add({ dispose: () => draft.flush() });
		snapshot();
		draft();
		lifetime.dispose();
		snapshot();
		draft();
		mock.timers.tick(intervalMs);
		await draft.flush();
		assert.deepEqual(runs, ['draft']);
	});
});

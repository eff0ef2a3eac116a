import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { rangeDiff } from '../../../../src/mail/range-diff/range-diff.ts';
import {
	type RangeDiffWork,
	runBySize,
	runInSlices,
} from '../../../../src/mail/range-diff/run-range-diff.ts';
import { patchWithLines } from '../../../kit/mails/patches.ts';

/** Two versions whose comparison takes some slices. */
function longWork(patches: number): RangeDiffWork {
	const version = (name: string) =>
		Array.from({ length: patches }, (_, index) =>
			patchWithLines(
				`${name} ${index}`,
				Array.from({ length: 150 }, (_, nth) => `+${(nth * (index + name.length)) % 151}`),
			),
		);
	return { old: version('a'), new: version('bc') };
}

const { signal } = new AbortController();

describe('A comparison in slices', () => {
	it('has the same result', async () => {
		const work = longWork(12);
		assert.deepEqual(await runInSlices(work, signal), rangeDiff(work.old, work.new));
	});

	it('lets other events happen meanwhile', async () => {
		let count = 0;
		const timer = setInterval(() => count++, 0);
		await runInSlices(longWork(400), signal);
		clearInterval(timer);
		assert.ok(count > 0);
	});

	it('makes no pause before its slice is over', async () => {
		mock.method(performance, 'now', () => 0);
		let hasPaused = false;
		const timer = setTimeout(() => (hasPaused = true), 0);
		try {
			await runInSlices(longWork(12), signal);
		} finally {
			mock.restoreAll();
			clearTimeout(timer);
		}
		assert.equal(hasPaused, false);
	});

	it('ends when it is cancelled while it waits', async () => {
		const abort = new AbortController();
		const running = runInSlices(longWork(400), abort.signal);
		abort.abort();
		await assert.rejects(running, { name: 'AbortError' });
	});

	it('ends when it is cancelled while it works', async () => {
		const abort = new AbortController();
		const { old, new: current } = longWork(2);
		const [first, ...others] = current;
		assert.ok(first);
		const cancelling = {
			...first,
			get message() {
				abort.abort();
				return first.message;
			},
		};
		await assert.rejects(runInSlices({ old, new: [cancelling, ...others] }, abort.signal), {
			name: 'AbortError',
		});
	});

	it('does not begin if it is cancelled already', async () => {
		await assert.rejects(runInSlices(longWork(1), AbortSignal.abort()), { name: 'AbortError' });
	});

	it('takes work and gives answers that a worker can receive', () => {
		const work = longWork(2);
		assert.deepEqual(structuredClone(work), work);
		const pairs = rangeDiff(work.old, work.new);
		assert.deepEqual(structuredClone(pairs), pairs);
	});
});

describe('A comparison', () => {
	for (const [what, limits] of [
		['lines', { lines: 600, pairs: 100 }],
		['pairs of patches', { lines: 10_000, pairs: 4 }],
	] as const) {
		it(`is sent elsewhere if there are more ${what} than the limit`, async () => {
			const sent: RangeDiffWork[] = [];
			const run = runBySize(limits, async (work) => {
				sent.push(work);
				return [];
			});
			const [small, large] = [longWork(2), longWork(3)];
			assert.deepEqual(await run(small, signal), rangeDiff(small.old, small.new));
			assert.deepEqual(sent, []);
			assert.deepEqual(await run(large, signal), []);
			assert.deepEqual(sent, [large]);
		});
	}
});

import assert from 'node:assert/strict';
import { createSlices } from '../../../src/base/slices.ts';

const isBusyFor = (ms: number) => {
	const begun = performance.now();
	while (performance.now() - begun < ms);
};

describe('Work in slices', () => {
	it('lets other events have their turn when it has taken long', async () => {
		const order: string[] = [];
		const pause = createSlices();
		setImmediate(() => order.push('event'));
		await pause();
		order.push('short step');
		isBusyFor(20);
		await pause();
		order.push('long step');
		assert.deepEqual(order, ['short step', 'event', 'long step']);
	});

	it('ends when it is cancelled', async () => {
		const controller = new AbortController();
		const pause = createSlices(controller.signal);
		await pause();
		isBusyFor(20);
		const paused = pause();
		assert.ok(paused, 'the slice is over');
		controller.abort();
		await assert.rejects(paused, { name: 'AbortError' });
		assert.throws(() => pause(), { name: 'AbortError' });
	});

	it('that waits for its turn shares none with other work', async () => {
		let turn = 0;
		const counting = new AbortController();
		const count = () => {
			turn += 1;
			if (!counting.signal.aborted) setImmediate(count);
		};
		setImmediate(count);
		const turns: number[] = [];
		await Promise.all(
			[1, 2, 3].map(async () => {
				await createSlices(undefined, { waits: true })();
				turns.push(turn);
			}),
		);
		counting.abort();
		assert.equal(new Set(turns).size, 3, turns.join());
	});
});

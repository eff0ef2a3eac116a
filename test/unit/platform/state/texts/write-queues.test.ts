import assert from 'node:assert/strict';
import { background } from '../../../../../src/base/background.ts';
import { WriteQueues } from '../../../../../src/platform/state/texts/write-queues.ts';
import { stopTheClock } from '../../../../kit/window/clock.ts';

describe('The writes of several files', () => {
	// A pause between two writes never ends by itself.
	stopTheClock();

	it('wait for earlier ones of the same file only, and settle when all are done or have failed', async () => {
		const queues = new WriteQueues(60_000);
		const begun: string[] = [];
		const first = Promise.withResolvers<void>();
		const write = (name: string, text: string, ends = Promise.resolve()) =>
			queues.of(name).put(() => {
				begun.push(`${name} ${text}`);
				return ends;
			});
		background(write('a', '1', first.promise));
		background(write('a', '2'));
		const failing = write('b', '1', Promise.reject(new Error('The disk is full.')));
		await assert.rejects(failing, /full/);
		assert.deepEqual(begun, ['a 1', 'b 1']);
		assert.deepEqual(
			['a', 'b', 'c'].map((name) => queues.isBusy(name)),
			[true, false, false],
		);
		const settled = queues.settled();
		queues.skipPauses();
		first.resolve();
		await settled;
		assert.deepEqual(begun, ['a 1', 'b 1', 'a 2']);
	});

	it('are forgotten by name', async () => {
		const queues = new WriteQueues(60_000);
		const [one, other] = [queues.of('a'), queues.of('b')];
		assert.equal(queues.of('a'), one);
		queues.forget('a');
		assert.deepEqual(queues.names, ['b']);
		assert.notEqual(queues.of('a'), one);
		assert.equal(queues.of('b'), other);
	});
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WriteQueue } from '../../../../../src/platform/state/texts/write-queue.ts';
import { settle, stopTheClock } from '../../../../kit/window/clock.ts';

const pauseMs = 60_000;

/** A queue for a file. Each write lasts until the test ends it. */
function open() {
	const queue = new WriteQueue(pauseMs);
	const begun: string[] = [];
	const told: string[] = [];
	let running: PromiseWithResolvers<void> | undefined;
	const write = (text: string) => () => {
		assert.equal(running, undefined, `${text} is written beside another one`);
		begun.push(text);
		running = Promise.withResolvers<void>();
		return running.promise;
	};
	const tell = (text: string, done: Promise<void>) =>
		done.then(
			() => told.push(text),
			(error: Error) => told.push(`${text}: ${error.message}`),
		);
	return {
		queue,
		/** The writes that have started. */
		begun,
		/** The results that the callers got. */
		told,
		put: (text: string) => void tell(text, queue.put(write(text))),
		putNow: (text: string) => void tell(text, queue.putNow(write(text))),
		/** Ends the write that is under way. */
		end: async (failure?: Error) => {
			const ended = running ?? assert.fail('Nothing is being written.');
			running = undefined;
			if (failure) ended.reject(failure);
			else ended.resolve();
			await settle();
		},
	};
}

describe('The writes of a file', () => {
	stopTheClock();

	it('begin at once if there was none before or its pause is over', async () => {
		const { begun, put, end } = open();
		put('one');
		assert.deepEqual(begun, ['one']);
		await end();
		mock.timers.tick(pauseMs);
		await settle();
		put('two');
		assert.deepEqual(begun, ['one', 'two']);
	});

	it('requested during another write or its pause are merged into the last of them', async () => {
		const { begun, put, end } = open();
		for (const text of ['one', 'two', 'three']) put(text);
		await end();
		put('four');
		mock.timers.tick(pauseMs - 1);
		await settle();
		assert.deepEqual(begun, ['one']);
		put('five');
		mock.timers.tick(1);
		await settle();
		assert.deepEqual(begun, ['one', 'five']);
		await end();
		mock.timers.tick(pauseMs);
		await settle();
		assert.deepEqual(begun, ['one', 'five']);
	});

	it('begin right after a write that took longer than the pause', async () => {
		const { begun, put, end } = open();
		put('one');
		put('two');
		mock.timers.tick(pauseMs);
		await settle();
		assert.deepEqual(begun, ['one']);
		await end();
		assert.deepEqual(begun, ['one', 'two']);
	});

	it('complete when they or newer writes are done, not before', async () => {
		const { queue, told, put, end } = open();
		put('one');
		await settle();
		assert.deepEqual(told, []);
		for (const text of ['two', 'three']) put(text);
		await end();
		assert.deepEqual(told, ['one']);
		put('four');
		queue.skipPause();
		await settle();
		assert.deepEqual(told, ['one']);
		await end();
		assert.deepEqual(told, ['one', 'two', 'three', 'four']);
	});

	it('end their pause early when they are hurried', async () => {
		const { queue, begun, put, end } = open();
		put('one');
		await end();
		put('two');
		await settle();
		assert.deepEqual(begun, ['one']);
		queue.skipPause();
		await settle();
		assert.deepEqual(begun, ['one', 'two']);
	});

	it('hurried during another write begin right after it, not beside it', async () => {
		const { queue, begun, put, end } = open();
		put('one');
		put('two');
		queue.skipPause();
		await settle();
		assert.deepEqual(begun, ['one']);
		await end();
		assert.deepEqual(begun, ['one', 'two']);
	});

	it('pause again after a write that was hurried', async () => {
		const { queue, begun, put, end } = open();
		put('one');
		put('two');
		queue.skipPause();
		await end();
		await end();
		put('three');
		await settle();
		assert.deepEqual(begun, ['one', 'two']);
		queue.skipPause();
		await settle();
		assert.deepEqual(begun, ['one', 'two', 'three']);
	});

	it('can skip the pause and replace a waiting write', async () => {
		const { begun, told, put, putNow, end } = open();
		putNow('one');
		assert.deepEqual(begun, ['one']);
		await end();
		put('two');
		putNow('three');
		await settle();
		assert.deepEqual(begun, ['one', 'three']);
		putNow('four');
		await end();
		assert.deepEqual(begun, ['one', 'three', 'four']);
		await end();
		assert.deepEqual(told, ['one', 'two', 'three', 'four']);
	});

	it('report a failure to their callers, and the next write goes on', async () => {
		const { queue, begun, told, put, putNow, end } = open();
		for (const text of ['one', 'two', 'three']) put(text);
		await end(new Error('The disk is full.'));
		assert.deepEqual(told, ['one: The disk is full.']);
		queue.skipPause();
		await settle();
		await end(new Error('Still.'));
		assert.deepEqual(told.slice(1), ['two: Still.', 'three: Still.']);
		putNow('four');
		await settle();
		await end();
		assert.deepEqual(begun, ['one', 'three', 'four']);
		assert.deepEqual(told.slice(3), ['four']);
	});

	it('also pause after a write that failed', async () => {
		const { begun, put, end } = open();
		put('one');
		await end(new Error('The disk is full.'));
		put('two');
		await settle();
		assert.deepEqual(begun, ['one']);
	});

	it('are busy while a write runs or waits, and idle in a pause with none waiting', async () => {
		const { queue, put, end } = open();
		const busy = [queue.isBusy];
		put('one');
		busy.push(queue.isBusy);
		await end();
		busy.push(queue.isBusy);
		put('two');
		busy.push(queue.isBusy);
		queue.skipPause();
		await settle();
		busy.push(queue.isBusy);
		await end(new Error('The disk is full.'));
		busy.push(queue.isBusy);
		assert.deepEqual(busy, [false, true, false, true, true, false]);
	});

	it('are all done when the last one is, even if it starts as a newer write', async () => {
		const { queue, told, put, end } = open();
		put('one');
		put('two');
		const { last = assert.fail() } = queue;
		void last.then(() => told.push('all'));
		put('three');
		queue.skipPause();
		await end();
		assert.deepEqual(told, ['one']);
		await end();
		assert.deepEqual(told, ['one', 'two', 'all', 'three']);
		assert.equal(queue.last, undefined);
	});
});

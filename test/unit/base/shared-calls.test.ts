import assert from 'node:assert/strict';
import { SharedCalls } from '../../../src/base/shared-calls.ts';
import { settle } from '../../kit/window/clock.ts';

/** The work of a call, controlled by the test. */
class Work {
	readonly signals: AbortSignal[] = [];
	readonly settlers: PromiseWithResolvers<string>[] = [];

	readonly run = (signal: AbortSignal): Promise<string> => {
		this.signals.push(signal);
		const settler = Promise.withResolvers<string>();
		this.settlers.push(settler);
		return settler.promise;
	};
}

describe('a shared call', () => {
	it('runs its work once for all concurrent callers with the same key', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const answers = [
			calls.join('a', work.run),
			calls.join('a', work.run, new AbortController().signal),
			calls.join('b', work.run),
		];
		assert.equal(work.settlers.length, 2);
		work.settlers[0]?.resolve('one');
		work.settlers[1]?.resolve('two');
		assert.deepEqual(await Promise.all(answers), ['one', 'one', 'two']);
	});

	it('is forgotten once it settles, whether it succeeds or fails', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const failed = calls.join('a', work.run).catch((failure) => {
			assert.equal(failure.message, 'offline');
			return calls.join('a', work.run);
		});
		work.settlers[0]?.reject(new Error('offline'));
		await settle();
		work.settlers[1]?.resolve('online again');
		assert.equal(await failed, 'online again');
		void calls.join('a', work.run);
		assert.equal(work.settlers.length, 3);
	});

	it('rejects instead of throwing when its work throws synchronously', async () => {
		const calls = new SharedCalls<string, string>();
		const failing = calls.join('a', () => {
			throw new Error('at once');
		});
		await assert.rejects(failing, /at once/);
	});

	it('continues for the others when one caller aborts with its own reason', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const abortingCaller = new AbortController();
		const leaving = calls.join('a', work.run, abortingCaller.signal);
		const staying = calls.join('a', work.run, new AbortController().signal);
		abortingCaller.abort('closed the panel');
		await assert.rejects(leaving, (reason) => reason === 'closed the panel');
		assert.equal(work.signals[0]?.aborted, false);
		work.settlers[0]?.resolve('answer');
		assert.equal(await staying, 'answer');
		assert.equal(work.settlers.length, 1);
	});

	it('is aborted when its last caller aborts, and the next caller starts a new call', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const callers = [new AbortController(), new AbortController()];
		const leaving = callers.map(({ signal }) => calls.join('a', work.run, signal));
		for (const each of callers) each.abort('left');
		assert.equal(work.signals[0]?.aborted, true);
		assert.equal(work.signals[0]?.reason, 'left');

		const next = calls.join('a', work.run);
		assert.equal(work.settlers.length, 2);
		work.settlers[0]?.reject(new Error('aborted'));
		for (const each of leaving) await assert.rejects(each, (reason) => reason === 'left');
		await settle();
		const joined = calls.join('a', work.run);
		assert.equal(work.settlers.length, 2);
		work.settlers[1]?.resolve('fresh');
		assert.deepEqual(await Promise.all([next, joined]), ['fresh', 'fresh']);
	});

	it('does not start for a caller that has already aborted', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		await assert.rejects(calls.join('a', work.run, AbortSignal.abort('gone')), (reason) => reason === 'gone');
		assert.equal(work.settlers.length, 0);
	});

	it('is aborted when its work synchronously aborts the only caller', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const caller = new AbortController();
		const leaving = calls.join(
			'a',
			(signal) => {
				caller.abort('left');
				return work.run(signal);
			},
			caller.signal,
		);
		await assert.rejects(leaving, (reason) => reason === 'left');
		assert.equal(work.signals[0]?.aborted, true);
	});

	it('does not abort work that is done when a caller aborts later', async () => {
		const calls = new SharedCalls<string, string>();
		const work = new Work();
		const caller = new AbortController();
		const answer = calls.join('a', work.run, caller.signal);
		work.settlers[0]?.resolve('answer');
		await answer;
		await settle();
		caller.abort();
		assert.equal(work.signals[0]?.aborted, false);
	});
});

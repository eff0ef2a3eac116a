import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { abortable, isAbort } from '../../../src/base/abort.ts';
import { settle } from '../../kit/window/clock.ts';

describe('an abortable promise', () => {
	it('settles like the original promise, and leaves no listener on the signal', async () => {
		const { signal } = new AbortController();
		assert.equal(await abortable(Promise.resolve(1), signal), 1);
		await assert.rejects(abortable(Promise.reject(new Error('offline')), signal), /offline/);
		await settle();
		assert.equal(getEventListeners(signal, 'abort').length, 0);
	});

	it("rejects with the signal's reason once the signal is aborted, and ignores a later result", async () => {
		const answer = Promise.withResolvers<number>();
		const controller = new AbortController();
		const waiting = abortable(answer.promise, controller.signal);
		controller.abort('left');
		const tooLate = abortable(answer.promise, controller.signal);
		answer.reject(new Error('nobody hears this, and it is no unhandled rejection'));
		await assert.rejects(waiting, (reason) => reason === 'left');
		await assert.rejects(tooLate, (reason) => reason === 'left');
	});

	it('rejects with a reason that isAbort tells apart from other errors', () => {
		assert.equal(isAbort(AbortSignal.abort().reason), true);
		for (const other of [new Error('AbortError'), new TypeError('x'), undefined, 'AbortError'])
			assert.equal(isAbort(other), false);
	});
});

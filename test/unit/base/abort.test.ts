import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { abortable, isAbort } from '../../../src/base/abort.ts';
import { settle } from './clock.ts';

describe('an abortable answer', () => {
	it('is the answer, or the failure, when that comes first, and leaves nothing on the signal', async () => {
		const { signal } = new AbortController();
		assert.equal(await abortable(Promise.resolve(1), signal), 1);
		await assert.rejects(abortable(Promise.reject(new Error('offline')), signal), /offline/);
		await settle();
		assert.equal(getEventListeners(signal, 'abort').length, 0);
	});

	it('is refused with the reason of a signal that is aborted first, and what comes later is dropped', async () => {
		const answer = Promise.withResolvers<number>();
		const controller = new AbortController();
		const waiting = abortable(answer.promise, controller.signal);
		controller.abort('left');
		const toolate = abortable(answer.promise, controller.signal);
		answer.reject(new Error('nobody hears this, and it is no unhandled rejection'));
		await assert.rejects(waiting, (reason) => reason === 'left');
		await assert.rejects(toolate, (reason) => reason === 'left');
	});

	it('is told from a failure by its reason', () => {
		assert.equal(isAbort(AbortSignal.abort().reason), true);
		for (const other of [new Error('AbortError'), new TypeError('x'), undefined, 'AbortError'])
			assert.equal(isAbort(other), false);
	});
});

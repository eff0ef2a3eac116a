import assert from 'node:assert/strict';
import { Turns } from '../../../src/base/turns.ts';

describe('Work in turns', () => {
	it('runs in the order of the calls, also after a failure', async () => {
		const turns = new Turns();
		const done: string[] = [];
		const first = Promise.withResolvers<void>();
		const failing = turns.run(() => first.promise);
		const next = turns.run(async () => done.push('next'));
		const all = turns.ended.then(() => done.push('all'));
		await Promise.resolve();
		assert.deepEqual(done, []);
		first.reject(new Error('first'));
		await assert.rejects(failing, { message: 'first' });
		assert.equal(await next, 1);
		await all;
		assert.deepEqual(done, ['next', 'all']);
	});

	it('leaves no outcome behind, because a queue lives as long as the window', async () => {
		const turns = new Turns();
		await turns.run(async () => 'outcome');
		assert.equal(await turns.ended, undefined);
	});

	it('never runs if its signal is aborted before its turn, and lets nothing overtake what is running', async () => {
		const turns = new Turns();
		const done: string[] = [];
		const first = Promise.withResolvers<void>();
		const running = turns.run(() => first.promise);
		const leaving = new AbortController();
		const left = turns.run(async () => done.push('left'), leaving.signal);
		leaving.abort(new Error('gone'));
		await assert.rejects(left, { message: 'gone' });
		const next = turns.run(async () => done.push('next'));
		await Promise.resolve();
		assert.deepEqual(done, []);
		first.resolve();
		await Promise.all([running, next]);
		assert.deepEqual(done, ['next']);
	});
});

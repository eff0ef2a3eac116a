import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Retrier } from '../../../src/base/retrier.ts';
import { stopTheClock } from '../../kit/window/clock.ts';

describe('Asking again after a failed request', () => {
	stopTheClock();
	let isVisible = true;
	let asked = 0;
	let again: Retrier;
	const seconds = (n: number) => mock.timers.tick(n * 1000);

	beforeEach(() => {
		isVisible = true;
		asked = 0;
		again = new Retrier(
			() => isVisible,
			() => asked++,
		);
	});

	afterEach(() => again.dispose());

	it('happens at doubling intervals of up to four minutes, however many requests fail in between', () => {
		const askedAt: number[] = [];
		for (let second = 1; second <= 1200; second++) {
			again.schedule();
			const before = asked;
			seconds(1);
			if (asked > before) askedAt.push(second);
		}
		assert.deepEqual(askedAt, [15, 45, 105, 225, 465, 705, 945, 1185]);
	});

	it('starts with the shortest interval again after everything was reached', () => {
		again.schedule();
		seconds(15);
		again.schedule();
		again.reset();
		seconds(100);
		assert.equal(asked, 1);
		again.schedule();
		seconds(15);
		assert.equal(asked, 2);
	});

	it('waits while the view is hidden, and happens at once when the view is shown', () => {
		isVisible = false;
		again.schedule();
		seconds(1000);
		assert.equal(asked, 0);
		isVisible = true;
		again.retryNow();
		assert.equal(asked, 1);
		again.retryNow();
		assert.equal(asked, 1);
	});

	it('stops when the view is disposed', () => {
		again.schedule();
		again.dispose();
		seconds(1000);
		assert.equal(asked, 0);
	});
});

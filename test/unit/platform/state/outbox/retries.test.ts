import assert from 'node:assert/strict';
import { Retries } from '../../../../../src/platform/state/outbox/retries.ts';

describe('The retries of an outbox', () => {
	const open = () =>
		new Retries(
			() => 1000,
			(n) => 100 * (n + 1),
		);

	it('come later each time, until something was sent', () => {
		const retries = open();
		assert.equal(retries.timeOf('home', 7), 7);
		retries.begin('home')('offline');
		assert.equal(retries.timeOf('home', 7), 1100);
		assert.equal(retries.timeOf('home', 5000), 5000);
		assert.equal(retries.timeOf('work', 7), 7);
		retries.begin('home')('busy');
		assert.equal(retries.timeOf('home', 7), 1200);
		retries.begin('home')(undefined);
		assert.equal(retries.timeOf('home', 7), 7);
	});

	it('do not wait for the time before the clock was set back', () => {
		const clock = { now: 3_600_000 };
		const retries = new Retries(
			() => clock.now,
			() => 100,
		);
		retries.begin('home')('busy');
		retries.begin('work')('signed-out');
		clock.now = 1000;
		assert.equal(retries.timeOf('home', 1000), 1000);
		assert.equal(retries.timeOf('work', 1000), undefined);
		retries.begin('home')('busy');
		assert.equal(retries.timeOf('home', 1000), 1100);
	});

	it('come at once when a forge that could not be reached answers, but not if it was busy', () => {
		const retries = open();
		retries.begin('home')('offline');
		retries.begin('work')('busy');
		assert.deepEqual(
			[retries.didReach('home'), retries.didReach('work'), retries.didReach('other')],
			[true, false, false],
		);
		assert.deepEqual([retries.timeOf('home', 7), retries.timeOf('work', 7)], [7, 1100]);
	});

	it('come no later than what the user does', () => {
		const retries = open();
		retries.retryBy('home', 5);
		assert.equal(retries.timeOf('home', 7), 7);
		retries.begin('home')('offline');
		retries.retryBy('home', 1050);
		retries.retryBy('home', 2000);
		assert.equal(retries.timeOf('home', 7), 1050);
		retries.tryAllNow();
		assert.equal(retries.timeOf('home', 7), 7);
	});

	it('include what the user does during an attempt', () => {
		const retries = open();
		let end = retries.begin('home');
		retries.retryBy('home', 1050);
		retries.retryBy('work', 1010);
		end('offline');
		assert.equal(retries.timeOf('home', 7), 1050);
		end = retries.begin('home');
		end('offline');
		assert.equal(retries.timeOf('home', 7), 1200);
		end = retries.begin('home');
		retries.tryAllNow();
		end('busy');
		assert.equal(retries.timeOf('home', 7), 1000);
	});

	it('of an account that is signed out come after a sign-in, also one during the attempt', () => {
		const retries = open();
		retries.begin('home')('signed-out');
		retries.retryBy('home', 5);
		assert.equal(retries.timeOf('home', 7), undefined);
		retries.didChangeAccounts();
		assert.equal(retries.timeOf('home', 7), 7);
		const end = retries.begin('home');
		retries.didChangeAccounts();
		end('signed-out');
		assert.equal(retries.timeOf('home', 7), 1000);
	});
});

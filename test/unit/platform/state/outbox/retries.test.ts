import assert from 'node:assert/strict';
import { Retries } from '../../../../../src/platform/state/outbox/retries.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

describe('The retries of an outbox', () => {
	const clock = stopTheDate();
	const never = Number.POSITIVE_INFINITY;
	const open = () => new Retries((n) => 100 * (n + 1));

	it('come later each time, until something was sent', () => {
		const retries = open();
		assert.equal(retries.waitMsOf('home'), 0);
		retries.begin('home')('offline');
		assert.deepEqual([retries.waitMsOf('home'), retries.waitMsOf('work')], [100, 0]);
		clock.now += 30;
		assert.equal(retries.waitMsOf('home'), 70);
		retries.begin('home')('busy');
		assert.equal(retries.waitMsOf('home'), 200);
		clock.now += 300;
		assert.equal(retries.waitMsOf('home'), 0);
		retries.begin('home')(undefined);
		retries.begin('home')('busy');
		assert.equal(retries.waitMsOf('home'), 100);
	});

	it('come at once when a forge that could not be reached answers, but not if it was busy', () => {
		const retries = open();
		retries.begin('home')('offline');
		retries.begin('work')('busy');
		assert.deepEqual(
			[retries.didReach('home'), retries.didReach('work'), retries.didReach('other')],
			[true, false, false],
		);
		assert.deepEqual([retries.waitMsOf('home'), retries.waitMsOf('work')], [0, 100]);
	});

	it('come no later than what the user does', () => {
		const retries = open();
		retries.retryWithin('home', 5);
		assert.equal(retries.waitMsOf('home'), 0);
		retries.begin('home')('offline');
		retries.retryWithin('home', 50);
		retries.retryWithin('home', 2000);
		assert.equal(retries.waitMsOf('home'), 50);
		retries.tryAllNow();
		assert.equal(retries.waitMsOf('home'), 0);
	});

	it('include what the user does during an attempt', () => {
		const retries = open();
		let end = retries.begin('home');
		retries.retryWithin('home', 50);
		retries.retryWithin('work', 10);
		end('offline');
		assert.equal(retries.waitMsOf('home'), 50);
		end = retries.begin('home');
		end('offline');
		assert.equal(retries.waitMsOf('home'), 200);
		end = retries.begin('home');
		retries.tryAllNow();
		end('busy');
		assert.equal(retries.waitMsOf('home'), 0);
	});

	it('of an account that is signed out come after a sign-in, also one during the attempt', () => {
		const retries = open();
		retries.begin('home')('signed-out');
		retries.retryWithin('home', 5);
		assert.equal(retries.waitMsOf('home'), never);
		retries.didChangeAccounts();
		assert.equal(retries.waitMsOf('home'), 0);
		const end = retries.begin('home');
		retries.didChangeAccounts();
		end('signed-out');
		assert.equal(retries.waitMsOf('home'), 0);
	});
});

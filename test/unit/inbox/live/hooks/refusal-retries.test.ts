import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { retryTimes } from '../../../../../src/inbox/live/hooks/refusal-retries.ts';
import type { TargetWebhooks } from '../../../../../src/inbox/live/hooks/target-webhooks.ts';
import { targetOf, webhooksOf } from './target-samples.ts';

const pace = { refusedMs: 600, leastMs: 60 };

describe('The next attempt for refused webhooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	/** Those of the trackers a, b and so on, each refused or accepted at a time. */
	function webhooksAt(...happened: readonly (readonly ['refused' | 'accepted', number])[]) {
		return happened.map(([what, at], nth) => {
			const webhooks = webhooksOf(targetOf('abc'[nth] ?? ''));
			mock.timers.setTime(at);
			if (what === 'refused') webhooks.wereRefused('No.', false);
			else webhooks.wereRegistered([1], []);
			return webhooks;
		});
	}

	function timesOf(all: readonly TargetWebhooks[], isWanted = false) {
		const times = retryTimes(all, pace, isWanted);
		return [...times].map(([{ target }, at]) => `${target.params.tracker} ${at}`).toSorted();
	}

	it('is not needed if none was refused', () => {
		assert.deepEqual(timesOf(webhooksAt(['accepted', 0])), []);
	});

	it('is for the one that was refused the longest ago, some time after the last', () => {
		assert.deepEqual(timesOf(webhooksAt(['refused', 3], ['refused', 1], ['refused', 2])), ['b 603']);
	});

	it('is soon for all if one was accepted much later', () => {
		const all = webhooksAt(['refused', 1], ['accepted', 500], ['refused', 2]);
		assert.deepEqual(timesOf(all), ['a 61', 'c 62']);
	});

	it('does not come sooner because another target was accepted at about the same time', () => {
		assert.deepEqual(timesOf(webhooksAt(['refused', 1], ['accepted', 10], ['refused', 2])), ['a 602']);
	});

	it('is soon for all if the user wants it', () => {
		assert.deepEqual(timesOf(webhooksAt(['refused', 1], ['refused', 2]), true), ['a 61', 'b 62']);
	});
});

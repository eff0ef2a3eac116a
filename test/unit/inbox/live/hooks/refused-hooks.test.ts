import assert from 'node:assert/strict';
import type { HookRecord } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import { retryTimes } from '../../../../../src/inbox/live/hooks/refused-hooks.ts';
import { recordOf, registered, targetOf } from './records.ts';

const pace = { refusedMs: 600, leastMs: 60 };

const refusedAt = (at: number): HookRecord['state'] => ({
	...{ kind: 'refused', reason: 'No.', at, mayExist: false },
});

/** The trackers a, b and so on. */
const recordsOf = (...states: readonly HookRecord['state'][]): readonly HookRecord[] =>
	states.map((state, nth) => ({ ...recordOf(String(nth)), target: targetOf('abc'[nth] ?? ''), state }));

function timesOf(records: readonly HookRecord[], isWanted?: boolean) {
	const named = [...retryTimes(records, pace, isWanted)].map(([name, at]) => `${name.at(-4)} ${at}`);
	return named.sort();
}

describe('The next attempt for refused hooks', () => {
	for (const [what, states, expected] of [
		['is not needed if none was refused', [registered], []],
		['is for the one that was refused the longest ago, some time after the last', [3, 1, 2], ['b 603']],
	] as const) {
		it(what, () => {
			const records = recordsOf(
				...states.map((state) => (typeof state === 'number' ? refusedAt(state) : state)),
			);
			assert.deepEqual(timesOf(records), expected);
		});
	}

	it('is soon for all if one was accepted much later', () => {
		const accepted = { ...registered, since: 500 };
		assert.deepEqual(timesOf(recordsOf(refusedAt(1), accepted, refusedAt(2))), ['a 61', 'c 62']);
	});

	it('does not come sooner because another target was accepted at about the same time', () => {
		const accepted = { ...registered, since: 10 };
		assert.deepEqual(timesOf(recordsOf(refusedAt(1), accepted, refusedAt(2))), ['a 602']);
	});

	it('is soon for all if the user wants it', () => {
		assert.deepEqual(timesOf(recordsOf(refusedAt(1), refusedAt(2)), true), ['a 61', 'b 62']);
	});
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultRetryPolicy, parseRetryAfter, waitBefore } from '../../../../src/forge/wire/retry.ts';

describe('a retry', () => {
	const date = 'Fri, 20 Nov 2026 07:00:00 GMT';
	const values: readonly [value: string | null, date: string | null, ms: number | undefined][] = [
		[null, null, undefined],
		['0', null, 0],
		[' 12 ', null, 12_000],
		['Fri, 20 Nov 2026 07:00:30 GMT', date, 30_000],
		['Fri, 20 Nov 2026 06:00:00 GMT', date, 0],
		['Thu, 01 Jan 1970 00:00:00 GMT', null, 0],
		['soon', date, undefined],
		['', date, undefined],
		['-1', date, undefined],
		['1.5', date, 1500],
		['9'.repeat(400), date, Number.MAX_SAFE_INTEGER],
	];
	for (const [value, at, ms] of values) {
		it(`${ms === undefined ? 'ignores' : `waits ${ms} ms for`} a Retry-After of ${JSON.stringify(value)}`, () => {
			assert.equal(parseRetryAfter(value, at), ms);
		});
	}

	it('never waits less than requested, nor longer than the limit and its jitter', () => {
		fc.assert(
			fc.property(fc.nat(5), fc.nat(60_000), fc.boolean(), (attempt, asked, isWrite) => {
				const wait = waitBefore(
					attempt,
					isWrite,
					{ kind: 'status', status: 503, retryAfterMs: asked },
					defaultRetryPolicy,
				);
				if (attempt >= 3 || asked > defaultRetryPolicy.maxWaitMs) assert.equal(wait, undefined);
				else assert(wait !== undefined && wait >= asked && wait <= asked + defaultRetryPolicy.capMs);
			}),
		);
	});
});

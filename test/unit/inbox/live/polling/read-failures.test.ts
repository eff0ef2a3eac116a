import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../../src/forge/contract/errors.ts';
import { waitAfterFailure } from '../../../../../src/inbox/live/polling/read-failures.ts';

const failure = (kind: ForgeErrorKind, retryAfterMs?: number) => new ForgeError(kind, '', { retryAfterMs });

describe('The wait after a failed read', () => {
	const seconds = (error: unknown, jitter: number) =>
		[1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => waitAfterFailure(error, failures, jitter) / 1000);

	it('doubles with each failure in succession, from 15 seconds to less than ten minutes', () => {
		for (const error of [failure('busy'), failure('timeout'), failure('surprise'), new Error('a bug')]) {
			assert.deepEqual(seconds(error, 0), [15, 30, 60, 120, 240, 480, 500, 500]);
		}
	});
});

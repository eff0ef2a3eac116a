import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../../src/forge/contract/errors.ts';
import { waitAfterFailure } from '../../../../../src/inbox/live/polling/read-failures.ts';

const failure = (kind: ForgeErrorKind, retryAfterMs?: number) => new ForgeError(kind, '', { retryAfterMs });
const hourMs = 60 * 60_000;

describe('The wait after a failed read', () => {
	const seconds = (error: unknown, jitter: number) =>
		[1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => waitAfterFailure(error, failures, jitter) / 1000);

	it('doubles with each failure in succession, from 15 seconds to less than ten minutes', () => {
		for (const error of [failure('busy'), failure('timeout'), failure('surprise'), new Error('a bug')]) {
			assert.deepEqual(seconds(error, 0), [15, 30, 60, 120, 240, 480, 500, 500]);
		}
	});

	it('is ten minutes if only the user can help', () => {
		for (const kind of ['signed-out', 'forbidden', 'missing', 'refused'] as const) {
			assert.equal(waitAfterFailure(failure(kind), 1, 1), 600_000);
		}
	});

	it('is at least as long as the server asks for, up to an hour', () => {
		assert.equal(waitAfterFailure(failure('busy', 90_000), 1, 0), 90_000);
		assert.equal(waitAfterFailure(failure('busy', 90_000), 5, 0), 240_000);
		assert.equal(waitAfterFailure(failure('busy', Number.MAX_SAFE_INTEGER), 1, 1), hourMs);
	});
});

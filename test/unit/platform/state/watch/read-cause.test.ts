import assert from 'node:assert/strict';
import { isReadRecently } from '../../../../../src/platform/state/watch/read-cause.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

describe('What was read a short time before', () => {
	const now = Date.parse('2026-03-04T05:06:07Z');
	stopTheDate(now);

	for (const [name, known, expected] of [
		['is enough for the schedule', { cause: 'schedule', cursor: 1, asOf: now - 14_000 }, true],
		[
			'is not enough for the schedule after 15 seconds',
			{ cause: 'schedule', cursor: 1, asOf: now - 16_000 },
			false,
		],
		[
			'is enough for the first read for a minute',
			{ cause: 'schedule', cursor: undefined, asOf: now - 59_000 },
			true,
		],
		[
			'is not enough for the first read later',
			{ cause: 'schedule', cursor: undefined, asOf: now - 61_000 },
			false,
		],
		['is not enough if a clock was set back', { cause: 'schedule', cursor: 1, asOf: now + 3_600_000 }, false],
		['is not enough if nothing was read', { cause: 'schedule', cursor: 1, asOf: undefined }, false],
		['is not enough for a delivery', { cause: 'delivery', cursor: 1, asOf: now }, false],
		['is not enough for a refresh', { cause: 'refresh', cursor: 1, asOf: now }, false],
		['is not enough without a cause', { cursor: 1, asOf: now }, false],
	] as const)
		it(name, () => {
			assert.equal(isReadRecently(known), expected);
		});
});

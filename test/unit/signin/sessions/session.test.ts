import assert from 'node:assert/strict';
import { needsRenewal, type Session } from '../../../../src/signin/sessions/session.ts';

describe('A token', () => {
	const minute = 60_000;
	const session: Session = {
		...{ id: '1', instance: 'forge.test', account: '~ana', method: 'browser', token: 't', scopes: null },
		...{ expires: null, refresh: 'r', client: 'c' },
	};

	for (const [what, more, leftMs, expected] of [
		['a minute before its end', { expires: 0 }, minute, true],
		['more than a minute before its end', { expires: 0 }, minute + 1, false],
		['of an hour, a minute before its end', { expires: 0, issued: -60 * minute }, minute, true],
		['of a minute, at once', { expires: 0, issued: -minute }, minute, false],
		['of a minute, in its last seconds', { expires: 0, issued: -minute }, 12_000, true],
		['that has ended', { expires: 0, issued: -minute }, -1, true],
		['that seemed to have ended when it was granted', { expires: 0, issued: 0 }, -minute, false],
		[
			'that seemed to have ended long before it was granted',
			{ expires: 0, issued: 60 * minute },
			-61 * minute,
			false,
		],
		['that cannot be renewed', { expires: 0, refresh: null }, 0, false],
		['without an end', {}, 0, false],
	] as const) {
		it(`is ${expected ? '' : 'not '}renewed ${what}`, () =>
			assert.equal(needsRenewal({ ...session, ...more }, -leftMs), expected));
	}
});

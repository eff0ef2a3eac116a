import assert from 'node:assert/strict';
import { isPermitted } from '../../../../src/tickets/model/permissions.ts';
import { ticket } from '../page/view.ts';

describe('What a user may do with a ticket', () => {
	type Standing = Parameters<typeof isPermitted>[1];
	const tracker: Standing['permissions'] = {
		anonymous: [],
		submitter: ['comment', 'triage'],
		user: ['comment'],
	};
	const mine: Standing['ticket'] = {
		...ticket,
		submitter: { type: 'user', canonical_name: '~bob', name: 'bob' },
	};
	const byMail = {
		...ticket,
		submitter: { type: 'email', address: 'bob@example.org', name: 'Bob' },
	} as const;
	const open: Standing['ticket'] = {
		...ticket,
		permissions: { anonymous: null, submitter: null, user: ['triage'] },
	};

	const cases: readonly (readonly [string, Standing['ticket'], Standing['permissions'], boolean])[] = [
		['another user’s ticket, as the tracker says', ticket, tracker, false],
		['their own ticket, as the tracker says of submitters', mine, tracker, true],
		['a ticket that was sent by mail', byMail, tracker, false],
		['a ticket that is not known, which may be their own', undefined, tracker, true],
		['a ticket whose submitter is not known', { ...ticket, submitter: null }, tracker, true],
		['a ticket that is not known where no submitter may', undefined, { ...tracker, submitter: [] }, false],
		['a ticket that says so itself', open, tracker, true],
		['a ticket of which nothing is said', ticket, undefined, true],
	];
	for (const [what, given, permissions, isSo] of cases) {
		it(`${isSo ? 'includes' : 'excludes'} changing the status of ${what}`, () => {
			assert.equal(isPermitted('triage', { ticket: given, permissions, me: '~bob', owner: '~ana' }), isSo);
		});
	}

	it('is everything for the owner of the tracker', () => {
		const permissions = { anonymous: [], submitter: [], user: [] };
		assert.ok(isPermitted('triage', { ticket, permissions, me: '~ana', owner: '~ana' }));
	});
});

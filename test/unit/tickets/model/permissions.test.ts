import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Tracker } from '../../../../src/forge/shapes/trackers.ts';
import { isPermitted, maySubmit } from '../../../../src/tickets/model/permissions.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';

describe('The permissions of a user', () => {
	type Options = Parameters<typeof isPermitted>[1];
	const tracker: Options['permissions'] = {
		anonymous: [],
		submitter: ['comment', 'triage'],
		user: ['comment'],
	};
	const ofUsers = { ...tracker, submitter: null };
	const mine: Options['ticket'] = {
		...ticket,
		submitter: { type: 'user', canonical_name: '~bob', name: 'bob' },
	};
	const byMail = {
		...ticket,
		submitter: { type: 'email', address: 'bob@example.org', name: 'Bob' },
	} as const;
	const open: Options['ticket'] = {
		...ticket,
		permissions: { anonymous: null, submitter: null, user: ['triage'] },
	};

	const cases: readonly (readonly [string, Options['ticket'], Options['permissions'], boolean])[] = [
		['another user’s ticket, by the permissions of the tracker', ticket, tracker, false],
		['the user’s own ticket, by the permissions of submitters', mine, tracker, true],
		['a ticket that was sent by mail', byMail, tracker, false],
		['an unknown ticket, which may be the user’s own', undefined, tracker, true],
		['a ticket with an unknown submitter', { ...ticket, submitter: null }, tracker, true],
		['an unknown ticket if submitters may not do it', undefined, { ...tracker, submitter: [] }, false],
		['a ticket whose own permissions allow it', open, tracker, true],
		['a ticket without known permissions', ticket, undefined, true],
		['a ticket if the forge says nothing of users', ticket, { ...tracker, user: null }, true],
		['the user’s own ticket if the forge says nothing of submitters', mine, ofUsers, true],
		['another user’s ticket if the forge says nothing of submitters', ticket, ofUsers, false],
	];
	for (const [what, given, permissions, isAllowed] of cases) {
		it(`${isAllowed ? 'include' : 'exclude'} changing the status of ${what}`, () => {
			assert.equal(
				isPermitted('triage', { ticket: given, permissions, access: null, me: '~bob', owner: '~ana' }),
				isAllowed,
			);
		});
	}

	for (const [what, given, action, access, isAllowed] of [
		['assigning by the right to triage', ticket, 'assign', ['browse', 'triage'], true],
		['assigning without the right to triage', ticket, 'assign', ['browse', 'edit'], false],
		['editing by the right to edit', ticket, 'edit', ['edit'], true],
		['editing without the right to edit', ticket, 'edit', ['triage'], false],
		['editing the user’s own ticket, which the forge decides', mine, 'edit', [], true],
		['editing if the forge does not say what the user may do', ticket, 'edit', null, true],
		['deleting by the right to edit', ticket, 'delete', ['edit'], true],
		['deleting the user’s own ticket without the right to edit', mine, 'delete', ['triage'], false],
		['deleting if the forge does not say what the user may do', mine, 'delete', null, true],
		['a change of the status without the right to triage', ticket, 'triage', ['browse', 'comment'], false],
		['a change of the status of the user’s own ticket, which the forge decides', mine, 'triage', [], true],
		['a comment without the right to comment', ticket, 'comment', ['browse'], false],
	] as const) {
		it(`${isAllowed ? 'include' : 'exclude'} ${what}`, () => {
			const known = access === null ? null : [...access];
			const input = { ticket: given, permissions: null, access: known, me: '~bob', owner: '~ana' };
			assert.equal(isPermitted(action, input), isAllowed);
		});
	}

	for (const [what, me, access, isAllowed] of [
		['nothing is known', '~bob', undefined, true],
		['the forge grants it', '~bob', ['browse', 'submit'], true],
		['the forge does not grant it', '~bob', ['browse', 'comment'], false],
		['the forge does not say what the user may do', '~bob', null, true],
		['the user owns the tracker', '~ana', [], true],
	] as const) {
		it(`${isAllowed ? 'include' : 'exclude'} submitting a ticket if ${what}`, () => {
			const known = access && [...access];
			assert.equal(maySubmit({ access: known, me, owner: '~ana' }), isAllowed);
		});
	}

	it('are unknown for users whom the tracker leaves out, as those of a ticket are', () => {
		const owner = { canonical_name: '~ana', name: 'ana' };
		const sent = { name: 'editor', owner, default_permissions: { user: ['comment'] } };
		const { default_permissions } = v.parse(Tracker, sent);
		assert.deepEqual(default_permissions, { anonymous: null, submitter: null, user: ['comment'] });
	});

	it('include everything for the owner of the tracker', () => {
		const permissions = { anonymous: [], submitter: [], user: [] };
		assert.ok(isPermitted('triage', { ticket, permissions, access: [], me: '~ana', owner: '~ana' }));
	});
});

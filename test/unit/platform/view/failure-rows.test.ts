import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import { failureRow, missingPermissionRow } from '../../../../src/platform/view/failure-rows.ts';
import { session } from '../../../kit/window/sessions.ts';

describe('The row of a failure', () => {
	const names: readonly (readonly [ForgeErrorKind, label: string])[] = [
		['signed-out', 'Signed out'],
		['forbidden', 'Not allowed'],
		['missing', 'Not found'],
		['refused', 'Refused'],
		['busy', 'Try again later'],
		['offline', 'No connection'],
		['timeout', 'Timed out'],
		['surprise', 'Error'],
	];
	for (const [kind, label] of names) {
		it(`is called ${label} if the error is of the kind ${kind}`, () => {
			assert.equal(failureRow(new ForgeError(kind, 'Some words.')).label, label);
		});
	}

	it('gives the message of the forge and tries again on a click', () => {
		assert.deepEqual(failureRow(new ForgeError('offline', 'No answer.'), session), {
			id: 'notice/failed/one',
			icon: 'warning',
			color: 'list.warningForeground',
			label: 'No connection',
			description: 'No answer.',
			tooltip: 'No answer. Click to try again.',
			command: { id: 'tildeforge.refresh', title: 'Try Again' },
		});
	});

	it('says what could not be loaded, unless the row above does', () => {
		const label = (error: Error) => failureRow(error, session, 'mailing lists').label;
		assert.equal(label(new ForgeError('missing', 'No.')), 'Mailing lists: not found');
		assert.equal(label(new TypeError('x')), 'Mailing lists: something went wrong in Tildeforge');
	});

	it('shows the log on a click if the failure is a bug, without the words of the bug', () => {
		assert.deepEqual(failureRow(new TypeError('x is undefined')), {
			id: 'notice/failed/',
			icon: 'error',
			color: 'list.errorForeground',
			label: 'Something went wrong in Tildeforge',
			description: 'show the log',
			tooltip: 'Something went wrong in Tildeforge',
			command: { id: 'tildeforge.showLog', title: 'Show Log' },
		});
	});

	it('offers to grant the missing permissions if it is known whose they are', () => {
		const error = new ForgeError('forbidden', 'No.', { scopes: ['tickets:write'] });
		assert.deepEqual(failureRow(error, session), missingPermissionRow(session, ['tickets:write']));
		assert.equal(failureRow(error).label, 'Not allowed');
	});
});

describe('The row of a missing permission', () => {
	it('names several permissions in the plural', () => {
		const scopes = ['tickets:write', 'lists:read'];
		const { label, tooltip, command } = missingPermissionRow(session, scopes);
		assert.equal(label, 'Missing permissions: tickets:write, lists:read');
		assert.deepEqual(command?.arguments, [{ instance: 'forge.test', scopes }]);
		assert.match(
			String(tooltip),
			/is missing the permissions tickets:write, lists:read\. Click to grant them\.$/,
		);
	});

	it('grants the permission on a click, at the forge of the account', () => {
		assert.deepEqual(missingPermissionRow(session, ['tickets:write']), {
			id: 'notice/missing/one/tickets:write',
			icon: 'lock',
			color: undefined,
			label: 'Missing permission: tickets:write',
			description: '~ana',
			tooltip: 'The token of ~ana at forge.test is missing the permission tickets:write. Click to grant it.',
			command: {
				id: 'tildeforge.grant',
				title: 'Grant Permissions',
				arguments: [{ instance: 'forge.test', scopes: ['tickets:write'] }],
			},
		});
	});
});

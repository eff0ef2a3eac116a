import assert from 'node:assert/strict';
import type { Row } from '../../../../src/platform/view/row.ts';
import { endedRow, problemRow, unconfiguredRow } from '../../../../src/platform/view/session-rows.ts';
import type { EndedSession } from '../../../../src/signin/sessions/session-registry.ts';
import { session } from '../../../kit/window/sessions.ts';

const ended = { id: 'one', instance: 'forge.test', account: '~ana' };

describe('The row of an account that has to sign in again', () => {
	const cases: readonly [
		what: string,
		ended: EndedSession,
		row: { readonly [Field in keyof Row]?: unknown },
		tooltip: RegExp,
	][] = [
		[
			'names the forge that no longer accepts the token, and signs in there',
			{ ...ended, ending: 'refused' },
			{
				id: 'notice/ended/one',
				label: 'Sign in again as ~ana',
				description: 'signed out of forge.test',
				icon: 'account',
				context: 'ended',
				command: { id: 'tildeforge.signIn', title: 'Sign In', arguments: [{ instance: 'forge.test' }] },
				about: { kind: 'ended', id: 'one' },
			},
			/^~ana at forge\.test was signed out\. forge\.test no longer accepts its token, .* Any drafts are kept\.$/,
		],
		[
			'says that the stored sign-in could not be read, if that is why',
			{ ...ended, ending: 'unreadable' },
			{ label: 'Sign in again as ~ana', context: 'ended', about: { kind: 'ended', id: 'one' } },
			/was signed out\. The stored sign-in could not be read\. Click/,
		],
		[
			'names no account if its file is damaged, and asks for the forge',
			{ id: 'two', ending: 'damaged' },
			{
				id: 'notice/ended/two',
				label: 'Sign in again',
				description: 'a sign-in could not be read',
				icon: 'account',
				context: 'ended',
				command: { id: 'tildeforge.signIn', title: 'Sign In' },
				about: { kind: 'ended', id: 'two' },
			},
			/damaged.*Any drafts are kept\.$/,
		],
		[
			'reloads the window if the account is signed in elsewhere, and cannot be signed out',
			{ ...ended, ending: 'elsewhere' },
			{
				id: 'notice/ended/one',
				label: 'Reload to see ~ana',
				description: 'signed in elsewhere',
				icon: 'info',
				context: undefined,
				command: { id: 'workbench.action.reloadWindow', title: 'Reload Window' },
				about: undefined,
			},
			/^You have signed in as ~ana at forge\.test in another window/,
		],
	];
	for (const [what, one, expected, tooltip] of cases) {
		it(what, () => {
			const row = endedRow(one);
			for (const [field, value] of Object.entries(expected))
				assert.deepEqual(Reflect.get(row, field), value, field);
			assert.ok(typeof row.tooltip === 'string');
			assert.match(row.tooltip, tooltip);
		});
	}
});

const openSettings = {
	id: 'workbench.action.openSettings',
	title: 'Open Settings',
	arguments: ['tildeforge.instances'],
};

describe('The row of an account whose forge is not in the settings', () => {
	it('opens the settings, and lets the user sign out', () => {
		const { tooltip, ...row } = unconfiguredRow(session);
		assert.deepEqual(row, {
			id: 'notice/unconfigured/one',
			icon: 'warning',
			color: 'list.warningForeground',
			label: 'forge.test is no longer in the settings',
			description: '~ana',
			context: 'unconfigured',
			command: openSettings,
			about: { kind: 'account', id: 'one' },
		});
		assert.match(String(tooltip), /^~ana is signed in there/);
	});
});

describe('The row of a mistake in the settings', () => {
	it('gives the mistake, opens the settings, and differs from the rows of others', () => {
		assert.deepEqual(problemRow('Forge 2 has no name.', 1), {
			id: 'notice/problem/1',
			icon: 'warning',
			color: 'list.warningForeground',
			label: 'Invalid setting',
			description: 'Forge 2 has no name.',
			tooltip: 'Forge 2 has no name. Click to open the settings.',
			command: openSettings,
		});
	});
});

import type { Ended } from '../signin/ledger.ts';
import { notice, type Row } from './row.ts';

/** An account that has to sign in again. */
export function endedRow({ id, instance, account, ending }: Ended): Row {
	const who = `${account} at ${instance}`;
	if (ending === 'elsewhere') {
		return notice(`ended/${id}`, 'info', `${who} signed in in another window`, {
			description: 'reload to see it here',
			tooltip:
				'This editor shows a sign-in of another window only after a reload. Click to reload this window.',
			command: { id: 'workbench.action.reloadWindow', title: 'Reload Window' },
		});
	}
	const why =
		ending === 'refused'
			? `${instance} no longer accepts its token, which has expired or was revoked.`
			: 'What was kept of it could not be read and was removed.';
	return notice(`ended/${id}`, 'account', `${who} is signed out`, {
		description: 'sign in again',
		tooltip: `${who} was signed out. ${why} Click to sign in again; nothing that you wrote is lost.`,
		context: 'ended',
		command: { id: 'tildeforge.signIn', title: 'Sign In', arguments: [{ instance }] },
	});
}

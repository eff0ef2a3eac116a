import type { Session } from '../../signin/session.ts';
import type { Ended } from '../../signin/session-registry.ts';
import { notice, type Row } from './row.ts';

/** A row for an account that has to sign in again. */
export function endedRow(ended: Ended): Row {
	const { id, ending } = ended;
	const about = { ended: id };
	if (ending === 'damaged') {
		return notice(`ended/${id}`, 'account', 'Sign in again', {
			description: 'a sign-in could not be read',
			tooltip:
				'The file that keeps one of your sign-ins is damaged. Click to sign in again; nothing that you wrote is lost.',
			context: 'ended',
			command: { id: 'tildeforge.signIn', title: 'Sign In' },
			about,
		});
	}
	const { instance, account } = ended;
	const who = `${account} at ${instance}`;
	if (ending === 'elsewhere') {
		return notice(`ended/${id}`, 'info', `Reload to see ${account}`, {
			description: 'signed in elsewhere',
			tooltip: `${who} is signed in in another window, or on another computer that uses this remote machine. If it is a window of this editor, this window shows the account after a reload: click to reload it.`,
			command: { id: 'workbench.action.reloadWindow', title: 'Reload Window' },
		});
	}
	const why =
		ending === 'refused'
			? `${instance} no longer accepts its token, which has expired or was revoked.`
			: 'What was kept of it could not be read.';
	return notice(`ended/${id}`, 'account', `Sign in again as ${account}`, {
		description: `signed out of ${instance}`,
		tooltip: `${who} was signed out. ${why} Click to sign in again; nothing that you wrote is lost.`,
		context: 'ended',
		command: { id: 'tildeforge.signIn', title: 'Sign In', arguments: [{ instance }] },
		about,
	});
}

/** A row for an account whose forge was removed from the settings. */
export function lostRow({ id, instance, account }: Session): Row {
	return notice(`lost/${id}`, 'warning', `${instance} is not in the settings any more`, {
		description: account,
		tooltip: `${account} is signed in there, and Tildeforge no longer knows its addresses. Click to look at the settings, or sign out.`,
		context: 'lost',
		command: settings,
		about: { account: id },
	});
}

/** A row for a mistake in the forge settings. */
export const problemRow = (problem: string, nth: number): Row =>
	notice(`problem/${nth}`, 'warning', 'A mistake in the settings', {
		description: problem,
		tooltip: `${problem} Click to look at the settings.`,
		command: settings,
	});

const settings = {
	id: 'workbench.action.openSettings',
	title: 'Open Settings',
	arguments: ['tildeforge.instances'],
};

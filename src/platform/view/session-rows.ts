import type { Session } from '../../signin/sessions/session.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { whyEnded } from '../state/session-ending.ts';
import { noticeRow, type Row } from './row.ts';

/** A row for an account that has to sign in again. */
export function endedRow(ended: EndedSession): Row {
	const { id, ending } = ended;
	const about = { kind: 'ended', id };
	if (ending === 'damaged') {
		return noticeRow(`ended/${id}`, 'account', 'Sign in again', {
			description: 'a sign-in could not be read',
			tooltip: 'The file of one of your sign-ins is damaged. Click to sign in again. Any drafts are kept.',
			context: 'ended',
			command: { id: 'tildeforge.signIn', title: 'Sign In' },
			about,
		});
	}
	const { instance, account } = ended;
	const who = `${account} at ${instance}`;
	if (ending === 'elsewhere') {
		return noticeRow(`ended/${id}`, 'info', `Reload to see ${account}`, {
			description: 'signed in elsewhere',
			tooltip: `You have signed in as ${who} in another window, or on another computer that uses this remote machine. If the other window belongs to this VS Code, click to reload this one and show the account.`,
			command: { id: 'workbench.action.reloadWindow', title: 'Reload Window' },
		});
	}
	return noticeRow(`ended/${id}`, 'account', `Sign in again as ${account}`, {
		description: `signed out of ${instance}`,
		tooltip: `${who} was signed out. ${whyEnded(ended)} Click to sign in again. Any drafts are kept.`,
		context: 'ended',
		command: { id: 'tildeforge.signIn', title: 'Sign In', arguments: [{ instance }] },
		about,
	});
}

/** A row for an account whose forge was removed from the settings. */
export function unconfiguredRow({ id, instance, account }: Session): Row {
	return noticeRow(`unconfigured/${id}`, 'warning', `${instance} is no longer in the settings`, {
		description: account,
		tooltip: `${account} is signed in there, but Tildeforge no longer knows its addresses. Click to open the settings, or sign out.`,
		context: 'unconfigured',
		command: settings,
		about: { kind: 'account', id },
	});
}

/** A row for a mistake in the forge settings. */
export const problemRow = (problem: string, index: number): Row =>
	noticeRow(`problem/${index}`, 'warning', 'Invalid setting', {
		description: problem,
		tooltip: `${problem} Click to open the settings.`,
		command: settings,
	});

const settings = {
	id: 'workbench.action.openSettings',
	title: 'Open Settings',
	arguments: ['tildeforge.instances'],
};

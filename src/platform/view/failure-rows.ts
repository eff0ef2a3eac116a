import { ForgeError, type ForgeErrorKind } from '../../forge/contract/errors.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { capitalize } from '../model/words.ts';
import { noticeRow, type Row } from './row.ts';

/** A row for a permission that the token lacks, with a command to grant it. */
export function missingPermissionRow({ id, instance, account }: Session, scopes: readonly string[]): Row {
	const permissions = scopes.join(', ');
	const isOne = scopes.length === 1;
	const label = isOne ? 'Missing permission' : 'Missing permissions';
	return noticeRow(`missing/${id}/${permissions}`, 'lock', `${label}: ${permissions}`, {
		description: account,
		tooltip: `The token of ${account} at ${instance} is missing the ${isOne ? 'permission' : 'permissions'} ${permissions}. Click to grant ${isOne ? 'it' : 'them'}.`,
		command: { id: 'tildeforge.grant', title: 'Grant Permissions', arguments: [{ instance, scopes }] },
	});
}

/**
 * A row for a failure, in place of the rows that could not be loaded, with a command that may help. `subject`: what they are, unless the row
 * above says that.
 */
export function failureRow(error: unknown, session?: Session, subject = ''): Row {
	if (error instanceof ForgeError && error.scopes.length > 0 && session)
		return missingPermissionRow(session, error.scopes);
	const id = `failed/${session?.id ?? ''}`;
	const about = subject === '' ? '' : `${capitalize(subject)}: `;
	const named = (label: string) =>
		about === '' ? label : `${about}${label.charAt(0).toLowerCase()}${label.slice(1)}`;
	if (!(error instanceof ForgeError)) {
		return noticeRow(id, 'error', named('Something went wrong in Tildeforge'), {
			description: 'show the log',
			command: { id: 'tildeforge.showLog', title: 'Show Log' },
		});
	}
	return noticeRow(id, 'warning', named(shortNames[error.kind]), {
		description: error.message,
		tooltip: `${about}${error.message} Click to try again.`,
		command: { id: 'tildeforge.refresh', title: 'Try Again' },
	});
}

/** Whether two failures have the same reason, so that one row can say it for both. */
export const isSameFailure = (one: unknown, other: unknown): boolean =>
	one instanceof ForgeError &&
	other instanceof ForgeError &&
	one.kind === other.kind &&
	one.message === other.message &&
	one.scopes.join() === other.scopes.join();

/** Short names of failures, because views are narrow. */
export const shortNames: Readonly<Record<ForgeErrorKind, string>> = {
	'signed-out': 'Signed out',
	forbidden: 'Not allowed',
	missing: 'Not found',
	refused: 'Refused',
	busy: 'Try again later',
	offline: 'No connection',
	timeout: 'Timed out',
	surprise: 'Error',
};

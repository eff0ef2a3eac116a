import { ForgeError } from '../forge/errors.ts';
import type { Session } from '../signin/session.ts';
import { notice, type Row } from './row.ts';

/** A right that the token lacks, and the way to get it. */
export function missingRow({ id, instance, account }: Session, scopes: readonly string[]): Row {
	const rights = scopes.join(', ');
	return notice(`missing/${id}/${rights}`, 'lock', `${account} may not see this yet`, {
		description: `needs ${rights}`,
		tooltip: `The token of ${account} at ${instance} lacks the right ${rights}. Click to grant it.`,
		command: { id: 'tildeforge.grant', title: 'Grant', arguments: [{ instance, scopes }] },
	});
}

/** A failure in the place of the rows that did not come, with what can be done. */
export function failureRow(error: unknown, session?: Session): Row {
	if (error instanceof ForgeError && error.scopes.length > 0 && session)
		return missingRow(session, error.scopes);
	const words =
		error instanceof ForgeError
			? error.message
			: 'This could not be shown, because of a mistake in Tildeforge.';
	const again = { id: 'tildeforge.refresh', title: 'Try Again' };
	const log = { id: 'tildeforge.showLog', title: 'Show Log' };
	return notice(`failed/${session?.id ?? ''}`, 'warning', words, {
		description: error instanceof ForgeError ? 'try again' : 'show the log',
		command: error instanceof ForgeError ? again : log,
	});
}

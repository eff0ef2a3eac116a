import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { failureRow, isSameFailure } from '../view/failure-rows.ts';
import { noticeRow, type Row } from '../view/row.ts';
import type { ItemKey, ItemKind } from './item-kind.ts';
import type { RefreshableList } from './view-items.ts';

/** What an account without items can do. */
export function noItemsRows<Opened extends Account, Key extends ItemKey>(
	{ nouns, titleNoun, commands }: ItemKind<Opened, Key>,
	account: string,
): readonly Row[] {
	const [pin, create] = [`Pin ${titleNoun}…`, `New ${titleNoun}…`];
	return [
		noticeRow(`none/${account}`, 'info', `No ${nouns} yet`),
		noticeRow(`none/${account}/pin`, 'pin', pin, { command: { id: commands.pin, title: pin } }),
		noticeRow(`none/${account}/new`, 'add', create, { command: { id: commands.create, title: create } }),
	];
}

/** A row for pins that could not be read. */
export const unreadablePinsRow = (account: string, nouns: string): Row =>
	noticeRow(`unreadable/pins/${account}`, 'warning', `Pinned ${nouns} could not be read`, {
		description: 'pin them again',
		tooltip: `The file with your pinned ${nouns} could not be read. It was kept. Click to show the log, which names the file. This row disappears when you pin one of the ${nouns} again or delete the file.`,
		command: { id: 'tildeforge.showLog', title: 'Show Log' },
	});

/** A row for each reason why lists of an account, such as that of its `nouns`, could not be read. Has none for connection failures, which the view's message names. */
export function listFailureRows(
	lists: readonly RefreshableList[],
	session: Session,
	nouns: string,
): readonly Row[] {
	const errors = lists.flatMap(({ lastError }) => (lastError && !isTransient(lastError) ? [lastError] : []));
	return errors
		.filter((error, at) => errors.findIndex((other) => isSameFailure(error, other)) === at)
		.map((error, at) => ({
			...failureRow(error, session, nouns),
			...(at > 0 && { id: `notice/failed/${session.id}/${at}` }),
		}));
}

/** The row for a failure to read an item, unless the view's message or the row for the account's own list names it. */
export const itemFailureRows = (
	error: ForgeError | undefined,
	listError: ForgeError | undefined,
	session: Session,
	itemRowId: string,
): readonly Row[] =>
	error && !isTransient(error) && !isSameFailure(error, listError)
		? [{ ...failureRow(error, session), id: `notice/failed/${itemRowId}` }]
		: [];

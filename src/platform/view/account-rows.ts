import { covers } from '../../forge/contract/covers.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import { joinWords } from '../model/words.ts';
import { failureRow, missingPermissionRow } from './failure-rows.ts';
import { noticeRow, type Row } from './row.ts';

/** What a view shows for each account: the service, the scopes that it needs, and the rows. */
export interface AreaView {
	readonly area: Area;
	/** The plural noun for its items, as in "has no repositories". */
	readonly itemsName: string;
	readonly scopes: readonly string[];
	readonly rows: (account: Account) => Promise<readonly Row[]>;
	/** Receives a failure to load the rows. Returns whether the view shows it somewhere else than in a row. */
	readonly showFailure?: (account: Account, error: unknown) => boolean;
}

/** The root rows of a view. With one account, its items are at the top level; with several, they are below each account. Problems come last. */
export async function areaRows(
	view: AreaView,
	accounts: readonly Account[],
	problems: readonly Row[],
): Promise<readonly Row[]> {
	const withService = accounts.filter(({ instance }) => instance[view.area] !== undefined);
	const [only] = withService;
	if (only && withService.length === 1 && accounts.length === 1)
		return [...(await rowsOf(view, only)), ...problems];
	if (accounts.length > 0 && withService.length === 0) {
		const names = [...new Set(accounts.map(({ instance }) => instance.name))];
		const label = `${joinWords(names)} ${names.length === 1 ? 'has' : 'have'} no ${view.itemsName}`;
		return [noticeRow('absent', 'circle-slash', label), ...problems];
	}
	return [
		...withService.map((account) => ({
			id: account.session.id,
			label: account.session.account,
			description: account.instance.name,
			tooltip: accountLabel(account.session),
			icon: 'account',
			context: 'account',
			isOpen: true,
			children: () => rowsOf(view, account),
		})),
		...problems,
	];
}

/** The scopes that a view needs and the account does not have. */
export function missingScopes(
	view: Pick<AreaView, 'scopes'>,
	{ session: { scopes } }: Pick<Account, 'session'>,
): readonly string[] {
	return scopes === null ? [] : view.scopes.filter((scope) => !covers(scopes, scope));
}

async function rowsOf(view: AreaView, account: Account): Promise<readonly Row[]> {
	const { session } = account;
	const missing = missingScopes(view, account);
	if (missing.length > 0) return [missingPermissionRow(session, missing)];
	try {
		return await view.rows(account);
	} catch (error) {
		return view.showFailure?.(account, error) ? [] : [failureRow(error, session)];
	}
}

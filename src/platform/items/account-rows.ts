import { covers } from '../../forge/contract/covers.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import { joinWords } from '../model/words.ts';
import { failureRow, missingPermissionRow } from '../view/failure-rows.ts';
import { noticeRow, type Row } from '../view/row.ts';
import type { ItemArea } from './item-kind.ts';

/** The root rows of a view. With one account, its items are at the top level; with several, they are below each account. Problems come last. */
export async function areaRows(
	kind: ItemArea,
	accounts: readonly Account[],
	problems: readonly Row[],
	rowsOf: (account: Account) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
	const children = (account: Account) => rowsOrFailure(kind, account, rowsOf);
	const withArea = accounts.filter(({ instance }) => instance[kind.area] !== undefined);
	const [first] = withArea;
	if (first && accounts.length === 1) return [...(await children(first)), ...problems];
	if (accounts.length > 0 && !first) {
		const names = [...new Set(accounts.map(({ instance }) => instance.name))];
		const label = `${joinWords(names)} ${names.length === 1 ? 'has' : 'have'} no ${kind.nouns}`;
		return [noticeRow('absent', 'circle-slash', label), ...problems];
	}
	return [
		...withArea.map((account) => ({
			id: account.session.id,
			label: account.session.account,
			description: account.instance.name,
			tooltip: accountLabel(account.session),
			icon: 'account',
			context: 'account',
			isOpen: true,
			children: () => children(account),
		})),
		...problems,
	];
}

/** The needed scopes that the account does not have. */
export function missingScopes(needed: readonly string[], { session }: Account): readonly string[] {
	const { scopes } = session;
	return scopes === null ? [] : needed.filter((scope) => !covers(scopes, scope));
}

async function rowsOrFailure(
	{ scopes, nouns }: ItemArea,
	account: Account,
	rowsOf: (account: Account) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
	const missing = missingScopes(scopes, account);
	if (missing.length > 0) return [missingPermissionRow(account.session, missing)];
	try {
		return await rowsOf(account);
	} catch (error) {
		return [failureRow(error, account.session, nouns)];
	}
}

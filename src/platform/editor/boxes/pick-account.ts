import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { escapeIcons } from '../escape.ts';
import { offerSignIn } from './require-account.ts';

/** Asks which account a command is for, if there are several. Without an account, offers to sign in. */
export async function pickAccount<One extends Account>(
	accounts: readonly One[],
	title: string,
): Promise<One | undefined> {
	if (accounts.length === 0) {
		background(offerSignIn());
		return undefined;
	}
	if (accounts.length === 1) return accounts[0];
	const items = accounts.map((account) => ({
		label: escapeIcons(account.session.account),
		description: escapeIcons(account.instance.name),
		account,
	}));
	return (await vscode.window.showQuickPick(items, { title }))?.account;
}

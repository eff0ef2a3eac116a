import * as vscode from 'vscode';
import type { Forges } from '../host/forges.ts';
import { accountLabel, type Session } from '../signin/session.ts';

/** Asks who is to be signed out where there are several, says what goes with it, and does it. */
export async function signOut(forges: Forges): Promise<void> {
	const session = await chooseAccount(forges, 'Who is to be signed out?');
	if (!session) return;
	const confirmed = 'Sign Out';
	const answer = await vscode.window.showWarningMessage(
		`Sign out ${accountLabel(session)}?`,
		{
			modal: true,
			detail:
				'What this machine remembers of its tickets, patches and files is removed, and so are the webhooks that ' +
				'Tildeforge made with this sign-in. What you have written and not sent stays.',
		},
		confirmed,
	);
	if (answer === confirmed) await forges.signOut(session);
}

/** The only account, or the one that is chosen. Undefined when there is none, which is said, or nobody chose. */
export async function chooseAccount(
	{ ledger }: Pick<Forges, 'ledger'>,
	placeHolder: string,
): Promise<Session | undefined> {
	const { sessions } = ledger;
	if (sessions.length === 0) {
		await vscode.window.showInformationMessage('Nobody is signed in.');
		return undefined;
	}
	if (sessions.length === 1) return sessions[0];
	const items = sessions.map((session) => ({
		label: session.account,
		description: session.instance,
		session,
	}));
	return (await vscode.window.showQuickPick(items, { placeHolder }))?.session;
}

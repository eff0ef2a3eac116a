import * as vscode from 'vscode';

const starts: readonly (vscode.QuickPickItem & { readonly command: string })[] = [
	{
		label: '$(beaker) Try a Sample Forge',
		detail: 'Runs on this machine with sample data. No account needed.',
		command: 'tildeforge.trySample',
	},
	{ label: '$(account) Sign In…', detail: 'To a forge that you use.', command: 'tildeforge.signIn' },
];

/** Asks how to begin if there is no account for a command. Resolves with whether there is one then, so that the command can go on. */
export async function requireAccount(hasAccount: () => boolean): Promise<boolean> {
	if (hasAccount()) return true;
	await offerSignIn();
	return hasAccount();
}

/** Asks how to begin. Unlike a notification, the box never stays after sign-in. */
export async function offerSignIn(): Promise<void> {
	const options = { title: "You're Not Signed In", placeHolder: 'How do you want to begin?' };
	const chosen = await vscode.window.showQuickPick(starts, options);
	if (chosen) await vscode.commands.executeCommand(chosen.command);
}

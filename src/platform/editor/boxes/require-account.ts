import * as vscode from 'vscode';

const starts: readonly (vscode.QuickPickItem & { readonly command: string })[] = [
	{
		label: '$(beaker) Try a Sample Forge',
		detail: 'Runs on this machine with sample data. No account needed.',
		command: 'tildeforge.trySample',
	},
	{ label: '$(account) Sign In…', detail: 'Use your account on a forge.', command: 'tildeforge.signIn' },
];

/** If there is no account, asks how to get one. Resolves with whether there is one afterward. */
export async function requireAccount(hasAccount: () => boolean): Promise<boolean> {
	if (hasAccount()) return true;
	await offerSignIn();
	return hasAccount();
}

/** Asks how to get started. Unlike a notification, the box never stays after sign-in. */
export async function offerSignIn(): Promise<void> {
	const options = { title: 'Sign in to continue', placeHolder: 'How do you want to get started?' };
	const chosen = await vscode.window.showQuickPick(starts, options);
	if (chosen) await vscode.commands.executeCommand(chosen.command);
}

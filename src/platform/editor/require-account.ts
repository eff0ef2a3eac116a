import * as vscode from 'vscode';
import { showInformation } from './messages.ts';

/** Asks the user to sign in before a command that needs an account. */
export async function offerSignIn(): Promise<void> {
	const signIn = 'Sign In';
	if ((await showInformation('Sign in to a forge first.', signIn)) === signIn) {
		await vscode.commands.executeCommand('tildeforge.signIn');
	}
}

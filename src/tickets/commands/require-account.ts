import * as vscode from 'vscode';
import { inform } from '../../platform/editor/messages.ts';

/** Says that nobody is signed in, for what needs somebody, and offers to sign in. */
export async function offerSignIn(): Promise<void> {
	const signIn = 'Sign In';
	if ((await inform('Sign in to a forge first.', signIn)) === signIn) {
		await vscode.commands.executeCommand('tildeforge.signIn');
	}
}

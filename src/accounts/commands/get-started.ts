import * as vscode from 'vscode';
import type { Session } from '../../signin/session.ts';

/**
 * Opens the walkthrough. It is hidden before: VS Code opens a walkthrough by itself when its extension is installed, unless
 * its condition is false.
 */
export async function openWalkthrough(): Promise<void> {
	await vscode.commands.executeCommand('setContext', 'tildeforge.getStartedOpened', true);
	await vscode.commands.executeCommand(
		'workbench.action.openWalkthrough',
		'tildeforge.tildeforge#getStarted',
		false,
	);
}

/** Starts the sample forge and shows its tickets. */
export async function trySample(signIn: () => Promise<Session>): Promise<void> {
	await signIn();
	await vscode.commands.executeCommand('tildeforge.tickets.focus');
}

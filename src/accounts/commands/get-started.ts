import * as vscode from 'vscode';
import type { Session } from '../../signin/sessions/session.ts';

/**
 * Opens the walkthrough. VS Code opens one by itself when its extension is installed. The context key prevents that: it is false
 * until the user asks for the walkthrough.
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

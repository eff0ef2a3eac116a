import * as vscode from 'vscode';
import type { Log } from '../base/log.ts';

/**
 * Runs what a person asked for by the command `id`. A failure is told once, in words, with the way to the details; the
 * log has the stack. Never rejects: the editor would add a second message of its own.
 */
export async function attempt(id: string, act: () => unknown, log: Log): Promise<void> {
	try {
		await act();
	} catch (error) {
		log.error(`${id} failed`, error);
		// The command has ended. Whether anybody reads the message, and when, is another matter.
		void tell().catch((failure: unknown) => log.error('A message could not be shown', failure));
	}
}

async function tell(): Promise<void> {
	const showLog = 'Show Log';
	const choice = await vscode.window.showErrorMessage(
		'That did not work, because of a mistake in Tildeforge. The log has the details.',
		showLog,
	);
	if (choice === showLog) await vscode.commands.executeCommand('tildeforge.showLog');
}

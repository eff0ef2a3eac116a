import * as vscode from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError, needsSignIn, unexpectedError } from '../../forge/contract/errors.ts';

/**
 * Runs the handler of the command `id`. Reports a failure in one message; its *Show Log* button opens the log, which has the
 * stack of a bug. Never rejects: VS Code would show a second message.
 */
export async function attempt(id: string, act: () => unknown, log: Log): Promise<void> {
	try {
		await act();
	} catch (error) {
		if (isAbort(error) || error instanceof vscode.CancellationError) return;
		// An error from the forge is not a bug, and its stack is of no use.
		if (error instanceof ForgeError) log.warn(`${id}: ${error.message}`);
		else log.error(`${id} failed`, error);
		// The command has ended: do not wait until the user closes the message.
		background(
			showFailure(error).catch((failure: unknown) => log.error('A message could not be shown', failure)),
		);
	}
}

async function showFailure(error: unknown): Promise<void> {
	const { diskMessage } = await import('../model/disk-message.ts');
	const { grantLabel, showError } = await import('./messages.ts');
	const message = error instanceof ForgeError ? error.message : (diskMessage(error) ?? unexpectedError);
	const actions = new Map<string, () => unknown>();
	if (error instanceof ForgeError && needsSignIn(error)) {
		const { instance, scopes } = error;
		actions.set(grantLabel(error), () =>
			vscode.commands.executeCommand('tildeforge.grant', { instance, scopes }),
		);
	}
	actions.set('Show Log', () => vscode.commands.executeCommand('tildeforge.showLog'));
	const choice = await showError(message, ...actions.keys());
	await actions.get(choice ?? '')?.();
}

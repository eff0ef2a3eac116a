import * as vscode from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Log } from '../../base/log/log.ts';
import {
	ForgeError,
	type ForgeErrorKind,
	needsSignIn,
	unexpectedError,
} from '../../forge/contract/errors.ts';

/**
 * The kinds whose message says all that is known: what the user wants is not possible, and why. Any other failure is one of Tildeforge, the
 * computer, the network or the forge. The log has its details, so only then is there a *Show Log* button.
 */
const explained: ReadonlySet<ForgeErrorKind> = new Set(['refused', 'missing', 'forbidden', 'signed-out']);

function hasDetails(error: unknown): boolean {
	if (!(error instanceof ForgeError) || !explained.has(error.kind)) return true;
	// Node and VS Code give errors of the disk, ports and programs a `code`.
	return error.cause instanceof Error && 'code' in error.cause;
}

/**
 * Runs the handler of the command `id`. Returns true if the handler does, otherwise false: other extensions can run the command, and a result
 * such as that of a sign-in is not for them. Reports a failure in one message. Never rejects: VS Code would show a second message.
 */
export async function attempt(id: string, act: () => unknown, log: Log): Promise<boolean> {
	try {
		return (await act()) === true;
	} catch (error) {
		if (isAbort(error) || error instanceof vscode.CancellationError) return false;
		if (!(error instanceof ForgeError)) log.error(`${id} failed`, error);
		else if (hasDetails(error)) log.warn(`${id} failed`, error);
		else log.warn(`${id}: ${error.message}`);
		// The command has ended: do not wait until the user closes the message.
		background(
			showFailure(error).catch((failure: unknown) => log.error('A message could not be shown', failure)),
		);
		return false;
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
	if (hasDetails(error)) actions.set('Show Log', () => vscode.commands.executeCommand('tildeforge.showLog'));
	const choice = await showError(message, ...actions.keys());
	await actions.get(choice ?? '')?.();
}

import * as vscode from 'vscode';

const maxSeconds = 60;

/** How long a mail or a direct change can be undone before it is sent. */
export function undoDelayMs(): number {
	const seconds = vscode.workspace.getConfiguration().get<unknown>('tildeforge.undoSeconds');
	return 1000 * Math.min(maxSeconds, Math.max(0, typeof seconds === 'number' ? seconds : 5));
}

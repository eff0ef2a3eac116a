import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { showProgress } from '../editor/messages.ts';
import type { ShownProgress } from './bulk-progress.ts';

/** Shows progress in a notification with a button to cancel the rest. */
export function notifyProgress(title: string, cancel: () => Promise<unknown>): ShownProgress {
	const ended = Promise.withResolvers<void>();
	let report: (done: number, total: number) => void = () => {};
	background(
		showProgress(
			{ title, location: vscode.ProgressLocation.Notification, cancellable: true },
			async (progress, token) => {
				let shown = 0;
				report = (done, total) => {
					const increment = (100 * done) / total - shown;
					shown += increment;
					progress.report({ message: `${done} of ${total}`, increment });
				};
				token.onCancellationRequested(() => background(cancel()));
				await ended.promise;
			},
		),
	);
	return { report: (done, total) => report(done, total), dispose: () => ended.resolve() };
}

import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { showProgress } from './messages.ts';

/** Work that ends within this time shows no progress. */
const quietMs = 500;
/** VS Code shows a notification of progress for at least this time, even if the work ends earlier. */
const shownMs = 800;

/**
 * Runs work after which the command asks the user something. If the work takes long, a notification shows its progress and a button to cancel.
 * Resolves when the notification is gone: beside the question, it would look as if the work went on.
 */
export async function showProgressBeforeQuestion<Result>(
	title: string,
	work: (signal: AbortSignal, report: (message: string) => void) => Promise<Result>,
): Promise<Result> {
	const lifetime = new Lifetime();
	const wait = (ms: number) => new Promise<'late'>((resolve) => lifetime.timeout(() => resolve('late'), ms));
	const stop = new AbortController();
	let latest: string | undefined;
	let show: (message: string) => void = () => {};
	try {
		const working = work(stop.signal, (message) => {
			latest = message;
			show(message);
		});
		const ended = working.then(
			() => 'ended' as const,
			() => 'ended' as const,
		);
		if ((await Promise.race([ended, wait(quietMs)])) === 'ended') return await working;
		const minimum = wait(shownMs);
		const location = vscode.ProgressLocation.Notification;
		await showProgress({ title, location, cancellable: true }, async (progress, token) => {
			show = (message) => progress.report({ message });
			if (latest !== undefined) show(latest);
			token.onCancellationRequested(() => stop.abort());
			await ended;
		});
		await minimum;
		return await working;
	} finally {
		// After a failure, other requests may still be running.
		stop.abort();
		lifetime.dispose();
	}
}

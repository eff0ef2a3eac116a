import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { showProgress } from './messages.ts';

/** Runs work while the status bar shows its title. The lifetime ends with the work. */
export async function runWithProgress<Result>(
	title: string,
	work: (signal: AbortSignal, lifetime: Lifetime) => Promise<Result>,
): Promise<Result> {
	using lifetime = new Lifetime();
	const location = vscode.ProgressLocation.Window;
	return await showProgress({ location, title }, () => work(lifetime.signal, lifetime));
}

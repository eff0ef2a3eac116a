import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';

/**
 * Shows a box that says what is being done while `work` runs, so that the keys of the user go nowhere else until they see the result. The
 * work goes on if the user leaves the box, and `left` aborts.
 */
export async function workInBox<Result>(
	title: string,
	text: string,
	work: (left: AbortSignal) => Promise<Result>,
): Promise<Result> {
	using lifetime = new Lifetime();
	const box = lifetime.add(vscode.window.createQuickPick());
	lifetime.add(box.onDidHide(() => lifetime.dispose()));
	Object.assign(box, { title, placeholder: text, busy: true, enabled: false, ignoreFocusOut: true });
	box.show();
	return await work(lifetime.signal);
}

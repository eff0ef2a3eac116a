import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';

/** What a step of a dialogue ends with besides an answer: the step before is wanted, or nothing any more. */
export type Left = 'back' | 'left';

type Input = vscode.QuickInput & { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> };

/**
 * Shows an input until `run` says its answer, or somebody goes back or leaves. The input, and all that is given to the
 * lifetime, end with it.
 */
export async function step<T>(
	input: Input,
	run: (lifetime: Lifetime, end: (answer: T) => void, fail: (error: unknown) => void) => void,
): Promise<T | Left> {
	const lifetime = new Lifetime();
	lifetime.add(input);
	try {
		return await new Promise<T | Left>((resolve, reject) => {
			lifetime.add(input.onDidHide(() => resolve('left')));
			lifetime.add(
				input.onDidTriggerButton((button) => {
					if (button === vscode.QuickInputButtons.Back) resolve('back');
				}),
			);
			run(lifetime, resolve, reject);
			input.show();
		});
	} finally {
		lifetime.dispose();
	}
}

export const separator = (label: string): vscode.QuickPickItem => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
});

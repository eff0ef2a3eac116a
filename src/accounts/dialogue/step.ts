import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';

/** How a step of a dialogue ends without an answer: the user goes back to the previous step, or leaves the dialogue. */
export type StepExit = 'back' | 'left';

type Input = vscode.QuickInput & { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> };

/**
 * Shows an input until `run` reports an answer, or the user goes back or leaves. Then disposes the input and everything in the lifetime.
 */
export async function runStep<T>(
	input: Input,
	run: (lifetime: Lifetime, end: (answer: T) => void, fail: (error: unknown) => void) => void,
): Promise<T | StepExit> {
	const lifetime = new Lifetime();
	lifetime.add(input);
	try {
		return await new Promise<T | StepExit>((resolve, reject) => {
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

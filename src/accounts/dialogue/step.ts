import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import type { Dialogue } from './dialogue.ts';

/**
 * How a step of a dialogue ends without an answer. *Back* goes to the previous step. Escape, or another box in this one's place, leaves
 * the whole dialogue, in every step (docs/decisions/leaving-the-sign-in.md).
 */
export type StepExit = 'back' | 'left';

type Input = vscode.QuickInput & { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> };

/**
 * Shows an input until `run` reports an answer, or the user goes back or leaves. Then disposes the input and everything in the lifetime.
 */
export async function runStep<T>(
	dialogue: Dialogue,
	input: Input,
	run: (lifetime: Lifetime, end: (answer: T) => void, fail: (error: unknown) => void) => void,
): Promise<T | StepExit> {
	const lifetime = new Lifetime();
	lifetime.add(input);
	if (dialogue.isCancelled) {
		lifetime.dispose();
		return 'left';
	}
	lifetime.add(showTitle(dialogue, input));
	// Views that are redrawn meanwhile, such as after a change of the settings, may take the focus for a moment.
	input.ignoreFocusOut = true;
	try {
		return await new Promise<T | StepExit>((resolve, reject) => {
			const leave = () => resolve('left');
			lifetime.add(dialogue.onCancel(leave));
			const hiding = lifetime.add(onDidLeave(input, leave));
			lifetime.add(dialogue.didOpenBox(hiding.showAgain));
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

/** Calls `leave` when an input is hidden, except by `showAgain`, which moves the focus to it. VS Code has no other way to do that. */
export function onDidLeave(
	input: vscode.QuickInput,
	leave: () => void,
): Disposable & { readonly showAgain: () => void } {
	let ignored = 0;
	const listener = input.onDidHide(() => {
		if (ignored > 0) ignored -= 1;
		else leave();
	});
	return {
		dispose: () => listener.dispose(),
		showAgain: () => {
			ignored += 1;
			input.hide();
			input.show();
		},
	};
}

/** Shows the title of an input, which may contain the name of a forge, and the notice of the dialogue after it. */
export function showTitle(dialogue: Dialogue, input: vscode.QuickInput): Disposable {
	const title = visible(input.title ?? '');
	const draw = () => {
		input.title = dialogue.notice === '' ? title : `${title} · ${dialogue.notice}`;
	};
	draw();
	return dialogue.onDidChangeNotice(draw);
}

export const separator = (label: string): vscode.QuickPickItem => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
});

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

interface Redraw {
	/** Whether the active item stays active, as it should unless the user is typing. */
	readonly keepsActive?: boolean;
}

/**
 * Lets a list be redrawn whenever something may have changed. Equal items are not set again, as a click on a row that is replaced between
 * its two halves is lost; and the active item, which Enter chooses, stays active as long as there is one with the same meaning.
 */
export function redrawing<Item extends vscode.QuickPickItem>(
	input: vscode.QuickPick<Item>,
	meaningOf: (item: Item | undefined) => string | undefined,
): (items: readonly Item[], options?: Redraw) => void {
	let drawn = '';
	return (items, { keepsActive = true } = {}) => {
		const written = JSON.stringify(items);
		if (written === drawn) return;
		drawn = written;
		const active = keepsActive ? meaningOf(input.activeItems[0]) : undefined;
		input.items = items;
		const same = items.filter((item) => active !== undefined && meaningOf(item) === active);
		if (same.length > 0) input.activeItems = same;
	};
}

export const separator = (label: string): vscode.QuickPickItem => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
});

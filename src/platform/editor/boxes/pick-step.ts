import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';

/**
 * Asks like `showQuickPick`, where another box may follow. This one stays until the caller has shown that one: when a box closes, VS Code
 * gives the focus back to the page below it, and does so again 50 ms later, which closes a box that was shown in between.
 */
export async function pickStep<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	{ title, placeHolder }: { readonly title: string; readonly placeHolder: string },
): Promise<Item | undefined> {
	const lifetime = new Lifetime();
	const box = lifetime.add(vscode.window.createQuickPick<Item>());
	box.title = title;
	box.placeholder = placeHolder;
	box.items = items;
	const chosen = await new Promise<Item | undefined>((resolve) => {
		lifetime.add(
			box.onDidAccept(() => {
				const [item] = box.selectedItems;
				if (item) resolve(item);
			}),
		);
		lifetime.add(box.onDidHide(() => resolve(undefined)));
		box.show();
	});
	lifetime.timeout(() => lifetime.dispose(), 0);
	return chosen;
}

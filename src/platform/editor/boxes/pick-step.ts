import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';

interface StepOptions {
	readonly title: string;
	readonly placeHolder: string;
	readonly matchOnDetail?: boolean;
}

/** Asks like `showQuickPick`, where another box may follow. */
export async function pickStep<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: StepOptions,
): Promise<Item | undefined> {
	const [chosen] = (await choose(items, { ...options, canSelectMany: false })) ?? [];
	return chosen;
}

/** Asks like `showQuickPick` with `canPickMany`, where another box may follow. */
export const pickManyStep = <Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: StepOptions,
): Promise<readonly Item[] | undefined> => choose(items, { ...options, canSelectMany: true });

async function choose<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: StepOptions & { readonly canSelectMany: boolean },
): Promise<readonly Item[] | undefined> {
	const lifetime = new Lifetime();
	const box = lifetime.add(vscode.window.createQuickPick<Item>());
	box.title = options.title;
	box.placeholder = options.placeHolder;
	box.matchOnDetail = options.matchOnDetail ?? false;
	box.canSelectMany = options.canSelectMany;
	box.items = items;
	if (options.canSelectMany) box.selectedItems = items.filter(({ picked }) => picked);
	const chosen = await new Promise<readonly Item[] | undefined>((resolve) => {
		lifetime.add(
			box.onDidAccept(() => {
				if (options.canSelectMany || box.selectedItems.length > 0) resolve(box.selectedItems);
			}),
		);
		lifetime.add(box.onDidHide(() => resolve(undefined)));
		box.show();
	});
	closeWhenNextIsShown(lifetime);
	return chosen;
}

/**
 * Closes a box after the caller has shown the next one. When a box closes, VS Code gives the focus back to the page below it, and does so
 * again 50 ms later, which closes a box that was shown in between.
 */
export function closeWhenNextIsShown(box: Lifetime): void {
	box.timeout(() => box.dispose(), 0);
}

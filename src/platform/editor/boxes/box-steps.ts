import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { escapeMarkup } from '../escape.ts';

interface StepOptions {
	readonly title: string;
	readonly placeHolder: string;
}

interface PickOptions extends StepOptions {
	readonly matchOnDetail?: boolean;
}

/** Asks like `showQuickPick`, where another box may follow. */
export async function pickStep<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions,
): Promise<Item | undefined> {
	const [chosen] = (await choose(items, { ...options, canSelectMany: false })) ?? [];
	return chosen;
}

/** Asks like `showQuickPick` with `canPickMany`, where another box may follow. */
export const pickManyStep = <Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions,
): Promise<readonly Item[] | undefined> => choose(items, { ...options, canSelectMany: true });

async function choose<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions & { readonly canSelectMany: boolean },
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

/** Asks like `showInputBox`, where another box may follow. `problemOf`: what is wrong with a text, which then cannot be entered. */
export async function inputStep(
	{ title, prompt, placeHolder }: StepOptions & { readonly prompt: string },
	problemOf: (text: string) => string | undefined,
): Promise<string | undefined> {
	const lifetime = new Lifetime();
	const box = lifetime.add(vscode.window.createInputBox());
	box.title = title;
	box.prompt = escapeMarkup(prompt);
	box.placeholder = placeHolder;
	// What the user enters may be in another window.
	box.ignoreFocusOut = true;
	/** Says what is wrong. */
	const check = (): boolean => {
		const problem = problemOf(box.value);
		box.validationMessage = problem && escapeMarkup(problem);
		return problem === undefined;
	};
	const entered = await new Promise<string | undefined>((resolve) => {
		lifetime.add(
			box.onDidChangeValue(() => {
				if (box.value === '') box.validationMessage = undefined;
				else check();
			}),
		);
		lifetime.add(box.onDidAccept(() => check() && resolve(box.value)));
		lifetime.add(box.onDidHide(() => resolve(undefined)));
		box.show();
	});
	closeWhenNextIsShown(lifetime);
	return entered;
}

/**
 * Closes a box after the caller has shown the next one. When a box closes, VS Code gives the focus back to the page below it, and does so
 * again 50 ms later, which closes a box that was shown in between.
 */
export function closeWhenNextIsShown(box: Lifetime): void {
	box.timeout(() => box.dispose(), 0);
}

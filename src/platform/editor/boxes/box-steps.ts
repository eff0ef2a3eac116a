import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { escapeMarkup } from '../escape.ts';

interface StepOptions {
	readonly title: string;
	readonly placeHolder: string;
}

interface PickOptions extends StepOptions {
	readonly matchOnDetail?: boolean;
	readonly ignoreFocusOut?: boolean;
}

/** Asks like `showQuickPick`, where another box may follow. */
export async function pickStep<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions,
): Promise<Item | undefined> {
	const answer = await choose(items, { ...options, canSelectMany: false });
	return answer?.chosen[0];
}

/**
 * Asks like `pickStep`. The last row, for what is not among the items, stays visible whatever the user types. If the user chooses it, resolves
 * with what was typed.
 */
export async function pickStepOrText<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	label: string,
	options: PickOptions,
): Promise<Item | string | undefined> {
	const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
	const other = { label, alwaysShow: true };
	const answer = await choose([...items, separator, other], { ...options, canSelectMany: false });
	if (answer?.chosen[0] === other) return answer.typed;
	return items.find((item) => item === answer?.chosen[0]);
}

/** Asks like `showQuickPick` with `canPickMany`, where another box may follow. */
export async function pickManyStep<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions,
): Promise<readonly Item[] | undefined> {
	const answer = await choose(items, { ...options, canSelectMany: true });
	return answer?.chosen;
}

interface Answer<Item> {
	readonly chosen: readonly Item[];
	readonly typed: string;
}

async function choose<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	options: PickOptions & { readonly canSelectMany: boolean },
): Promise<Answer<Item> | undefined> {
	const lifetime = new Lifetime();
	const box = lifetime.add(vscode.window.createQuickPick<Item>());
	box.title = options.title;
	box.placeholder = options.placeHolder;
	box.matchOnDetail = options.matchOnDetail ?? false;
	box.ignoreFocusOut = options.ignoreFocusOut ?? false;
	box.canSelectMany = options.canSelectMany;
	box.items = items;
	if (options.canSelectMany) box.selectedItems = items.filter(({ picked }) => picked);
	const answer = await new Promise<Answer<Item> | undefined>((resolve) => {
		lifetime.add(
			box.onDidAccept(() => {
				const { selectedItems: chosen, value: typed } = box;
				if (options.canSelectMany || chosen.length > 0) resolve({ chosen, typed });
			}),
		);
		lifetime.add(box.onDidHide(() => resolve(undefined)));
		box.show();
	});
	closeWhenNextIsShown(lifetime);
	return answer;
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

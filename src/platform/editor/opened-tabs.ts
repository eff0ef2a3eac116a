import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';

/** Calls `didOpen` when a tab opens, with the scheme of its file or the type of its page. */
export const onDidOpenTab = (didOpen: (kind: string) => void): Disposable =>
	vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
		for (const tab of opened) {
			const kind = kindOf(tab);
			if (kind !== undefined) didOpen(kind);
		}
	});

export const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

/** Calls `didChange` when another tab may be active: if the user moves to another group of editors, no tab changes. */
export function onDidChangeActiveTab(didChange: () => void): Disposable {
	const lifetime = new Lifetime();
	const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
	for (const event of [onDidChangeTabs, onDidChangeTabGroups]) lifetime.add(event(() => didChange()));
	return lifetime;
}

/** Calls `didActivate` when another file, two compared files or another page become active. A tab with the changes of a commit does not count. */
export function onDidActivateTab(didActivate: () => void): Disposable {
	const before = activeTab();
	return onDidChangeActiveTab(() => {
		const tab = activeTab();
		if (!tab || tab === before) return;
		if (kindOf(tab) !== undefined || tab.input instanceof vscode.TabInputTextDiff) didActivate();
	});
}

function kindOf({ input }: vscode.Tab): string | undefined {
	if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri.scheme;
	// VS Code adds its own prefix.
	if (input instanceof vscode.TabInputWebview) return input.viewType.replace(/^mainThreadWebview-/, '');
	return undefined;
}

import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { TicketSettings } from './settings.ts';

/** Tells menus whether a tracker has a filter that can be saved or cleared. */
export function showFilterContext(
	settings: Pick<TicketSettings, 'hasFilters' | 'onDidChange'>,
): vscode.Disposable {
	let shown = false;
	const update = () => {
		const { hasFilters } = settings;
		if (hasFilters === shown) return;
		shown = hasFilters;
		background(vscode.commands.executeCommand('setContext', 'tildeforge.hasFilter', hasFilters));
	};
	update();
	return settings.onDidChange(update);
}

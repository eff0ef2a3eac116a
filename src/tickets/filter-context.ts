import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { TicketSettings } from './settings.ts';

/** Sets the context key of menus that save or clear a filter: whether a tracker has one. */
export function syncFilterContext(
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

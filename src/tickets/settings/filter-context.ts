import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TicketSettings } from './settings.ts';

/** Sets the context key of menus that save or clear a filter: whether a tracker of a signed-in account has one. */
export function syncFilterContext(
	settings: TicketSettings,
	tickets: Pick<Tickets, 'onDidChange'> & { readonly accounts: readonly { session: { id: string } }[] },
): Disposable {
	let shown = false;
	const update = () => {
		const hasFilter = settings.hasFilterOf(tickets.accounts.map(({ session }) => session.id));
		if (hasFilter === shown) return;
		shown = hasFilter;
		background(vscode.commands.executeCommand('setContext', 'tildeforge.hasFilter', hasFilter));
	};
	update();
	const lifetime = new Lifetime();
	lifetime.add(settings.onDidChange(update));
	lifetime.add(tickets.onDidChange(update));
	return lifetime;
}

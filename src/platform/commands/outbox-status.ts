import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isListed, outboxStatus } from '../state/outbox/text.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';

/** Shows in the status bar what is about to be sent, with *Undo*, and what is waiting. `showWaiting` is the command that lists the waiting changes. */
export function showOutboxStatus(outbox: WaitingChanges, showWaiting: string): Disposable {
	const lifetime = new Lifetime();
	const item = lifetime.add(vscode.window.createStatusBarItem('undo', vscode.StatusBarAlignment.Left, 0));
	item.name = 'Tildeforge: Waiting Changes';
	const known = new Map<string, boolean>();
	const setContext = (key: string, value: boolean) => {
		if (known.get(key) === value) return;
		known.set(key, value);
		background(vscode.commands.executeCommand('setContext', key, value));
	};
	const update = () => {
		const now = timeOfDay();
		const status = outboxStatus(outbox.entries, outbox.undoable, now);
		if (status) {
			const isUndo = status.click === 'undo';
			const icon = isUndo ? 'discard' : status.needsUser ? 'warning' : 'cloud-upload';
			item.text = `$(${icon}) ${status.text}`;
			item.tooltip = status.tooltip;
			// A second click, or one at the moment of sending, must not undo an earlier change.
			const undo = { command: 'tildeforge.undo', title: 'Undo', arguments: [outbox.undoable?.group] };
			item.command = isUndo ? undo : showWaiting;
			item.show();
		} else item.hide();
		setContext('tildeforge.canUndo', outbox.undoable !== undefined);
		setContext(
			'tildeforge.hasWaiting',
			outbox.entries.some((entry) => isListed(entry, now)),
		);
	};
	lifetime.add(outbox.onDidChange(update));
	update();
	return lifetime;
}

import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { attempt } from '../../platform/editor/report.ts';
import type { LiveState } from '../model/live-state.ts';
import { headlineOf, hintOf } from '../model/live-words/state-words.ts';
import { reasonRows, type StatusRow, statusRows } from '../model/live-words/status-rows.ts';
import type { LiveStatus } from '../state/live-status.ts';

interface StatusItem extends vscode.QuickPickItem {
	/** The resource that the item is about. */
	readonly resource?: string;
	/** What the item does when it is chosen. Items that explain do nothing. */
	readonly run?: () => unknown;
}

const sendAgain: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('redo'),
	tooltip: 'Send Again',
};
const refreshButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('refresh'),
	tooltip: 'Refresh',
};

const drawMs = 200;

type ListedStatus = Pick<LiveStatus, 'state' | 'onDidChange' | 'canRedeliver' | 'redeliver'>;

/** Lists why trackers, lists and repositories are followed as they are, then each of them, until the user closes the list. */
export async function showLiveStatus(
	status: ListedStatus,
	/** The settings that cannot be used, one sentence each. */
	problems: () => readonly string[],
	/** Reads everything from the forges again. */
	refresh: () => void,
	log: Log,
): Promise<void> {
	const { state } = status;
	if (!state || state.kind === 'signed out') {
		await offerSignIn();
		return;
	}
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<StatusItem>());
	const show = itemUpdater(input, (item) => item?.resource);
	const draw = () => {
		const { state } = status;
		if (!state) {
			input.hide();
			return;
		}
		input.title = `Live Status: ${headlineOf(state)}`;
		input.placeholder = hintOf(state);
		show(itemsOf(state, problems(), status));
	};
	input.buttons = [refreshButton];
	input.matchOnDescription = true;
	input.matchOnDetail = true;
	// Redrawing moves to the top otherwise.
	input.keepScrollPosition = true;
	draw();
	lifetime.add(status.onDidChange(coalesce(lifetime, drawMs, draw)));
	lifetime.add(
		input.onDidTriggerButton(() => {
			refresh();
			showInStatusBar('Refreshing…');
		}),
	);
	lifetime.add(
		input.onDidTriggerItemButton(({ item: { resource } }) => {
			if (resource === undefined) return;
			const send = async () => {
				await status.redeliver(resource);
				showInStatusBar('The forge sends the last delivery again.');
			};
			background(attempt('tildeforge.showLiveStatus', send, log));
		}),
	);
	lifetime.add(
		input.onDidAccept(() => {
			const [chosen] = input.selectedItems;
			if (!chosen?.run) return;
			input.hide();
			chosen.run();
		}),
	);
	const hidden = new Promise<void>((resolve) => lifetime.add(input.onDidHide(() => resolve())));
	input.show();
	await hidden;
	lifetime.dispose();
}

function itemsOf(state: LiveState, problems: readonly string[], status: ListedStatus): readonly StatusItem[] {
	const openSettings = () =>
		vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tildeforge.tildeforge live');
	return [
		...problems.map((problem) => ({
			label: '$(warning) Open Settings',
			detail: escapeIcons(problem),
			alwaysShow: true,
			run: openSettings,
		})),
		...reasonRows(state).map(({ detail, ...row }) => ({
			...itemOf(row),
			...(detail !== undefined && { detail: escapeIcons(detail) }),
		})),
		{ label: 'Trackers, Mailing Lists and Repositories', kind: vscode.QuickPickItemKind.Separator },
		...statusRows(state, Date.now()).map((row) => ({
			...itemOf(row),
			buttons: status.canRedeliver(row.id) ? [sendAgain] : [],
			resource: row.id,
		})),
	];
}

const itemOf = ({ icon, label, description }: Omit<StatusRow, 'id'>): vscode.QuickPickItem => ({
	label: escapeIcons(label),
	// In the label, screen readers would read the name of the icon.
	iconPath: new vscode.ThemeIcon(icon),
	description: escapeIcons(description),
});

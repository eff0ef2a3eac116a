import * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { LiveState } from '../model/live-state.ts';
import { liveWords } from '../model/live-words/state-words.ts';
import { reasonRows, type StatusRow, statusRows } from '../model/live-words/status-rows.ts';
import type { LiveStatus } from '../state/live-status.ts';

type Row = BoxRow<() => unknown>;

type ListedStatus = Pick<LiveStatus, 'state' | 'onDidChange'>;

/** Lists why trackers, lists and repositories are followed as they are, then each of them, until the user closes the list. */
export async function showLiveStatus(
	status: ListedStatus,
	/** The settings that cannot be used, one sentence each. */
	problems: () => readonly string[],
	/** Reads everything from the forges again. */
	refresh: () => void,
): Promise<void> {
	const { state } = status;
	if (!state || state.kind === 'signed out') {
		await offerSignIn();
		return;
	}
	let shown: LiveState = state;
	const refreshButton = {
		iconPath: new vscode.ThemeIcon('refresh'),
		tooltip: 'Refresh',
		press: (): undefined => {
			refresh();
			showInStatusBar('Refreshing…');
		},
	};
	const box = new SearchBox<() => unknown>({
		title: () => `Live Status: ${liveWords(shown).headline}`,
		placeholder: () => liveWords(shown).hint,
		buttons: [refreshButton],
		rows: () => rowsOf(shown, problems()),
	});
	const follow = () => {
		const { state } = status;
		// The last account has signed out.
		if (!state) return box.answer(undefined);
		shown = state;
		box.drawSoon();
	};
	box.lifetime.add(status.onDidChange(follow));
	const run = await box.ask();
	run?.();
}

function rowsOf(state: LiveState, problems: readonly string[]): readonly Row[] {
	const openSettings = () =>
		vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tildeforge.tildeforge live');
	return [
		...problems.map((problem) => ({
			label: '$(warning) Open Settings',
			detail: escapeIcons(problem),
			alwaysShow: true,
			enter: () => openSettings,
		})),
		...reasonRows(state).map(({ detail, ...row }) => ({
			...rowOf(row),
			...(detail !== undefined && { detail: escapeIcons(detail) }),
		})),
		separator('Trackers, Mailing Lists and Repositories'),
		...statusRows(state, timeOfDay()).map((row) => ({ ...rowOf(row), id: row.id })),
	];
}

const rowOf = ({ icon, label, description }: Omit<StatusRow, 'id'>): Row => ({
	label: escapeIcons(label),
	// In the label, screen readers would read the name of the icon.
	iconPath: new vscode.ThemeIcon(icon),
	description: escapeIcons(description),
});

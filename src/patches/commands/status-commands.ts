import * as vscode from 'vscode';
import { timeLimit, timeOfDay } from '../../base/clock.ts';
import { count } from '../../base/text/numbers.ts';
import { undoDelayMs } from '../../platform/commands/undo-delay.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar, showListChanged, showWarning } from '../../platform/editor/messages.ts';
import { idOfSeries, listRef, type PatchsetKey } from '../../platform/model/keys.ts';
import { statusName, wireWord } from '../../platform/model/words.ts';
import { unconfirmedText } from '../../platform/state/outbox/text.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { onlyOwnerMessage } from '../model/permissions.ts';
import type { ShownPatchset, StatusChanges } from '../state/status/status-changes.ts';
import type { SettableStatus } from '../state/status/status-outbox-format.ts';
import { beginningText, patchsetName } from '../state/status/status-words.ts';
import { statusGroup } from '../view/status-groups.ts';
import { patchsetsOf } from './patches-command-target.ts';

/** The statuses that the user can choose, in the order of the view. */
const offered = ['proposed', 'needs_revision', 'approved', 'applied', 'rejected', 'superseded'] as const;

/** How long to wait for a forge to report permissions. After that the change is tried, and the forge decides. */
const timeoutMs = 2000;

type ChooseStatus = (chosen: readonly ShownPatchset[]) => Promise<SettableStatus | undefined>;

/** Implements the commands that set the status of patchsets. */
export class StatusCommands {
	readonly #statuses: StatusChanges;
	readonly #current: () => Promise<readonly PatchsetKey[]>;

	/** `current` returns the patchsets of the page in front, or of the selected rows. */
	constructor(statuses: StatusChanges, current: () => Promise<readonly PatchsetKey[]>) {
		this.#statuses = statuses;
		this.#current = current;
	}

	/** Asks for a status, and sets it. */
	change(args: CommandArguments): Promise<void> {
		return this.#set(args, pickStatus);
	}

	setTo(args: CommandArguments, status: SettableStatus): Promise<void> {
		return this.#set(args, async () => status);
	}

	async #set(args: CommandArguments, chooseStatus: ChooseStatus): Promise<void> {
		const statuses = this.#statuses;
		const chosen = await statuses.shownOf(await this.#patchsetsOf(args));
		const keys = chosen.map(({ key }) => key);
		if (keys.length === 0 || !(await this.#isPermitted(keys))) return;
		const status = await chooseStatus(chosen);
		if (status === undefined) return;
		const rest = chosen.filter(({ shown }) => shown?.status !== status);
		const skipped = skippedMessage(chosen, rest.length, status);
		const delayMs = undoDelayMs();
		// The status bar already shows changes that can be undone, and how many.
		const isSentAtOnce = rest.length > 1 && delayMs === 0;
		const messages = [isSentAtOnce ? beginningText(status, rest.length) : '', skipped ?? ''].filter(Boolean);
		if (messages.length > 0) showInStatusBar(messages.join(' '));
		if (rest.length === 0) return;
		await statuses.setStatus(rest, status, delayMs);
		const entries = rest.flatMap(({ key }) => statuses.outbox.of(key));
		const unconfirmed = unconfirmedText(entries, 'Waiting in the Tickets view', timeOfDay());
		if (unconfirmed !== undefined) showInStatusBar(unconfirmed);
	}

	/** The patchsets that a command was called on, or else the current ones. */
	async #patchsetsOf(args: CommandArguments): Promise<readonly PatchsetKey[]> {
		if (areRowsGone(args)) {
			showListChanged();
			return [];
		}
		const named = patchsetsOf(args);
		const all = named.length > 0 ? named : await this.#current();
		if (all.length === 0) showInStatusBar('Select a patchset first.');
		return [...new Map(all.map((key) => [idOfSeries(key), key])).values()];
	}

	/** Says who may set the status if the user may not. A user with a permission of their own may still try. */
	async #isPermitted(keys: readonly PatchsetKey[]): Promise<boolean> {
		const statuses = this.#statuses;
		const signal = timeLimit(timeoutMs);
		const lists = new Map(keys.map((key) => [`${key.account} ${listRef(key)}`, key])).values();
		await Promise.all([...lists].map((key) => statuses.readPermissions(key, signal)));
		const forbidden = keys.find((key) => !statuses.canChange(key));
		if (!forbidden) return true;
		const tryAnyway = 'Try Anyway';
		return (await showWarning(onlyOwnerMessage(forbidden.owner), tryAnyway)) === tryAnyway;
	}
}

async function pickStatus(chosen: readonly ShownPatchset[]): Promise<SettableStatus | undefined> {
	const [first, ...others] = chosen;
	if (!first) return undefined;
	const isCurrent = (status: string) => chosen.every(({ shown }) => shown?.status === status);
	const items = offered.map((status) => ({
		label: `$(${statusGroup(status).look.icon}) ${statusName(status)}`,
		...(isCurrent(status) && { description: 'current' }),
		status,
	}));
	const name =
		others.length > 0 ? count(chosen.length, 'patchset') : patchsetName(first.key, first.shown?.title);
	const title = `Status: ${escapeIcons(name)}`;
	return (await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a status' }))?.status;
}

/** Says which patchsets have the status already; undefined if none has. */
function skippedMessage(
	chosen: readonly ShownPatchset[],
	changed: number,
	status: string,
): string | undefined {
	const skipped = chosen.length - changed;
	const [first] = chosen;
	if (skipped === 0 || !first) return undefined;
	const already = `already marked as ${wireWord(status)}`;
	if (chosen.length === 1) return `${patchsetName(first.key, first.shown?.title)} is ${already}`;
	const which = changed === 0 ? `All ${chosen.length}` : `${skipped} of ${chosen.length}`;
	return `${which} patchsets are ${already}`;
}

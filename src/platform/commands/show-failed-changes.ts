import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { count } from '../../base/text/numbers.ts';
import { escapeIcons } from '../editor/escape.ts';
import { grantLabel, showInStatusBar, showWarning } from '../editor/messages.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { missingPermissions } from '../state/outbox/entry.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';
import { discardChanges } from './discard.ts';
import type { FailureSummary } from './failures.ts';

/** Shows which items did not change as requested, and why. `buttons` has the actions of the other buttons, by their labels. */
async function showFailures(
	summary: FailureSummary,
	buttons: Readonly<Record<string, () => unknown>>,
): Promise<void> {
	const actions = new Map(Object.entries(buttons));
	if (summary.sentences.length > 1) actions.set('Show All', () => showAll(summary));
	await actions.get((await showWarning(summary.text, ...actions.keys())) ?? '')?.();
}

/** Shows which changes were not made, and offers what the user can do about them. */
export function showFailedChanges(
	outbox: WaitingChanges,
	/** Shows the list of waiting changes. */
	showWaiting: () => unknown,
	summary: FailureSummary,
	failed: readonly DescribedEntry[],
): void {
	const buttons = {
		...grantButton(outbox, summary, failed),
		...failedChangeButtons(outbox, showWaiting, summary, failed),
	};
	background(showFailures(summary, buttons));
}

/** Changes that lack a permission are sent again when it is granted. If none is left, the user only grants it. */
function grantButton(
	outbox: WaitingChanges,
	{ missing }: FailureSummary,
	failed: readonly DescribedEntry[],
): Readonly<Record<string, () => unknown>> {
	if (!missing) return {};
	const { instance, scopes } = missing;
	const ids = new Set(failed.map(({ id }) => id));
	const grant = () => {
		// While the message was shown, changes may have been discarded or sent.
		const lacking = outbox.entries.filter((entry) => ids.has(entry.id) && missingPermissions(entry));
		const rows = lacking.map(({ key, id }) => ({ kind: 'change', key, entry: id }));
		return rows.length > 0
			? vscode.commands.executeCommand('tildeforge.grantForChange', rows[0], rows)
			: vscode.commands.executeCommand('tildeforge.grant', { instance, scopes });
	};
	return { [grantLabel(missing)]: grant };
}

/** *Use Mine*, *Edit*, *Discard* and *Show* are only offered for a single change, because the message describes only that. */
function failedChangeButtons(
	outbox: WaitingChanges,
	showWaiting: () => unknown,
	{ sentences }: FailureSummary,
	failed: readonly DescribedEntry[],
): Readonly<Record<string, () => unknown>> {
	const [first, ...others] = failed;
	if (!first) return {};
	const sendAgain = {
		'Send Again': () => {
			// While the message was shown, the forge may have been found to have the changes.
			const left = failed.filter(({ id }) => outbox.entries.some((entry) => entry.id === id));
			if (left.length > 0) return outbox.sendAll(left.map(({ id }) => id));
			const were = others.length === 0 ? 'was' : 'were';
			return showInStatusBar(
				`Not sent again: ${count(failed.length, 'change')} ${were} already sent or discarded`,
			);
		},
	};
	const resend = failed.some(({ state }) => state.kind !== 'conflict') ? sendAgain : {};
	if (others.length > 0 || sentences.length > 1) return { ...resend, 'Show Waiting': showWaiting };
	const useMine = {
		'Use Mine': () => {
			// While the message was shown, the item or this change may have been changed again. Then the command shows both sides.
			const isSame = outbox.entries.some(
				({ id, steps, state }) =>
					id === first.id && isDeepStrictEqual([steps, state], [first.steps, first.state]),
			);
			const row = { kind: 'change', key: first.key, entry: first.id };
			return isSame ? outbox.sendNow(first.id) : vscode.commands.executeCommand('tildeforge.useMine', row);
		},
	};
	return {
		...(first.state.kind === 'conflict' ? useMine : resend),
		...otherButton(outbox, showWaiting, first),
	};
}

/** What the user can do with a change instead of sending it, in the words of its page. */
function otherButton(
	outbox: WaitingChanges,
	showWaiting: () => unknown,
	entry: DescribedEntry,
): Readonly<Record<string, () => unknown>> {
	const { open, about, edit } = entry.row();
	const groups = new Set(entry.steps.map(({ group }) => group));
	const discard = () => {
		const current = outbox.entries.find(({ id }) => id === entry.id);
		// While the message was shown, the user may have sent the change again and made further changes, which wait with it.
		const hasMore = current?.steps.some(({ group }) => !groups.has(group)) === true;
		return hasMore ? showWaiting() : discardChanges(outbox, [entry]);
	};
	if (edit !== undefined) return { Edit: () => vscode.commands.executeCommand(edit, about) };
	if (!open || entry.textId === undefined) return { Discard: discard };
	return { Show: () => vscode.commands.executeCommand(open.id, about) };
}

async function showAll({ sentences, title }: FailureSummary): Promise<void> {
	await vscode.window.showQuickPick(
		sentences.map((sentence) => ({ label: escapeIcons(sentence) })),
		{ title },
	);
}

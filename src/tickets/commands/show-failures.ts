import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showWarning } from '../../platform/editor/messages.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { TicketEntry, TicketOutbox } from '../state/pending-change.ts';
import type { FailureSummary } from './bulk-failures.ts';
import { discardChanges } from './discard.ts';
import type { Leftovers } from './send-reports.ts';

/** Shows which tickets did not change as requested, and why. `buttons` has the actions of the other buttons, by their labels. */
async function showFailures(
	summary: FailureSummary,
	buttons: Readonly<Record<string, () => unknown>>,
): Promise<void> {
	const actions = new Map(Object.entries(buttons));
	if (summary.sentences.length > 1) actions.set('Show All', () => showAll(summary));
	await actions.get((await showWarning(summary.text, ...actions.keys())) ?? '')?.();
}

interface ShowUnsentOptions {
	readonly outbox: Pick<TicketOutbox, 'entries' | 'sendNow' | 'sendAll' | 'discard'>;
	/** Opens the page of a ticket with its draft. */
	readonly open: (key: TicketKey) => unknown;
}

/** Shows which changes were not made, and offers what the user can do about them. Comments are drafts again. */
export const showUnsent =
	({ outbox, open }: ShowUnsentOptions) =>
	(summary: FailureSummary, { unsent, drafts }: Leftovers): void => {
		const [only] = drafts;
		const kept = drafts.length > 1 ? 'Your comments are kept as drafts.' : 'Your comment is kept as a draft.';
		const words = only ? `${summary.text} ${kept}` : summary.text;
		const buttons = {
			...(only && drafts.length === 1 && { 'Show Draft': () => open(only) }),
			...unsentButtons(outbox, summary, unsent),
		};
		background(showFailures({ ...summary, text: words }, buttons));
	};

/** Only a single change, whose failure the message describes, can be discarded or overwrite the change of another user. */
function unsentButtons(
	outbox: ShowUnsentOptions['outbox'],
	{ sentences }: FailureSummary,
	unsent: readonly TicketEntry[],
): Readonly<Record<string, () => unknown>> {
	const [first, ...others] = unsent;
	if (!first) return {};
	const sendAgain = { 'Send Again': () => outbox.sendAll(unsent.map(({ id }) => id)) };
	const resend = unsent.some(({ state }) => state.kind !== 'conflict') ? sendAgain : {};
	if (others.length > 0 || sentences.length > 1) return { ...resend, 'Show Waiting': showWaiting };
	const useMine = { 'Use Mine': () => outbox.sendNow(first.id) };
	const discard = () => discardChanges(outbox, unsent);
	return { ...(first.state.kind === 'conflict' ? useMine : resend), Discard: discard };
}

const showWaiting = () => vscode.commands.executeCommand('tildeforge.tickets.focus');

async function showAll({ sentences: each, title }: FailureSummary): Promise<void> {
	await vscode.window.showQuickPick(
		each.map((failure) => ({ label: escapeIcons(failure) })),
		{ title },
	);
}

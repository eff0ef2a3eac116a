import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showWarning } from '../../platform/editor/messages.ts';
import type { TicketEntry, TicketOutbox } from '../state/pending-change.ts';
import type { FailureSummary } from './bulk-failures.ts';

/** Shows once which tickets did not change as requested, and why. `buttons` have the handlers of additional buttons. */
export async function showFailures(
	summary: FailureSummary | undefined,
	buttons: Readonly<Record<string, () => unknown>> = {},
): Promise<void> {
	if (!summary) return;
	const actions = new Map(Object.entries(buttons));
	if (summary.each.length > 1) actions.set('Show All', () => showAll(summary));
	await actions.get((await showWarning(summary.words, ...actions.keys())) ?? '')?.();
}

/** Shows which changes were not made, and offers to send them again or to discard them. */
export const showUnsent =
	(outbox: Pick<TicketOutbox, 'sendNow' | 'discard'>) =>
	(summary: FailureSummary, left: readonly TicketEntry[]): void => {
		const hasConflict = left.some(({ state }) => state.kind === 'conflict');
		const again = () => outbox.sendNow(...left.map(({ id }) => id));
		const discard = async () => {
			for (const { id } of left) await outbox.discard(id);
		};
		const buttons = { [hasConflict ? 'Use Mine' : 'Send Again']: again, Discard: discard };
		background(showFailures(summary, left.length > 0 ? buttons : {}));
	};

async function showAll({ each, title }: FailureSummary): Promise<void> {
	await vscode.window.showQuickPick(
		each.map((trouble) => ({ label: escapeIcons(trouble) })),
		{ title },
	);
}

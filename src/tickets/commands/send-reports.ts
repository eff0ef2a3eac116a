import type { Disposable } from '../../base/disposable.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { changeOf, isOnItsWay } from '../../platform/state/outbox/entry.ts';
import type { Settled } from '../../platform/state/outbox/sender.ts';
import { verbOf } from '../model/failure-messages.ts';
import {
	commentOf,
	type PendingChange,
	pendingChanges,
	type TicketEntry,
	type TicketOutbox,
} from '../state/pending-change.ts';
import { type FailureSummary, failureOf, type Outcome, summarizeFailures } from './bulk-failures.ts';

interface SendReportsOptions {
	readonly outbox: Pick<TicketOutbox, 'entries' | 'onDidSettle'>;
	/** Whether the page of a ticket is visible. It then shows itself what becomes of its comment. */
	readonly isVisible: (key: TicketKey) => boolean;
	/** Shows which tickets did not change, with what is left of the changes. */
	readonly show: (summary: FailureSummary, left: Leftovers) => void;
}

/** What is left of changes that were not made. */
export interface Leftovers {
	/** The user can send them again or discard them. */
	readonly unsent: readonly TicketEntry[];
	/** The tickets whose comment is a draft again. */
	readonly drafts: readonly TicketKey[];
}

/** Reports the changes of a command that were not made as requested: once, when all of them were sent or refused. */
export function reportSends({ outbox, isVisible, show }: SendReportsOptions): Disposable {
	const byGroup = new Map<string, readonly Settled<TicketKey, PendingChange>[]>();
	return outbox.onDidSettle((settled) => {
		const group = settled.entry.steps.at(-1)?.group ?? '';
		const all = [...(byGroup.get(group) ?? []), settled];
		byGroup.set(group, all);
		const isOnItsWayStill = (entry: TicketEntry) =>
			isOnItsWay(entry) && entry.steps.some((step) => step.group === group);
		if (outbox.entries.some(isOnItsWayStill)) return;
		byGroup.delete(group);
		const verb = verbOf(changeOf(pendingChanges, settled.entry)?.change ?? {});
		const summary = summarizeFailures(all.map(toOutcome), verb);
		const isComment = commentOf(settled.entry) !== undefined;
		if (!summary || (isComment && all.length === 1 && isVisible(settled.entry.key))) return;
		const unsent = outbox.entries.filter(({ id }) => all.some(({ entry }) => entry.id === id));
		const isReturned = ({ entry, result }: Settled<TicketKey, PendingChange>) =>
			commentOf(entry) && result.kind !== 'sent' && unsent.every(({ id }) => id !== entry.id);
		show(summary, { unsent, drafts: all.filter(isReturned).map(({ entry }) => entry.key) });
	});
}

const toOutcome = ({ entry: { key }, result }: Settled<TicketKey, PendingChange>): Outcome => ({
	key,
	result: result.kind === 'failed' ? { kind: 'failed', error: failureOf(result.error) } : result,
});

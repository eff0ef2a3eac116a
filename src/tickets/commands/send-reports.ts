import type { Disposable } from '../../base/disposable.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { changeOf, isOnItsWay } from '../../platform/state/outbox/entry.ts';
import type { Settled } from '../../platform/state/outbox/sender.ts';
import { verbOf } from '../model/failure-messages.ts';
import {
	type PendingChange,
	pendingChanges,
	type TicketEntry,
	type TicketOutbox,
} from '../state/pending-change.ts';
import { type FailureSummary, failureOf, type Outcome, summarizeFailures } from './bulk-failures.ts';

interface SendReportsOptions {
	readonly outbox: Pick<TicketOutbox, 'entries' | 'onDidSettle'>;
	/** Shows which tickets did not change, with the entries that the user can send again or discard. */
	readonly show: (summary: FailureSummary, left: readonly TicketEntry[]) => void;
}

/** Reports the changes of a command that were not made as requested: once, when all of them were sent or refused. */
export function reportSends({ outbox, show }: SendReportsOptions): Disposable {
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
		const left = outbox.entries.filter(({ id }) => all.some(({ entry }) => entry.id === id));
		if (summary) show(summary, left);
	});
}

const toOutcome = ({ entry: { key }, result }: Settled<TicketKey, PendingChange>): Outcome => ({
	key,
	result: result.kind === 'failed' ? { kind: 'failed', error: failureOf(result.error) } : result,
});

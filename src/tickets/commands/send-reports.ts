import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
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

/** Longer than a change of the outbox and the report that its entry is settled are apart. */
const settleMs = 100;

interface SendReportsOptions {
	readonly outbox: Pick<TicketOutbox, 'entries' | 'onDidSettle' | 'onDidChange'>;
	/** Shows which tickets did not change, with the entries that the user can send again or discard. */
	readonly show: (summary: FailureSummary, left: readonly TicketEntry[]) => void;
}

/**
 * Reports the changes of a command that this window could not make as requested: once, when none of them is on its way, whichever window
 * has sent, undone or discarded the others.
 */
export function reportSends({ outbox, show }: SendReportsOptions): Disposable {
	const lifetime = new Lifetime();
	const byGroup = new Map<string, readonly Settled<TicketKey, PendingChange>[]>();
	const isOnItsWayStill = (group: string) =>
		outbox.entries.some((entry) => isOnItsWay(entry) && entry.steps.some((step) => step.group === group));
	const report = (all: readonly Settled<TicketKey, PendingChange>[]) => {
		const [last] = all.slice(-1);
		const verb = verbOf((last && changeOf(pendingChanges, last.entry)?.change) ?? {});
		const summary = summarizeFailures(all.map(toOutcome), verb);
		const left = outbox.entries.filter(({ id }) => all.some(({ entry }) => entry.id === id));
		if (summary) show(summary, left);
	};
	const reportEnded = () => {
		for (const [group, all] of byGroup) {
			if (isOnItsWayStill(group)) continue;
			byGroup.delete(group);
			report(all);
		}
	};
	lifetime.add(
		outbox.onDidSettle((settled) => {
			const group = settled.entry.steps.at(-1)?.group ?? '';
			byGroup.set(group, [...(byGroup.get(group) ?? []), settled]);
			reportEnded();
		}),
	);
	// This window reports that it has settled an entry only after the change of the entry.
	lifetime.add(outbox.onDidChange(coalesce(lifetime, settleMs, reportEnded)));
	return lifetime;
}

const toOutcome = ({ entry: { key }, result }: Settled<TicketKey, PendingChange>): Outcome => ({
	key,
	result: result.kind === 'failed' ? { kind: 'failed', error: failureOf(result.error) } : result,
});

import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
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

/** Longer than a change of the outbox and the report that its entry is settled are apart. */
const settleMs = 100;

interface SendReportsOptions {
	readonly outbox: Pick<TicketOutbox, 'entries' | 'onDidSettle' | 'onDidChange'>;
	/** Whether the page of a ticket is visible. It then shows itself what was not made. */
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

/**
 * Reports the changes of a command that this window could not make as requested: once, when none of them is on its way, whichever window
 * has sent, undone or discarded the others.
 */
export function reportSends({ outbox, isVisible, show }: SendReportsOptions): Disposable {
	const lifetime = new Lifetime();
	const byGroup = new Map<string, readonly Settled<TicketKey, PendingChange>[]>();
	const isOnItsWayStill = (group: string) =>
		outbox.entries.some((entry) => isOnItsWay(entry) && entry.steps.some((step) => step.group === group));
	const report = (all: readonly Settled<TicketKey, PendingChange>[]) => {
		const [last] = all.slice(-1);
		const verb = verbOf((last && changeOf(pendingChanges, last.entry)?.change) ?? {});
		const summary = summarizeFailures(all.map(toOutcome), verb);
		const others = all.filter((one) => !isAsRequested(one));
		if (!summary || others.every(({ entry }) => isVisible(entry.key))) return;
		const unsent = outbox.entries.filter(({ id }) => all.some(({ entry }) => entry.id === id));
		const isReturned = ({ entry, result }: Settled<TicketKey, PendingChange>) =>
			commentOf(entry) !== undefined && result.kind !== 'sent' && unsent.every(({ id }) => id !== entry.id);
		show(summary, { unsent, drafts: all.filter(isReturned).map(({ entry }) => entry.key) });
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

const isAsRequested = ({ result }: Settled<TicketKey, PendingChange>): boolean =>
	result.kind === 'sent' && result.note === undefined;

const toOutcome = ({ entry: { key }, result }: Settled<TicketKey, PendingChange>): Outcome => ({
	key,
	result: result.kind === 'failed' ? { kind: 'failed', error: failureOf(result.error) } : result,
});

import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { isWaiting } from '../state/outbox/entry.ts';
import type { DescribedSettled, WaitingChanges } from '../state/outbox/waiting-changes.ts';
import { type FailureSummary, failureOf, type Outcome, summarizeFailures } from './failures.ts';

/** How long to wait for further results before reporting. Longer than the outbox takes to report a result or to start the account's next request. */
const settleMs = 100;

/**
 * Reports the changes of a command that this window could not make as requested. The report comes when all changes of the command were
 * sent, undone or discarded, in this window or another one. Commands whose changes are sent one after the other to an account, as after a
 * time without a network, share a report.
 */
export function reportSends<Key>(
	outbox: WaitingChanges<Key>,
	/** Whether the item's page is visible. If so, the page itself reports the failure. */
	isVisible: (key: Key) => boolean,
	/** Shows which items did not change. `failed` are the changes that the user can send again or discard. */
	show: (summary: FailureSummary, failed: readonly DescribedEntry<Key>[]) => void,
): Disposable {
	const lifetime = new Lifetime();
	const byGroup = new Map<string, readonly DescribedSettled<Key>[]>();
	const isStillWaiting = (group: string) =>
		outbox.entries.some((entry) => isWaiting(entry) && entry.steps.some((step) => step.group === group));
	const isNextBeingSent = (all: readonly DescribedSettled<Key>[]) =>
		outbox.entries.some(
			(one) => one.state.kind === 'sending' && all.some(({ entry }) => hasSameSource(one, entry)),
		);
	const report = (all: readonly DescribedSettled<Key>[]) => {
		const summary = summarizeFailures(all.map(toOutcome), sharedVerb(all));
		const others = all.filter((one) => !isAsRequested(one));
		if (!summary || others.every(({ entry }) => isVisible(entry.key))) return;
		const failed = outbox.entries.filter(({ id }) => all.some(({ entry }) => entry.id === id));
		show(summary, failed);
	};
	const reportEnded = () => {
		const ended = [...byGroup].filter(([group, all]) => !isStillWaiting(group) && !isNextBeingSent(all));
		for (const [group] of ended) byGroup.delete(group);
		report(ended.flatMap(([, all]) => all));
	};
	let soon: Disposable | undefined;
	const reportSoon = () => {
		soon?.dispose();
		soon = lifetime.timeout(reportEnded, settleMs);
	};
	lifetime.add(
		outbox.onDidSettle((settled) => {
			const group = settled.entry.steps.at(-1)?.group ?? '';
			byGroup.set(group, [...(byGroup.get(group) ?? []), settled]);
			reportSoon();
		}),
	);
	// A read of the queue may show that an entry is gone shortly before its result is reported here, so each change postpones the report.
	lifetime.add(outbox.onDidChange(reportSoon));
	return lifetime;
}

/** The verb for all changes. */
function sharedVerb(all: readonly DescribedSettled[]): string {
	const [first = 'change', ...others] = new Set(all.map(({ entry }) => entry.verb));
	return others.length === 0 ? first : 'change';
}

/** Whether two changes were made in the same window, for the same account. */
const hasSameSource = (one: DescribedEntry, other: DescribedEntry): boolean =>
	one.origin === other.origin && one.account === other.account;

const isAsRequested = ({ result }: DescribedSettled): boolean =>
	result.kind === 'sent' && result.note === undefined;

const toOutcome = ({ entry, result }: DescribedSettled): Outcome => ({
	item: entry,
	result: result.kind === 'failed' ? { kind: 'failed', error: failureOf(result.error) } : result,
});

import type { Label } from '../../../forge/shapes/trackers.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { type LabelNames, renamedLabels } from '../../model/renamed-labels.ts';
import type { TicketOutboxChange } from './ticket-outbox-format.ts';

/** A change that waits to be sent, after labels of its tracker have got other names. The same change if it has none of the labels. */
export function withRenamedLabels(pending: TicketOutboxChange, names: LabelNames): TicketOutboxChange {
	const { change, base, creation } = pending;
	const lists = [change.addLabels, change.removeLabels, base?.labels, creation?.labels];
	if (!lists.some((labels) => labels?.some((label) => names.has(label)))) return pending;
	const rename = (labels: readonly string[]) => [
		...new Set(labels.map((label) => names.get(label) ?? label)),
	];
	return {
		...pending,
		change: {
			...change,
			...(change.addLabels && { addLabels: rename(change.addLabels) }),
			...(change.removeLabels && { removeLabels: rename(change.removeLabels) }),
		},
		...(base && { base: { ...base, labels: rename(base.labels) } }),
		...(creation && {
			creation: { ...creation, ...(creation.labels && { labels: rename(creation.labels) }) },
		}),
	};
}

/**
 * A change with the names that its labels have now. `known` are the labels as they were known before `ticket` was read. If the ticket has a
 * label that is not known, it may be a renamed one, so the labels are read again first. Rejects if that fails.
 */
export async function withCurrentLabels(
	pending: TicketOutboxChange,
	{
		known,
		ticket,
		labels,
	}: {
		readonly known: readonly Label[] | undefined;
		readonly ticket: { readonly labels: readonly string[] };
		readonly labels: ValueCache<readonly Label[]>;
	},
): Promise<TicketOutboxChange> {
	const { addLabels, removeLabels } = pending.change;
	if (known === undefined || (addLabels ?? removeLabels) === undefined) return pending;
	const names = new Set(labels.value?.map(({ name }) => name));
	if (ticket.labels.some((name) => !names.has(name))) {
		labels.markOutdated();
		await labels.refresh();
		if (labels.lastError) throw labels.lastError;
	}
	return withRenamedLabels(pending, renamedLabels(known, labels.value ?? []));
}

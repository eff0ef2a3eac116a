import type { TicketOutboxChange } from './ticket-outbox-format.ts';

/**
 * A change that waits to be sent, after labels of its tracker have got other names. `names` has these by the old names. The same change if it
 * has none of the labels.
 */
export function withRenamedLabels(
	pending: TicketOutboxChange,
	names: ReadonlyMap<string, string>,
): TicketOutboxChange {
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

import type { Label } from '../../../forge/shapes/trackers.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import type { TicketOutboxChange } from './ticket-outbox-format.ts';

/** A change that the user makes now, with the numbers of the labels that it names. `labels` are those that the user sees. */
export function withLabelIds(pending: TicketOutboxChange, labels: readonly Label[]): TicketOutboxChange {
	const { change, base, creation } = pending;
	const changed = [change.addLabels, change.removeLabels, creation?.labels].flatMap((names) => names ?? []);
	if (changed.length === 0) return pending;
	const names = new Set([...changed, ...(base?.labels ?? [])]);
	const labelIds = labels.flatMap(({ id, name }) =>
		id != null && names.has(name) ? [[name, id] as const] : [],
	);
	return labelIds.length === 0 ? pending : { ...pending, labelIds };
}

/** A change with the names that its labels have in `labels`. The same change if none has another name. */
export function withRenamedLabels(pending: TicketOutboxChange, labels: readonly Label[]): TicketOutboxChange {
	const { change, base, creation, labelIds = [] } = pending;
	const current = new Map(labels.map(({ id, name }) => [id ?? undefined, name]));
	const names = new Map(labelIds.map(([name, id]) => [name, current.get(id) ?? name]));
	if ([...names].every(([name, now]) => name === now)) return pending;
	const rename = (renamed: readonly string[]) => [
		...new Set(renamed.map((label) => names.get(label) ?? label)),
	];
	return {
		...pending,
		change: {
			...change,
			...(change.addLabels && { addLabels: rename(change.addLabels) }),
			...(change.removeLabels && { removeLabels: rename(change.removeLabels) }),
		},
		...(base && { base: { ...base, labels: rename(base.labels) } }),
		labelIds: labelIds.map(([name, id]) => [names.get(name) ?? name, id]),
		...(creation && {
			creation: { ...creation, ...(creation.labels && { labels: rename(creation.labels) }) },
		}),
	};
}

/**
 * A change with the names that its labels have now. The labels are read again if the change has other names than are known, which another
 * window may have read before or after, and if `ticket` has a label that is not known, which may be a renamed one. Rejects if that fails and the
 * change could then be wrong, or taken as made.
 */
export async function withCurrentLabels(
	pending: TicketOutboxChange,
	ticket: { readonly labels: readonly string[] },
	labels: ValueCache<readonly Label[]>,
	signal?: AbortSignal,
): Promise<TicketOutboxChange> {
	const { change, labelIds } = pending;
	if (!labelIds) return pending;
	await labels.open();
	const ids = new Map(labels.value?.map(({ name, id }) => [name, id]));
	const areSame = labelIds.every(([name, id]) => ids.get(name) === id);
	if (areSame && ticket.labels.every((name) => ids.has(name))) return pending;
	labels.markOutdated();
	await labels.refresh(signal);
	// The ticket may have a label to remove under another name.
	if (labels.lastError && (!areSame || change.removeLabels)) throw labels.lastError;
	return withRenamedLabels(pending, labels.value ?? []);
}

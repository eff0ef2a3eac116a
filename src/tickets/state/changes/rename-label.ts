import type { Label } from '../../../forge/shapes/trackers.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import type { TicketOutboxChange } from './ticket-outbox-format.ts';

/** Adds to a change the numbers of the labels that it names. `labels` are the labels that the user sees. */
export function withLabelIds(waiting: TicketOutboxChange, labels: readonly Label[]): TicketOutboxChange {
	const { change, base, creation } = waiting;
	const changed = [change.addLabels, change.removeLabels, creation?.labels].flatMap((names) => names ?? []);
	if (changed.length === 0) return waiting;
	const names = new Set([...changed, ...(base?.labels ?? [])]);
	const labelIds = labels.flatMap(({ id, name }) =>
		id != null && names.has(name) ? [[name, id] as const] : [],
	);
	return labelIds.length === 0 ? waiting : { ...waiting, labelIds };
}

/**
 * A change with the names that its labels have in `labels`. The same change if none has another name. Leaves out a deleted label whose name another
 * label of the change has got.
 */
export function withRenamedLabels(waiting: TicketOutboxChange, labels: readonly Label[]): TicketOutboxChange {
	const { base, creation, labelIds = [] } = waiting;
	const { addLabels = [], removeLabels = [], ...change } = waiting.change;
	const current = new Map(labels.map(({ id, name }) => [id ?? undefined, name]));
	const names = new Map(labelIds.map(([name, id]) => [name, current.get(id) ?? name]));
	const newNames = new Set([...names].filter(([name, now]) => name !== now).map(([, now]) => now));
	if (newNames.size === 0) return waiting;
	const isLeftOut = (name: string) => names.get(name) === name && newNames.has(name);
	const rename = (renamed: readonly string[]) => [
		...new Set(renamed.filter((name) => !isLeftOut(name)).map((name) => names.get(name) ?? name)),
	];
	const [added, removed] = [rename(addLabels), rename(removeLabels)];
	return {
		...waiting,
		change: {
			...change,
			...(added.length > 0 && { addLabels: added }),
			...(removed.length > 0 && { removeLabels: removed }),
		},
		...(base && { base: { ...base, labels: rename(base.labels) } }),
		labelIds: labelIds
			.filter(([name]) => !isLeftOut(name))
			.map(([name, id]) => [names.get(name) ?? name, id]),
		...(creation && {
			creation: { ...creation, ...(creation.labels && { labels: rename(creation.labels) }) },
		}),
	};
}

/**
 * A change with the names that its labels have now. Reads the labels again if the change and the known labels differ in a name, because
 * either may be older, and if `ticket` has a label that is not known, which may be a renamed one. If they cannot be read, rejects a change whose
 * names may be wrong, and one that removes labels: it would count as made if the ticket has the label under another name.
 */
export async function withCurrentLabels(
	waiting: TicketOutboxChange,
	ticket: { readonly labels: readonly string[] },
	labels: ValueCache<readonly Label[]>,
	signal?: AbortSignal,
): Promise<TicketOutboxChange> {
	await labels.open();
	const { change, labelIds } = waiting;
	if (!labelIds) return waiting;
	const ids = new Map(labels.value?.map(({ name, id }) => [name, id]));
	const areSame = labelIds.every(([name, id]) => ids.get(name) === id);
	if (areSame && ticket.labels.every((name) => ids.has(name))) return waiting;
	labels.markOutdated();
	await labels.refresh(signal);
	if (labels.lastError && (!areSame || change.removeLabels)) throw labels.lastError;
	return withRenamedLabels(waiting, labels.value ?? []);
}

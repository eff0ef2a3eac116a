import type { TicketOutboxChange } from './ticket-outbox-format.ts';

/** A change that waits to be sent, after a label of its tracker has got another name. The same change if it does not have the label. */
export function withRenamedLabel(pending: TicketOutboxChange, from: string, to: string): TicketOutboxChange {
	const { change, base, creation } = pending;
	const lists = [change.addLabels, change.removeLabels, base?.labels, creation?.labels];
	if (!lists.some((names) => names?.includes(from))) return pending;
	const rename = (names: readonly string[]) => [...new Set(names.map((name) => (name === from ? to : name)))];
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

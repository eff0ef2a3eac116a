import type { DirectChange } from '../../state/changes/ticket-outbox-format.ts';

/** A ticket, of which only the labels matter. */
export interface Labeled {
	readonly labels: readonly string[];
}

/** A label to tick. */
export interface LabelRow {
	readonly name: string;
	/** Whether a tick gives the label to all of the tickets or takes it from all of them. */
	readonly tick: 'all' | 'none';
	/** How many of the tickets have the label now. */
	readonly on: 'all' | 'some' | 'none';
	/** An explanation next to the name, or an empty text. */
	readonly note: string;
}

const alphabet = new Intl.Collator(undefined, { numeric: true });
const order = ['all', 'some', 'none'];

/**
 * The labels to choose from, those of all tickets first, then those of some, then by name. A label that only some of
 * the tickets have gets a second row at the end: one row adds it to all tickets, the other removes it from all. A label
 * of a ticket is listed even if the tracker is not known to have it, because a label that is not offered would be lost.
 */
export function labelRows(known: readonly string[], tickets: readonly Labeled[]): readonly LabelRow[] {
	const names = [...new Set([...known, ...tickets.flatMap(({ labels }) => labels)])];
	const countOf = (name: string) => tickets.filter(({ labels }) => labels.includes(name)).length;
	const shareOf = (name: string) => `${countOf(name)} of ${tickets.length}`;
	const all = names
		.map((name): LabelRow => {
			const count = countOf(name);
			if (count === 0) return { name, tick: 'all', on: 'none', note: '' };
			if (count === tickets.length) return { name, tick: 'all', on: 'all', note: '' };
			return { name, tick: 'all', on: 'some', note: `${shareOf(name)} · add to all` };
		})
		.sort((a, b) => order.indexOf(a.on) - order.indexOf(b.on) || alphabet.compare(a.name, b.name));
	const removals = all
		.filter(({ on }) => on === 'some')
		.map(({ name, on }): LabelRow => {
			return { name, tick: 'none', on, note: `${shareOf(name)} · remove from all` };
		});
	return [...all, ...removals];
}

/**
 * The change if exactly the `ticked` rows are ticked; undefined for no change. If both rows of a label are ticked, the
 * label is added.
 */
export function labelChange(
	rows: readonly LabelRow[],
	ticked: readonly LabelRow[],
): DirectChange | undefined {
	const wanted = ticked.filter(({ tick }) => tick === 'all').map(({ name }) => name);
	const unwanted = rows
		.filter((row) => (row.tick === 'none' ? ticked.includes(row) : row.on === 'all'))
		.map(({ name }) => name);
	const addLabels = wanted.filter((name) => !rows.some((row) => row.name === name && row.on === 'all'));
	const removeLabels = unwanted.filter((name) => !wanted.includes(name));
	return addLabels.length + removeLabels.length === 0 ? undefined : { addLabels, removeLabels };
}

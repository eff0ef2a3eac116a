import type { Change } from '../state/change.ts';

interface Labelled {
	readonly labels: readonly string[];
}

/** A label to tick. */
export interface LabelRow {
	readonly name: string;
	/** What a tick means: all of the tickets shall have it, or none. */
	readonly tick: 'all' | 'none';
	/** How many of them have it now. */
	readonly on: 'all' | 'some' | 'none';
	/** What the name alone does not tell. */
	readonly note: string;
}

const alphabet = new Intl.Collator(undefined, { numeric: true });
const order = ['all', 'some', 'none'];

/**
 * The labels to choose from: those that are there first, then by name. Those that only some of the tickets have stand
 * there twice, to be given to all and to be taken from all. A label of a ticket stands there also where the tracker is
 * not known to have it: what is not offered would be lost.
 */
export function labelRows(known: readonly string[], tickets: readonly Labelled[]): readonly LabelRow[] {
	const names = [...new Set([...known, ...tickets.flatMap(({ labels }) => labels)])];
	const count = (name: string) => tickets.filter(({ labels }) => labels.includes(name)).length;
	const onSome = (name: string) => `on ${count(name)} of ${tickets.length}`;
	const all = names
		.map((name): LabelRow => {
			const n = count(name);
			if (n === 0) return { name, tick: 'all', on: 'none', note: '' };
			if (n === tickets.length) return { name, tick: 'all', on: 'all', note: '' };
			return { name, tick: 'all', on: 'some', note: `${onSome(name)}; tick to add it to all` };
		})
		.sort((a, b) => order.indexOf(a.on) - order.indexOf(b.on) || alphabet.compare(a.name, b.name));
	const removals = all
		.filter(({ on }) => on === 'some')
		.map(({ name, on }): LabelRow => {
			return { name, tick: 'none', on, note: `${onSome(name)}; tick to remove it from all` };
		});
	return [...all, ...removals];
}

/** What ticking these rows, and no others, asks for; undefined for nothing. Who wants a label both ways gets it. */
export function labelChange(
	rows: readonly LabelRow[],
	ticked: readonly LabelRow[],
): Pick<Change, 'addLabels' | 'removeLabels'> | undefined {
	const wanted = ticked.filter(({ tick }) => tick === 'all').map(({ name }) => name);
	const unwanted = rows
		.filter((row) => (row.tick === 'none' ? ticked.includes(row) : row.on === 'all'))
		.map(({ name }) => name);
	const addLabels = wanted.filter((name) => !rows.some((row) => row.name === name && row.on === 'all'));
	const removeLabels = unwanted.filter((name) => !wanted.includes(name));
	return addLabels.length + removeLabels.length === 0 ? undefined : { addLabels, removeLabels };
}

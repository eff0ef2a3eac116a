import type { LabelRow } from './label-rows.ts';

interface LabelTicks {
	readonly tickedAtFirst: readonly LabelRow[];
	readonly ticked: readonly LabelRow[];
	/** Whether the user has ticked or unticked a row since they last typed. */
	readonly hasTicked: boolean;
	/** The row that has the focus. There is none until the user moves from the text to the rows. */
	readonly active: LabelRow | undefined;
	/** What the user has typed to find a row. */
	readonly typed: string;
}

/**
 * The rows that are ticked when the user presses Enter. A user who has typed a few letters and has not ticked or unticked a row since
 * means the row with the focus, or else the first one that is shown, unless they have changed that row before. Undefined if the letters
 * find no row.
 */
export function acceptedRows(
	rows: readonly LabelRow[],
	{ tickedAtFirst, ticked, hasTicked, active, typed }: LabelTicks,
): readonly LabelRow[] | undefined {
	if (hasTicked || typed.trim() === '') return ticked;
	const meant = active ?? firstMatch(rows, typed.trim().toLowerCase());
	if (!meant) return undefined;
	const isTicked = ticked.includes(meant);
	if (isTicked !== tickedAtFirst.includes(meant)) return ticked;
	return isTicked ? ticked.filter((row) => row !== meant) : [...ticked, meant];
}

const alphabet = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The row that VS Code shows first: names that begin with the letters, the shortest first, then those that end with them. */
function firstMatch(rows: readonly LabelRow[], letters: string): LabelRow | undefined {
	const orderOf = (name: string) =>
		name.startsWith(letters) ? name.length : Number.MAX_SAFE_INTEGER - Number(name.endsWith(letters));
	return rows
		.map((row) => ({ row, name: row.name.toLowerCase() }))
		.filter(({ name }) => name.includes(letters))
		.sort((a, b) => orderOf(a.name) - orderOf(b.name) || alphabet.compare(a.name, b.name))[0]?.row;
}

import { changeOf, type Entry, type OutboxFormat } from './entry.ts';

/** The words for the changes of a kind, and for the items that they change. */
interface ChangeWords<Key, Change> {
	/** What an item is: `lamp`. */
	readonly noun: string;
	/** The item in messages: `~ana/house#3`. */
	readonly refOf: (key: Key, change: Change) => string;
	/** The item where there is little space: `#3`. */
	readonly shortRefOf: (key: Key, change: Change) => string;
	/** What the user wants: `Bright, color red`. */
	readonly describe: (change: Change) => string;
	/** The verb for a message about a failure: `switch on`. */
	readonly verbOf: (change: Change) => string;
	/** The title of a progress notification. `what` names the items: `Switching on 3 lamps`. */
	readonly describeProgress: (change: Change, what: string) => string;
	/** What messages say of a change that the forge has: `sent`, or `made` by default. */
	readonly done?: 'sent';
	/** The row of an entry in a list. */
	readonly rowOf: (entry: Entry<Key, Change>) => DescribedRow;
}

interface DescribedRow {
	/** What the user wants, in a few words: `Bright`, `Note`. */
	readonly change: string;
	/** The item, in a few words: `#3`. */
	readonly name: string;
	/** The beginning of what the user has written, if it is sent with the change. */
	readonly quote?: string;
	/** The title of the item, or an empty text if it is not known. */
	readonly title: string;
	/** The item, for screen readers. */
	readonly spokenName: string;
	/** What commands on the row are about. */
	readonly about: { readonly kind: string; readonly [part: string]: unknown };
	/** The command that lets the user edit what they have written, instead of sending it. `about` is its argument. */
	readonly edit?: string;
	/** The command that opens the item. `about` is its argument. */
	readonly open?: { readonly id: string; readonly title: string };
}

/** An entry with the words for it. */
export interface DescribedEntry<Key = unknown, Change = unknown> extends Entry<Key, Change> {
	readonly account: string;
	/** The same for all entries of an item. */
	readonly item: string;
	readonly noun: string;
	readonly ref: string;
	readonly shortRef: string;
	/** What the user wants. */
	readonly text: string;
	readonly verb: string;
	readonly done: 'made' | 'sent';
	/** The title of a progress notification about the step of a command. `what` names the items. */
	readonly describeProgress: (group: string, what: string) => string;
	readonly row: () => DescribedRow;
}

/** A kind of change: how it is stored and merged, and the words for it. */
export interface OutboxKind<Key, Change> extends OutboxFormat<Key, Change>, ChangeWords<Key, Change> {}

export function describeEntry<Key, Change>(
	kind: OutboxKind<Key, Change>,
	entry: Entry<Key, Change>,
): DescribedEntry<Key, Change> {
	const { key, steps } = entry;
	const change = changeOf(kind, steps);
	const describe = (textOf: (change: Change) => string) => (change === undefined ? '' : textOf(change));
	return {
		...entry,
		account: kind.accountOf(key),
		item: `${kind.noun} ${kind.idOf(key)}`,
		noun: kind.noun,
		ref: describe((one) => kind.refOf(key, one)),
		shortRef: describe((one) => kind.shortRefOf(key, one)),
		text: describe(kind.describe),
		verb: describe(kind.verbOf),
		done: kind.done ?? 'made',
		describeProgress: (group, what) => {
			const step = steps.find((one) => one.group === group);
			return step ? kind.describeProgress(step.change, what) : `Changing ${what}`;
		},
		row: () => kind.rowOf(entry),
	};
}

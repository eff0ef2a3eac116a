import { largest } from '../../../base/collections.ts';
import type { Event } from '../../../base/emitter.ts';
import { changeOf, type Entry, type OutboxFormat } from './entry.ts';
import type { Outbox } from './outbox.ts';
import type { Settled } from './sender.ts';

/** The words for the changes of a kind, and for the items that they change. */
export interface ChangeWords<Key, Change> {
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
	/** The command that lets the user edit what they have written, instead of sending it. It is given `about`. */
	readonly edit?: string;
	/** The command that opens the item. It is given `about`. */
	readonly open?: { readonly id: string; readonly title: string };
}

/** An entry of any outbox, with the words for it. */
export interface DescribedEntry<Key = unknown> extends Entry<Key, unknown> {
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

export interface DescribedSettled<Key = unknown> {
	readonly entry: DescribedEntry<Key>;
	readonly result: Settled<Key, unknown>['result'];
}

/** The changes that *Undo* would undo. */
export interface Undoable {
	readonly group: string;
	/** When the user made them. */
	readonly at: number;
	/** Whether the user made them in this window. */
	readonly isOwn: boolean;
}

/** One or several outboxes, for what is the same for changes of all kinds. */
export interface DescribedOutbox<Key = unknown> {
	readonly entries: readonly DescribedEntry<Key>[];
	/** The number of damaged texts with changes that are kept on the disk. */
	readonly damagedCount: number;
	readonly onDidChange: Event<void>;
	readonly onDidSettle: Event<DescribedSettled<Key>>;
	readonly undoable: Undoable | undefined;
	readonly isOwn: (entry: DescribedEntry) => boolean;
	readonly undo: (group?: string) => Promise<readonly DescribedEntry<Key>[]>;
	/** Reads what other windows have changed, as files cannot always be watched. */
	readonly readChanges: () => void;
	readonly sendNow: (...ids: readonly string[]) => Promise<void>;
	readonly sendAll: (ids: readonly string[]) => Promise<void>;
	/** Texts become drafts again. */
	readonly discard: (...ids: readonly string[]) => Promise<readonly string[]>;
	readonly finish: (signal: AbortSignal) => Promise<void> | undefined;
}

export function describeEntry<Key, Change>(
	format: OutboxFormat<Key, Change>,
	words: ChangeWords<Key, Change>,
	entry: Entry<Key, Change>,
): DescribedEntry<Key> {
	const { key, steps } = entry;
	const change = changeOf(format, entry.steps);
	const describe = (textOf: (change: Change) => string) => (change === undefined ? '' : textOf(change));
	return {
		...entry,
		account: format.accountOf(key),
		item: `${words.noun} ${format.idOf(key)}`,
		noun: words.noun,
		ref: describe((one) => words.refOf(key, one)),
		shortRef: describe((one) => words.shortRefOf(key, one)),
		text: describe(words.describe),
		verb: describe(words.verbOf),
		done: words.done ?? 'made',
		describeProgress: (group, what) => {
			const step = steps.find((one) => one.group === group);
			return step ? words.describeProgress(step.change, what) : `Changing ${what}`;
		},
		row: () => words.rowOf(entry),
	};
}

/** An outbox with the words for its changes. */
export function describeOutbox<Key, Change>(
	outbox: Outbox<Key, Change>,
	format: OutboxFormat<Key, Change>,
	words: ChangeWords<Key, Change>,
): DescribedOutbox<Key> {
	const describe = (entry: Entry<Key, Change>) => describeEntry(format, words, entry);
	const { isOwn } = outbox;
	let known: { readonly of: unknown; readonly entries: readonly DescribedEntry<Key>[] } | undefined;
	return {
		get entries() {
			if (known?.of !== outbox.entries)
				known = { of: outbox.entries, entries: outbox.entries.map((entry) => describe(entry)) };
			return known.entries;
		},
		get damagedCount() {
			return outbox.damagedCount;
		},
		get undoable() {
			const group = outbox.undoableGroup;
			const entries = outbox.entries.filter(({ steps }) => steps.some((step) => step.group === group));
			if (group === undefined) return undefined;
			const steps = entries.flatMap((entry) => entry.steps.filter((step) => step.group === group));
			return { group, at: largest(steps.map(({ at }) => at)), isOwn: entries.some(isOwn) };
		},
		onDidChange: outbox.onDidChange,
		onDidSettle: (listener) =>
			outbox.onDidSettle(({ entry, result }) => listener({ entry: describe(entry), result })),
		isOwn,
		undo: async (group) => (await outbox.undo(group)).map(describe),
		readChanges: () => outbox.readChanges(),
		sendNow: (...ids) => outbox.sendNow(...ids),
		sendAll: (ids) => outbox.sendAll(ids),
		discard: (...ids) => outbox.discard(...ids),
		finish: (signal) => outbox.finish(signal),
	};
}

import { anyOf, type Event } from '../../../base/emitter.ts';
import type { DescribedEntry } from './described-entry.ts';
import type { Settled } from './sender.ts';
import type { Undoable } from './undo.ts';

/** What was sent, or was not, with the words for it. */
export interface DescribedSettled<Key = unknown, Change = unknown> {
	readonly entry: DescribedEntry<Key, Change>;
	readonly result: Settled<Key, Change>['result'];
}

/** The changes of one kind, or of all, as the user sees them and decides about them. */
export interface WaitingChanges<Key = unknown> {
	readonly entries: readonly DescribedEntry<Key>[];
	/** The number of damaged files with changes that are kept on the disk. */
	readonly damagedCount: number;
	readonly undoable: Undoable | undefined;
	readonly onDidChange: Event<void>;
	readonly onDidSettle: Event<DescribedSettled<Key>>;
	isOwn(entry: DescribedEntry): boolean;
	undo(group: string): Promise<readonly DescribedEntry<Key>[]>;
	/** Reads what other windows have changed, as files cannot always be watched. */
	readChanges(): void;
	sendNow(...ids: readonly string[]): Promise<void>;
	sendAll(ids: readonly string[]): Promise<void>;
	/** Texts become drafts again. */
	discard(...ids: readonly string[]): Promise<readonly string[]>;
	finish(signal: AbortSignal): Promise<void> | undefined;
}

/**
 * The changes of all kinds as one list, so that the user undoes the last one, whatever it changes. Each kind is sent independently: the services
 * of a forge do not fail together.
 */
export function combineOutboxes(outboxes: readonly WaitingChanges[]): WaitingChanges {
	/** Calls `act` for each outbox with those of the entries that it has. */
	const each = async <T>(
		ids: readonly string[],
		act: (outbox: WaitingChanges, ids: readonly string[]) => Promise<T>,
	): Promise<readonly T[]> => {
		const parts = outboxes.map((outbox) => {
			const known = new Set(outbox.entries.map(({ id }) => id));
			return { outbox, ids: ids.filter((id) => known.has(id)) };
		});
		return Promise.all(parts.flatMap((part) => (part.ids.length > 0 ? [act(part.outbox, part.ids)] : [])));
	};
	return {
		get entries() {
			return outboxes.flatMap(({ entries }) => entries);
		},
		get damagedCount() {
			return outboxes.reduce((sum, { damagedCount }) => sum + damagedCount, 0);
		},
		get undoable() {
			return outboxes
				.flatMap(({ undoable }) => undoable ?? [])
				.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.at - one.at)[0];
		},
		onDidChange: anyOf(outboxes.map(({ onDidChange }) => onDidChange)),
		onDidSettle: anyOf(outboxes.map(({ onDidSettle }) => onDidSettle)),
		isOwn: (entry) => outboxes.some((outbox) => outbox.isOwn(entry)),
		undo: async (group) => (await Promise.all(outboxes.map((outbox) => outbox.undo(group)))).flat(),
		readChanges: () => {
			for (const outbox of outboxes) outbox.readChanges();
		},
		sendNow: async (...ids) => {
			await each(ids, (outbox, own) => outbox.sendNow(...own));
		},
		sendAll: async (ids) => {
			await each(ids, (outbox, own) => outbox.sendAll(own));
		},
		discard: async (...ids) => (await each(ids, (outbox, own) => outbox.discard(...own))).flat(),
		finish: (signal) => {
			const finishing = outboxes.flatMap((outbox) => outbox.finish(signal) ?? []);
			return finishing.length === 0 ? undefined : Promise.all(finishing).then(() => {});
		},
	};
}

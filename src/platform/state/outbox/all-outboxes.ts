import type { Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { DescribedOutbox } from './describe-outbox.ts';

/**
 * Several outboxes as one, so that the user sees one list of changes and undoes the last one, whatever it changes. They send independently: the
 * services of a forge do not fail together.
 */
export function combineOutboxes(outboxes: readonly DescribedOutbox[]): DescribedOutbox {
	/** Calls `act` for each outbox with those of the entries that it has. */
	const each = async <T>(
		ids: readonly string[],
		act: (outbox: DescribedOutbox, ids: readonly string[]) => Promise<T>,
	): Promise<readonly T[]> => {
		const parts = outboxes.map((outbox) => {
			const known = new Set(outbox.entries.map(({ id }) => id));
			return { outbox, ids: ids.filter((id) => known.has(id)) };
		});
		return Promise.all(parts.flatMap((part) => (part.ids.length > 0 ? [act(part.outbox, part.ids)] : [])));
	};
	const newest = () =>
		outboxes
			.flatMap((outbox) => (outbox.undoable ? [{ outbox, ...outbox.undoable }] : []))
			.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.at - one.at)[0];
	return {
		get entries() {
			return outboxes.flatMap(({ entries }) => entries);
		},
		get damagedCount() {
			return outboxes.reduce((sum, { damagedCount }) => sum + damagedCount, 0);
		},
		get undoable() {
			return newest();
		},
		onDidChange: merge(outboxes.map(({ onDidChange }) => onDidChange)),
		onDidSettle: merge(outboxes.map(({ onDidSettle }) => onDidSettle)),
		isOwn: (entry) => outboxes.some(({ isOwn }) => isOwn(entry)),
		undo: async (group) => {
			// If the last change is already being sent, the one before it stays.
			const last = newest();
			if (group === undefined) return (await last?.outbox.undo(last.group)) ?? [];
			return (await Promise.all(outboxes.map((outbox) => outbox.undo(group)))).flat();
		},
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

const merge =
	<T>(events: readonly Event<T>[]): Event<T> =>
	(listener) => {
		const listening = new Lifetime();
		for (const event of events) listening.add(event(listener));
		return listening;
	};

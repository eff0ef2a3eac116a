import { Emitter } from '../../../../src/base/emitter.ts';
import type { WaitingChanges } from '../../../../src/platform/state/outbox/waiting-changes.ts';

/** An outbox in which nothing happens, except what is given. Later changes of `given` are those of the outbox. */
export const outboxOf = <Key = unknown>(given: Partial<WaitingChanges<Key>>): WaitingChanges<Key> =>
	Object.assign(given, {
		entries: [],
		damagedCount: 0,
		onDidChange: new Emitter<void>().event,
		onDidSettle: new Emitter<never>().event,
		undoable: undefined,
		isOwn: () => false,
		undo: async () => [],
		readChanges: () => {},
		sendNow: async () => {},
		sendAll: async () => {},
		discard: async () => [],
		finish: () => undefined,
		...given,
	});

import { Emitter } from '../../../../src/base/emitter.ts';
import type { DescribedOutbox } from '../../../../src/platform/state/outbox/describe-outbox.ts';

/** An outbox in which nothing happens, except what is given. Later changes of `given` are those of the outbox. */
export const outboxOf = <Key = unknown>(given: Partial<DescribedOutbox<Key>>): DescribedOutbox<Key> =>
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

import type { Disposable } from '../../base/disposable.ts';
import type { Outbox } from '../state/outbox/outbox.ts';

/** Calls `changed` with the key of each item whose changes are made, sent or undone. */
export function followOutbox<Key, Change>(
	outbox: Outbox<Key, Change>,
	changed: (key: Key) => void,
): Disposable {
	let { entries } = outbox;
	return outbox.onDidChange(() => {
		const before = entries;
		({ entries } = outbox);
		for (const { key } of [...before, ...entries]) changed(key);
	});
}

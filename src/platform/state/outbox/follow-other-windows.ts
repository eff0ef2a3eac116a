import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Outbox } from './outbox.ts';

/**
 * A change that leaves the outbox, although this window has not sent it, may have been sent by another window. This calls `readStored`, which
 * reads from the disk what the forge has answered that window. Otherwise, this window would show the item as it was before, and take the change
 * for one of another user.
 */
export function followOtherWindows<Key, Change>(
	outbox: Outbox<Key, Change>,
	/** Never rejects. What it opens ends with `lifetime`. */
	readStored: (keys: readonly Key[], lifetime: Lifetime) => Promise<unknown>,
): Disposable {
	const lifetime = new Lifetime();
	let { entries } = outbox;
	const settledHere = new Set<string>();
	let gone: Key[] = [];
	const read = async () => {
		const keys = gone;
		gone = [];
		using reading = lifetime.child();
		await readStored(keys, reading);
	};
	// The file may be large, and the other window may send hundreds of changes.
	const readSoon = coalesce(lifetime, 200, read, { soon: true });
	lifetime.add(
		outbox.onDidSettle(({ entry, result }) => {
			if (result.kind === 'sent') settledHere.add(entry.id);
		}),
	);
	lifetime.add(
		outbox.onDidChange(() => {
			const left = new Set(outbox.entries.map(({ id }) => id));
			for (const { id, key } of entries) if (!left.has(id) && !settledHere.delete(id)) gone.push(key);
			({ entries } = outbox);
			if (gone.length > 0) readSoon();
		}),
	);
	return lifetime;
}

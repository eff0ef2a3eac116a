import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Outbox } from './outbox.ts';

/**
 * Has what the forge has answered another window read from the disk: a change that leaves the outbox without this window having sent it
 * may have been made there. Without that, this window would show the item as it was before, and take the change for one of another user.
 */
export function followSentElsewhere<Key, Change>(
	outbox: Pick<Outbox<Key, Change>, 'entries' | 'onDidChange' | 'onDidSettle'>,
	/** Never rejects. */
	readStored: (key: Key, holder: Lifetime) => Promise<void>,
): Disposable {
	const lifetime = new Lifetime();
	let { entries } = outbox;
	const settledHere = new Set<string>();
	const read = async (key: Key) => {
		const holder = lifetime.child();
		try {
			await readStored(key, holder);
		} finally {
			holder.dispose();
		}
	};
	lifetime.add(
		outbox.onDidSettle(({ entry, result }) => {
			if (result.kind === 'sent') settledHere.add(entry.id);
		}),
	);
	lifetime.add(
		outbox.onDidChange(() => {
			const left = new Set(outbox.entries.map(({ id }) => id));
			const gone = entries.filter(({ id }) => !left.has(id));
			({ entries } = outbox);
			for (const { id, key } of gone) if (!settledHere.delete(id)) background(read(key));
		}),
	);
	return lifetime;
}

import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { PatchsetKey } from '../../../platform/model/keys.ts';
import type { MailingLists } from '../mailing-lists.ts';
import type { StatusOutbox } from './pending-status.ts';

/**
 * Reads from the disk what the forge has answered another window: a status that leaves the outbox without this window having sent it may
 * have been set there. Makes no request.
 */
export function followSentElsewhere(
	outbox: Pick<StatusOutbox, 'entries' | 'onDidChange' | 'onDidSettle'>,
	lists: Pick<MailingLists, 'of'>,
): Disposable {
	const lifetime = new Lifetime();
	let { entries } = outbox;
	const settledHere = new Set<string>();
	const readStored = async ({ account, owner, list, patchset }: PatchsetKey) => {
		const holder = lifetime.child();
		try {
			const cache = lists.of(account)?.lists.cache({ owner, name: list }, holder);
			await cache?.open();
			await cache?.readStored(patchset);
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
			for (const { id, key } of gone) if (!settledHere.delete(id)) background(readStored(key));
		}),
	);
	return lifetime;
}

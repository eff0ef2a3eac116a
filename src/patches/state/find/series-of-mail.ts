import { background } from '../../../base/background.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { MailKey, SeriesKey } from '../../../platform/model/keys.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { ListAccount } from '../mailing-lists.ts';
import { seriesInList } from '../series/series-in-list.ts';
import { versionKey } from '../series/version-key.ts';

/**
 * Finds the page that shows a mail: that of the version that it belongs or replies to, or else that of its thread. Reads the thread from the
 * forge if the page is not known. Resolves with the key of the mail if the forge does not answer. Rejects if the signal is aborted.
 */
export async function seriesOfMail(
	{ lists, series }: ListAccount,
	key: MailKey,
	signal: AbortSignal,
): Promise<SeriesKey> {
	const lifetime = new Lifetime();
	const list = lists.cache({ owner: key.owner, name: key.list }, lifetime);
	const reader = series.hold(key, lifetime);
	const version = () => reader.reading?.version;
	try {
		await reader.open();
		if (!version() && !knowsAncestors(key.mail, list.mails)) await reader.refresh(signal);
		signal.throwIfAborted();
		const shown = version();
		return (shown ? versionKey(key, shown) : threadKey(key, list)) ?? key;
	} finally {
		// The cache stays open until what was read is on the disk.
		background(reader.settled().finally(() => lifetime.dispose()));
	}
}

/** The key of the mail that starts the thread, if that is known. */
function threadKey(key: MailKey, list: ListCache): SeriesKey | undefined {
	const first = seriesInList(key, list, new Map())?.roots.find((root) => list.mails.has(root));
	return first === undefined ? undefined : { ...key, mail: first };
}

function knowsAncestors(mailId: number, mails: ListCache['mails']): boolean {
	const seen = new Set<number>();
	for (let id: number | null = mailId; id !== null && !seen.has(id); ) {
		const known = mails.get(id);
		if (!known) return false;
		seen.add(id);
		// Some servers name only the mail that starts the thread.
		id = known.parent ?? known.thread;
	}
	return true;
}

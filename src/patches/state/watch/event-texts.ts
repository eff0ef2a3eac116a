import { isAbort } from '../../../base/abort.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { unquotedText } from '../../../mail/quotes/unquoted-text.ts';
import type { ListHappening } from '../../../platform/model/forge-events.ts';
import { idOfSeries } from '../../../platform/model/keys.ts';
import type { ReadCause } from '../../../platform/state/read-cause.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { MailStore } from '../mails/mail-store.ts';
import { writtenName } from './new-list-events.ts';

/** The most mails that are read from the forge: lists of mails do not have their texts. A user who refreshes the view waits for more of them. */
const maxRead: Readonly<Record<ReadCause, number>> = { schedule: 10, delivery: 10, refresh: 40 };
const maxConcurrentReads = 2;

/**
 * Adds what its author wrote to the last mail of each series and thread, and who that was, if only the text says so. What cannot be read is
 * left out. Rejects only if the signal is aborted. `events` has the oldest first.
 */
export async function withTexts(
	events: readonly ListHappening[],
	mails: MailStore,
	cache: ListCache,
	{ cause = 'schedule', signal }: { readonly cause?: ReadCause | undefined; readonly signal: AbortSignal },
): Promise<readonly ListHappening[]> {
	const last = new Map<string, number>();
	for (const event of events) {
		const id = mailOf(event);
		const { item, versions: [name] = [] } = event;
		if (id !== undefined && item) last.set(name ?? idOfSeries(item), id);
	}
	const wanted = [...last.values()].toSorted((one, other) => one - other);
	const known = await mails.read(wanted, signal);
	const unknown = wanted.filter((id) => !known.has(id)).slice(-maxRead[cause]);
	await forEachConcurrently(unknown, maxConcurrentReads, async (id) => {
		try {
			await mails.fetch(id, signal);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ForgeError || isAbort(error))) throw error;
		}
	});
	const read = new Map([...known, ...(await mails.read(unknown, signal))]);
	cache.putTexts(read.values());
	return events.map((event) => {
		const fullMail = read.get(mailOf(event) ?? -1);
		return fullMail ? { ...event, ...wordsOf(event, fullMail) } : event;
	});
}

/** The mail that an event is about. Patches have no text that their titles do not tell. */
const mailOf = ({ kind, item, mail }: ListHappening): number | undefined =>
	kind === 'thread' && item && 'mail' in item ? item.mail : mail;

function wordsOf({ by }: ListHappening, { mail }: FullMail) {
	const text = unquotedText(mail.text);
	return { by: by || writtenName(mail.from), ...(text !== '' && { text }) };
}

import { isAbort } from '../../../base/abort.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { unquotedText } from '../../../mail/quotes/unquoted-text.ts';
import type { ListHappening } from '../../../platform/model/forge-events.ts';
import { idOfSeries } from '../../../platform/model/keys.ts';
import { references } from '../../../platform/model/references.ts';
import type { ReadCause } from '../../../platform/state/watch/read-cause.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { MailStore } from '../mails/mail-store.ts';
import { writtenName } from './new-list-events.ts';

/** How many mails to request at most, because a list of mails has no texts. A user who refreshes the view can wait longer. */
const maxRequests: Readonly<Record<ReadCause, number>> = { schedule: 10, delivery: 10, refresh: 40 };
const maxConcurrentReads = 2;

interface TextsOptions {
	/** The name of the user, with the tilde. */
	readonly me: string;
	readonly cause?: ReadCause | undefined;
	readonly signal: AbortSignal;
}

/**
 * Adds the text of the mail to the last event of each series and thread, whether it mentions the user, and the author if the event lacks one. Events whose mails cannot be
 * read stay as they are. `events` has the oldest first.
 */
export async function withTexts(
	events: readonly ListHappening[],
	mails: MailStore,
	cache: ListCache,
	{ me, cause = 'schedule', signal }: TextsOptions,
): Promise<readonly ListHappening[]> {
	const last = new Map<string, number>();
	for (const event of events) {
		const id = mailOf(event);
		const { item, versions: [firstVersion] = [] } = event;
		if (id !== undefined && item) last.set(firstVersion ?? idOfSeries(item), id);
	}
	const wanted = [...last.values()].toSorted((one, other) => one - other);
	const known = await mails.read(wanted, signal);
	const unknown = wanted.filter((id) => !known.has(id)).slice(-maxRequests[cause]);
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
		return fullMail ? { ...event, ...textAndAuthor(event, fullMail, me) } : event;
	});
}

/** The mail that an event is about. Undefined for patches, whose titles say enough. */
const mailOf = ({ kind, item, mail }: ListHappening): number | undefined =>
	kind === 'thread' && item && 'mail' in item ? item.mail : mail;

function textAndAuthor({ by, concerns }: ListHappening, { mail }: FullMail, me: string) {
	const text = unquotedText(mail.text);
	const isMention = references(text, []).some(({ target }) => target.kind === 'user' && target.user === me);
	return {
		by: by || writtenName(mail.from),
		...(text !== '' && { text }),
		...(isMention && { concerns: ['mentioned' as const, ...concerns] }),
	};
}

import { coalesce } from '../../../base/coalesce.ts';
import { append } from '../../../base/collections.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import type { ListKey, TicketKey } from '../../../platform/model/keys.ts';
import type { TrackerPath } from '../../../platform/model/references.ts';
import { mayNameTicket, namesTicket, type TicketName, ticketNamesIn } from '../../model/ticket-names.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { PartsOfLists } from '../lists/parts-of-lists.ts';
import { mailsOf, type SeriesSummary, type VersionSummary } from '../lists/series-summary.ts';
import type { ListAccount } from '../mailing-lists.ts';
import type { MailSummary } from '../mails/mail-summary.ts';

/** A series that names a ticket. */
export interface NamingSeries {
	readonly list: ListKey;
	readonly series: SeriesSummary;
}

interface SeriesOfTicketOptions {
	readonly ticket: TicketKey;
	readonly account: ListAccount;
	/** Finds the tracker of a list in what is known. */
	readonly findKnown: PartsOfLists['findKnown'];
	/** Ends the search. */
	readonly lifetime: Lifetime;
	/** Keeps the lists in memory for a while. */
	readonly keeper?: Lifetime;
	/** Receives what was found, once and after each change of the lists. */
	readonly didFind: (found: readonly NamingSeries[]) => void;
}

/** How many lists are searched. */
const maxLists = 20;
/** More than a page has room for. */
const maxSeries = 10;
/** Changes of lists within this time are searched together. */
const burstMs = 100;

/**
 * Finds the series that name a ticket, in what is known of the account's lists, and follows the changes. Sends no requests: the forge searches
 * mails only for words, and does not send their texts, so `#12` would also find `#123`, and one request could not find all spellings.
 */
export async function followSeriesOfTicket(options: SeriesOfTicketOptions): Promise<void> {
	const { ticket, account, lifetime, keeper, didFind } = options;
	// The lists of the ticket's owner come first.
	const rankOf = ({ owner }: ItemName) => (owner === ticket.owner ? 0 : 1);
	const names = account.lists.names.toSorted((one, other) => rankOf(one) - rankOf(other));
	const searched = names.slice(0, maxLists);
	const caches = searched.map((list) => account.lists.cache(list, lifetime));
	if (keeper) for (const list of searched) account.lists.cache(list, keeper);
	const search = async () => {
		const found: NamingSeries[] = [];
		for (const cache of caches) append(found, await seriesIn(cache, options));
		const newest = found.toSorted((one, other) => other.series.active - one.series.active);
		if (!lifetime.ended) didFind(newest.slice(0, maxSeries));
	};
	const searchSoon = coalesce(lifetime, burstMs, search);
	await Promise.all(caches.map((cache) => cache.open()));
	if (lifetime.ended) return;
	for (const cache of caches) lifetime.add(cache.onDidChange(() => searchSoon()));
	await search();
}

async function seriesIn(
	cache: ListCache,
	{ ticket, findKnown }: SeriesOfTicketOptions,
): Promise<readonly NamingSeries[]> {
	const { mails, patchsets, key: list } = cache;
	const isNamed = (names: readonly TicketName[]) => names.some((name) => mayNameTicket(name, ticket));
	// Series are put together only in lists that have a mail with the name, because that takes longer.
	const mayBeNamed =
		[...mails.values()].some((mail) => isNamed(namesIn(mail))) ||
		[...patchsets.values()].some(({ subject }) => isNamed(ticketNamesIn(subject)));
	if (!mayBeNamed) return [];
	const found: NamingSeries[] = [];
	for (const series of cache.threads.series) {
		for (const version of series.chain.versions) {
			const names = namesOf(version, mails).filter((name) => mayNameTicket(name, ticket));
			if (names.length === 0) continue;
			const part = await findKnown('tracker', list, version.prefix);
			const tracker: TrackerPath | undefined = part && { owner: part.owner, tracker: part.name };
			if (!names.some((name) => namesTicket(name, ticket, tracker))) continue;
			found.push({ list, series });
			break;
		}
	}
	return found;
}

const namesIn = ({ subject, tickets = [] }: MailSummary): readonly TicketName[] =>
	tickets.length > 0 ? tickets : ticketNamesIn(subject);

function namesOf(version: VersionSummary, mails: ReadonlyMap<number, MailSummary>): readonly TicketName[] {
	const ofMails = mailsOf(version).flatMap(({ id }) => {
		const mail = mails.get(id);
		return mail ? namesIn(mail) : [];
	});
	return [...ofMails, ...ticketNamesIn(version.title)];
}

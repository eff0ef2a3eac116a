import { timeLimit } from '../../base/clock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import type { MailSummary } from '../../patches/state/mails/mail-summary.ts';
import { idOfList, type ListKey } from '../../platform/model/keys.ts';
import { hostOfList, usualHostOfList } from '../model/list-mail-address.ts';

/** How many mails of a list are compared. */
const maxKnown = 100;
/** How many of them the forge may be asked for. If fewer are known, the forge is asked. */
const maxRequests = 5;
/** How many other lists are looked at if only the answered senders have written to this one. */
const maxOtherLists = 5;
const timeoutMs = 2000;

/** Hosts that may take the mails of a list, in lower case. */
export interface ListHosts {
	/** The host of the forge's pages. Mails may go to another one. */
	readonly ofPages: string | undefined;
	/** The host that most senders except the answered ones have named for this list, or else for other lists of the forge. */
	readonly byOthers: string | undefined;
	/** The addresses that the answered mails name. They prove nothing: anyone can name a host of their own. */
	readonly byAnswered: readonly string[];
}

/** The host that certainly takes the mails of a list. Undefined if the user has to decide. */
export function certainHost({ ofPages, byOthers, byAnswered }: ListHosts): string | undefined {
	const isConfirmed =
		byOthers === undefined ? byAnswered.some((host) => host === ofPages) : byOthers === ofPages;
	return isConfirmed ? ofPages : undefined;
}

/** What is known of the hosts that may take mails to a list, for an answer to these mails. Asks the forge only if that decides nothing. */
export async function findListHosts(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<ListHosts> {
	const ofPages = URL.parse(account.instance.lists ?? '')?.hostname;
	const byAnswered = [...new Set(answered.flatMap(({ mail }) => hostOfList(key, mail) ?? []))];
	const isUsual = byAnswered.some((host) => host === ofPages);
	if (!isUsual) return { ofPages, byOthers: await hostOfOthers(account, key, answered), byAnswered };
	const known = await knownMails(account, key, answered);
	// A few mails by others prove less than the answered mails, which name the host of the forge.
	const byOthers = known.length < maxRequests ? undefined : usualHost(key, known);
	return { ofPages, byOthers, byAnswered };
}

const usualHost = (key: ListKey, mails: readonly FullMail[]): string | undefined =>
	usualHostOfList(
		key,
		mails.map(({ mail }) => mail),
	);

/** The host that others than the senders of the answered mails have named for the list, or else for other lists that the account knows. */
async function hostOfOthers(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<string | undefined> {
	const signal = timeLimit(timeoutMs);
	const others = account.lists.names
		.map(({ owner, name }) => ({ account: key.account, owner, list: name }))
		.filter((one) => idOfList(one) !== idOfList(key));
	for (const one of [key, ...others.slice(0, maxOtherLists)]) {
		const known = await knownMails(account, one, answered);
		const mails = known.length < maxRequests ? await readMails(account, one, answered, signal) : known;
		const host = usualHost(one, mails);
		if (host !== undefined) return host;
	}
	return undefined;
}

/** The mails by others than the senders of `answered` that can be read without a request. */
async function knownMails(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<readonly FullMail[]> {
	const newest = await newestMails(account, key);
	const known = await account.series.mails.read(newest.map(({ id }) => id));
	const senders = new Set(answered.map(({ mail }) => mail.from.email.toLowerCase()));
	return [...known.values()].filter(({ mail }) => !senders.has(mail.from.email.toLowerCase()));
}

/** Like `knownMails`, after the forge was asked for a few more: the newest one of each sender. */
async function readMails(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
	signal: AbortSignal,
): Promise<readonly FullMail[]> {
	const { mails } = account.series;
	const newest = await newestMails(account, key);
	const known = await mails.read(newest.map(({ id }) => id));
	const ids = new Set([...known.keys(), ...answered.map(({ id }) => id)]);
	const names = answered.map(({ sender, mail }) => sender?.canonical_name ?? mail.from.email);
	const seen = new Set([...names, ...newest.filter(({ id }) => ids.has(id)).map(senderOf)]);
	const unknown = newest.filter((mail) => {
		const sender = senderOf(mail);
		return !seen.has(sender) && seen.add(sender);
	});
	await Promise.allSettled(unknown.slice(0, maxRequests).map(({ id }) => mails.fetch(id, signal)));
	return knownMails(account, key, answered);
}

/** A key that is the same for all mails of a sender, as far as the forge names the sender. */
const senderOf = ({ id, sender, patchset, from }: MailSummary): string =>
	sender?.canonical_name ?? patchset?.submitter ?? from?.email ?? String(id);

async function newestMails(account: ListAccount, { owner, list }: ListKey): Promise<readonly MailSummary[]> {
	using lifetime = new Lifetime();
	const cache = account.lists.cache({ owner, name: list }, lifetime);
	await cache.open();
	return [...cache.mails.values()].sort((one, other) => other.id - one.id).slice(0, maxKnown);
}

import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import { hostOfList, usualHostOfList } from '../../model/list-mail-address.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { ListAccount } from '../mailing-lists.ts';

/** How many mails of a list are compared: if they are known, and if the forge must be asked for them. */
const [maxKnown, maxRequests] = [100, 5];
/** How many other lists are looked at if only the answered senders have written to this one. */
const maxOtherLists = 5;
const timeoutMs = 2000;

/**
 * The mail address of a list, for an answer to these mails. If they name another host than the one of the forge, what others have written to the
 * list decides, or to other lists if only their senders have written to this one. Fails with a `ForgeError`.
 */
export async function listAddress(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<string> {
	const forgeHost = URL.parse(account.instance.lists ?? '')?.hostname;
	const isUsual = answered.some(({ mail }) => hostOfList(key, mail) === forgeHost);
	const host = (isUsual ? undefined : await hostOfOthers(account, key, answered)) ?? forgeHost;
	if (host === undefined) throw new ForgeError('missing', 'The address of this mailing list is not known.');
	return `${key.owner}/${key.list}@${host}`;
}

/** The host that others than the senders of the answered mails have named for the list, or else for other lists that the account knows. */
async function hostOfOthers(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<string | undefined> {
	const senders = new Set(answered.map(({ mail }) => mail.from.email.toLowerCase()));
	const signal = AbortSignal.timeout(timeoutMs);
	const others = account.lists.names
		.map(({ owner, name }) => ({ account: key.account, owner, list: name }))
		.filter((one) => idOfList(one) !== idOfList(key));
	for (const one of [key, ...others.slice(0, maxOtherLists)]) {
		const mails = await mailsOfOthers(account, one, senders, signal);
		if (mails.length > 0)
			return usualHostOfList(
				one,
				mails.map(({ mail }) => mail),
			);
	}
	return undefined;
}

/** Mails of other people than these, named by their addresses: the known ones, or else a few of the newest. */
async function mailsOfOthers(
	account: ListAccount,
	key: ListKey,
	senders: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<readonly FullMail[]> {
	const isOther = ({ mail }: FullMail) => !senders.has(mail.from.email.toLowerCase());
	const { mails } = account.series;
	const newest = await newestMails(account, key);
	const known = await mails.read(newest);
	const others = [...known.values()].filter(isOther);
	if (others.length >= maxRequests) return others;
	const unknown = newest.filter((id) => !known.has(id)).slice(0, maxRequests);
	await Promise.allSettled(unknown.map((id) => mails.fetch(id, signal)));
	return [...(await mails.read(newest)).values()].filter(isOther);
}

async function newestMails(account: ListAccount, { owner, list }: ListKey): Promise<readonly number[]> {
	const lifetime = new Lifetime();
	try {
		const cache = account.lists.cache({ owner, name: list }, lifetime);
		await cache.open();
		return [...cache.mails.keys()].sort((one, other) => other - one).slice(0, maxKnown);
	} finally {
		lifetime.dispose();
	}
}

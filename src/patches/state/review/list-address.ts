import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { hostOfList, listMailAddress } from '../../model/list-mail-address.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { ListAccount } from '../mailing-lists.ts';

/** How many mails are compared: if they are known, and if the forge must be asked for them. */
const [maxKnown, maxRequests] = [100, 5];
const timeoutMs = 2000;

/**
 * The mail address of a list, for an answer to these mails. If they name another host than the one of the forge, what others have written to the
 * list decides. Fails with a `ForgeError`.
 */
export async function listAddress(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<string> {
	const forgeHost = URL.parse(account.instance.lists ?? '')?.hostname;
	const isUsual = answered.some(({ mail }) => hostOfList(key, mail) === forgeHost);
	const mails = isUsual ? [] : await mailsOfOthers(account, key, answered);
	const address = listMailAddress(
		key,
		forgeHost,
		mails.map(({ mail }) => mail),
	);
	if (address === undefined)
		throw new ForgeError('missing', 'The address of this mailing list is not known.');
	return address;
}

/** Mails of people who have not written those that are answered: the known ones, or else a few of the newest. */
async function mailsOfOthers(
	account: ListAccount,
	key: ListKey,
	answered: readonly FullMail[],
): Promise<readonly FullMail[]> {
	const senders = new Set(answered.map(({ mail }) => mail.from.email.toLowerCase()));
	const isOther = ({ mail }: FullMail) => !senders.has(mail.from.email.toLowerCase());
	const { mails } = account.series;
	const newest = await newestMails(account, key);
	const known = await mails.read(newest);
	const others = [...known.values()].filter(isOther);
	if (others.length >= maxRequests) return others;
	const signal = AbortSignal.timeout(timeoutMs);
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

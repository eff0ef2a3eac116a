import { Lifetime } from '../../../base/lifetime.ts';
import type { Pages } from '../../../forge/client/pages.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Email } from '../../../forge/shapes/lists.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import type { MailKey, SeriesKey } from '../../../platform/model/keys.ts';
import type { LinkTarget } from '../../../platform/model/references.ts';
import type { ListAccount } from '../mailing-lists.ts';
import { stopsReading } from '../series/read-series.ts';
import { seriesOfMail } from './series-of-mail.ts';

type PatchsetReference = Extract<LinkTarget, { kind: 'patchset' }>;
interface MailReference {
	readonly kind: 'mail';
	/** A Message-ID, with or without its angle brackets, or the forge's id of the mail. */
	readonly message: string;
	/** The list of the mail, if it is known. */
	readonly owner?: string;
	readonly list?: string;
}

/** What the user names to open a series or a mail. */
export type SeriesReference = PatchsetReference | MailReference;

/** The page that shows what the user names. */
export interface FoundSeries {
	readonly key: SeriesKey;
	/** The forge's id of the mail to go to, if the user has named a mail. */
	readonly mail?: number;
}

interface FoundMail {
	readonly key: MailKey;
	/** The patchset that it belongs to, if the forge says so. */
	readonly patchset: number | undefined;
}

/** How many lists are searched for a mail. */
const maxLists = 20;

/**
 * Finds the series or thread that the user names: in what is known, and else on the forge. A patchset may turn out not to exist when it is
 * read. Undefined if there is no such mail, or if its list is not known. Fails with a `ForgeError`, or with the signal's reason.
 */
export async function findSeries(
	account: ListAccount,
	reference: SeriesReference,
	signal: AbortSignal,
): Promise<FoundSeries | undefined> {
	if (reference.kind === 'patchset') {
		const { owner, list, patchset } = reference;
		return { key: { account: account.session.id, owner, list, patchset } };
	}
	const found = await findMail(account, reference, signal);
	if (!found) return undefined;
	const { key, patchset } = found;
	const { mail, ...list } = key;
	return { key: patchset ? { ...list, patchset } : await seriesOfMail(account, key, signal), mail };
}

/** Finds a mail in what is known, and else on the forge. */
async function findMail(
	account: ListAccount,
	reference: MailReference,
	signal: AbortSignal,
): Promise<FoundMail | undefined> {
	const name = mailName(reference.message);
	const known = await findKnown(account, reference, name);
	if (known) return known;
	signal.throwIfAborted();
	try {
		return foundMail(account, reference, await account.series.mails.fetch(name, signal));
	} catch (error) {
		if (!(error instanceof ForgeError) || stopsReading(error)) throw error;
		// A server may not find a mail by its Message-ID, for example if that contains a slash.
		const found = typeof name === 'string' ? await searchMail(account, reference, name, signal) : undefined;
		if (found) return foundMail(account, reference, found);
		if (error.kind === 'missing') return undefined;
		throw error;
	}
}

/** The forge's id of a mail, or its Message-ID with brackets. */
function mailName(message: string): number | string {
	if (/^\d+$/.test(message)) return Number(message);
	return message.startsWith('<') ? message : `<${message}>`;
}

/** The list that is named, or else those that the account shows. */
const listsOf = ({ lists }: ListAccount, { owner, list }: MailReference): readonly ItemName[] =>
	owner !== undefined && list !== undefined ? [{ owner, name: list }] : lists.names.slice(0, maxLists);

async function findKnown(
	account: ListAccount,
	reference: MailReference,
	name: number | string,
): Promise<FoundMail | undefined> {
	using lifetime = new Lifetime();
	for (const pin of listsOf(account, reference)) {
		const list = account.lists.cache(pin, lifetime);
		await list.open();
		const mail =
			typeof name === 'number'
				? list.mails.get(name)
				: [...list.mails.values()].find(({ messageId }) => messageId === name);
		if (!mail) continue;
		return { key: { ...list.key, mail: mail.id }, patchset: mail.patchset?.id };
	}
	return undefined;
}

/**
 * Searches the newest mails of each list that contain the Message-ID. Not all servers find it. Fails with a `ForgeError` if a list could not
 * be searched and no other one has the mail.
 */
async function searchMail(
	account: ListAccount,
	reference: MailReference,
	name: string,
	signal: AbortSignal,
): Promise<Email | undefined> {
	let failure: ForgeError | undefined;
	const query = { search: `"${name.slice(1, -1).replaceAll('"', ' ')}"` };
	for (const { owner, name: list } of listsOf(account, reference)) {
		try {
			const mails = await firstRows(account.client.posts({ owner, list }, { signal, query }));
			const mail = mails.find(({ message_id }) => message_id === name);
			if (mail) return mail;
		} catch (error) {
			if (!(error instanceof ForgeError) || stopsReading(error)) throw error;
			if (error.kind !== 'missing' && error.kind !== 'forbidden') failure ??= error;
		}
	}
	if (failure) throw failure;
	return undefined;
}

async function firstRows<T>(pages: Pages<T>): Promise<readonly T[]> {
	for await (const { rows } of pages) return rows;
	return [];
}

/** Undefined if it is not known in which list the mail is. */
function foundMail(
	{ session }: ListAccount,
	reference: MailReference,
	{ id, list, patchset }: Email,
): FoundMail | undefined {
	const owner = list?.owner.canonical_name ?? reference.owner;
	const name = list?.name ?? reference.list;
	if (owner === undefined || name === undefined) return undefined;
	return { key: { account: session.id, owner, list: name, mail: id }, patchset: patchset?.id };
}

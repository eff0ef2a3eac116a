import { percentEncode } from '../../base/text/percent-encode.ts';
/** Identifies a ticket, as seen by an account. */
export interface TicketKey {
	/** The id of the account's session. */
	readonly account: string;
	/** The owner of the tracker, with the tilde. */
	readonly owner: string;
	readonly tracker: string;
	readonly ticket: number;
}

/** Identifies a tracker, as seen by an account. */
export type TrackerKey = Omit<TicketKey, 'ticket'>;

export const isTicketKey = (key: TicketKey | TrackerKey): key is TicketKey => 'ticket' in key;

/** The full name of a tracker: `~ana/editor`. */
export const trackerRef = ({ owner, tracker }: Omit<TrackerKey, 'account'>): string => `${owner}/${tracker}`;

/** The full reference to a ticket: `~ana/editor#42`. */
export const refOf = (key: Omit<TicketKey, 'account'>): string => `${trackerRef(key)}#${key.ticket}`;

/** Whether two keys name the same ticket for the same account. */
export const isSameTicket = (one: TicketKey, other: TicketKey): boolean =>
	one.account === other.account && refOf(one) === refOf(other);

/** The address of a tracker's web page. `base` is the address of the forge's trackers. */
export const trackerAddress = (base: string, key: Omit<TrackerKey, 'account'>): string =>
	`${base.replace(/\/+$/, '')}/${trackerRef(key)}`;

/** The address of the web page on which the owner of a tracker edits its labels. */
export const labelsAddress = (base: string, key: Omit<TrackerKey, 'account'>): string =>
	`${trackerAddress(base, key)}/labels`;

/** The address of a user's web page. `base` is the address of one of the forge's services. */
export const userAddress = (base: string, user: string): string => `${base.replace(/\/+$/, '')}/${user}`;

/** The address of a ticket's web page. */
export const ticketAddress = (base: string, key: Omit<TicketKey, 'account'>): string =>
	`${trackerAddress(base, key)}/${key.ticket}`;

/** A key as a text. Different keys have different ids. `parseTicketId` reads it. */
export function idOfTicket(key: TicketKey | TrackerKey): string {
	const { account, owner, tracker } = key;
	return JSON.stringify([account, owner, tracker, isTicketKey(key) ? key.ticket : null]);
}

/** Undefined if the text is not the id of a key. */
export function parseTicketId(text: string): TicketKey | TrackerKey | undefined {
	const parts = parseJson(text);
	if (!Array.isArray(parts) || parts.length !== 4) return undefined;
	const [account, owner, tracker, ticket]: unknown[] = parts;
	if (typeof account !== 'string' || typeof owner !== 'string' || typeof tracker !== 'string')
		return undefined;
	if (ticket === null) return { account, owner, tracker };
	return Number.isSafeInteger(ticket) ? { account, owner, tracker, ticket: Number(ticket) } : undefined;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Identifies a repository, as seen by an account. */
export interface RepositoryKey {
	/** The id of the account's session. */
	readonly account: string;
	/** With the tilde. */
	readonly owner: string;
	readonly repository: string;
}

/** The full name of a repository: `~ana/editor`. */
export const repositoryRef = ({ owner, repository }: Omit<RepositoryKey, 'account'>): string =>
	`${owner}/${repository}`;

/** A repository as a text. Different repositories have different ids. */
export const idOfRepository = (key: RepositoryKey): string => `${key.account}/${repositoryRef(key)}`;

/** Identifies a mailing list, as seen by an account. */
export interface ListKey {
	/** The id of the account's session. */
	readonly account: string;
	/** With the tilde. */
	readonly owner: string;
	readonly list: string;
}

/** Identifies a patchset of a mailing list. */
export interface PatchsetKey extends ListKey {
	readonly patchset: number;
}

/** Identifies a mail of a mailing list. */
export interface MailKey extends ListKey {
	/** The forge's id of the mail. */
	readonly mail: number;
}

/** Identifies a version of a series, by its patchset or, if the forge has none for it, by one of its mails; or a thread, by a mail. */
export type SeriesKey = PatchsetKey | MailKey;

export const isPatchsetKey = (key: SeriesKey): key is PatchsetKey => 'patchset' in key;

/** A key as a text. Different keys have different ids. `parseSeriesId` reads it. */
export function idOfSeries(key: SeriesKey): string {
	const { account, owner, list } = key;
	const named = isPatchsetKey(key) ? ['patchset', key.patchset] : ['mail', key.mail];
	return JSON.stringify([account, owner, list, ...named]);
}

/** Undefined if the text is not the id of a key. */
export function parseSeriesId(text: string): SeriesKey | undefined {
	const parts = parseJson(text);
	if (!Array.isArray(parts) || parts.length !== 5) return undefined;
	const [account, owner, list, kind, id]: unknown[] = parts;
	if (typeof account !== 'string' || typeof owner !== 'string' || typeof list !== 'string') return undefined;
	if (!Number.isSafeInteger(id)) return undefined;
	if (kind === 'patchset') return { account, owner, list, patchset: Number(id) };
	return kind === 'mail' ? { account, owner, list, mail: Number(id) } : undefined;
}

/** The full name of a mailing list: `~ana/editor-devel`. */
export const listRef = ({ owner, list }: Omit<ListKey, 'account'>): string => `${owner}/${list}`;

/** A mailing list as a text. Different lists have different ids. */
export const idOfList = (key: ListKey): string => `${key.account}/${listRef(key)}`;

/** Identifies a tracker or mailing list. A list without a name is that of all mails that the user has sent. */
export type PlaceKey = TrackerKey | ListKey;

/** The name of a place among those of its account. `parsePlaceName` reads it. */
export const placeName = (key: PlaceKey): string =>
	'tracker' in key ? `tracker ${trackerRef(key)}` : `list ${listRef(key)}`;

export function parsePlaceName(account: string, name: string): PlaceKey {
	const [, kind, owner = '', item = ''] = /^(\w+) ([^/]*)\/(.*)$/s.exec(name) ?? [];
	return kind === 'tracker' ? { account, owner, tracker: item } : { account, owner, list: item };
}

/** The reference to a patchset: `~ana/editor-devel#12`. */
export const patchsetRef = (key: Omit<PatchsetKey, 'account'>): string => `${listRef(key)}#${key.patchset}`;

/** The address of a mailing list's web page. `base` is the address of the forge's lists. */
export const listAddress = (base: string, key: Omit<ListKey, 'account'>): string =>
	`${base.replace(/\/+$/, '')}/${listRef(key)}`;

/** The address of a patchset's web page. */
export const patchsetAddress = (base: string, key: Omit<PatchsetKey, 'account'>): string =>
	`${listAddress(base, key)}/patches/${key.patchset}`;

/** The address of a mail's web page. `messageId` has its angle brackets. */
export const mailAddress = (base: string, key: Omit<ListKey, 'account'>, messageId: string): string =>
	`${listAddress(base, key)}/${percentEncode(messageId)}`;

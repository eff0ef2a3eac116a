import { type Document, ownerQuery, type PageData } from '../document.ts';
import { listResource } from '../named-resource.ts';

/** An account, or an address without one, by the name of its type. */
interface Entity {
	readonly kind: string;
	/** `~name` of an account, and `Name <address>` without one. */
	readonly canonical_name: string;
	readonly name?: string;
	/** Only without an account. */
	readonly email?: string;
}

interface Numbered {
	readonly id: number;
}

export interface ListData extends Numbered {
	readonly name: string;
	readonly owner: { readonly canonical_name: string };
}

export interface FullListData extends ListData {
	/** What users in general may do. */
	readonly access: Readonly<Record<string, boolean>>;
}

/** A single list. The part with the user's rights fails if the token may not read them. */
interface ListParts {
	readonly details: FullListData;
	readonly rights: RightsData;
}

/** What the user may do. */
export interface RightsData {
	readonly access: Readonly<Record<string, boolean>>;
}

export interface SetData extends Numbered {
	readonly status: string;
}

export interface PatchsetData extends SetData {
	readonly submitter?: Entity;
	readonly list: ListData;
	readonly cover_letter: MailIdData | null;
	readonly superseded_by: SetData | null;
	/** Only of a patchset that is read on its own. */
	readonly tools?: readonly ToolData[];
}

export interface ToolData extends Numbered {
	readonly updated: string;
	readonly icon: string;
	readonly details: string;
}

interface MailIdData extends Numbered {
	/** Without angle brackets. */
	readonly message_id: string;
}

export interface MailData extends MailIdData {
	readonly parent: Numbered | null;
	readonly thread: {
		readonly root: Numbered;
		readonly replies?: number;
		readonly participants?: number;
	};
	readonly sender?: Entity;
	readonly patch: { readonly index: number | null } | null;
	readonly patchset: SetData | null;
	readonly list: ListData;
}

export interface SubscriptionData extends Numbered {
	/** Absent for a subscription to something other than a list. */
	readonly list?: ListData;
}

// Fields have the names of the contract, so that most of an answer is already what REST would have sent.
const list = 'fragment list on MailingList { id name owner { canonical_name: canonicalName } }';
const fullList = `fragment fullList on MailingList {
	id created updated name description owner { canonical_name: canonicalName }
	access: defaultACL { browse reply post moderate }
}`;
const set = 'fragment set on Patchset { id created updated subject prefix version status }';
const who =
	'fragment who on Entity { kind: __typename canonical_name: canonicalName ... on User { name: username } ... on Mailbox { name email: address } }';

/** A mail with two From addresses has no sender: asking for it makes the whole page fail. */
const mails = (sender: string) => `fragment mail on Email {
	id created: received subject message_id: messageID parent { id } thread { root { id } } ${sender}
	patch { index } patchset { ...set } list { ...list }
} ${set} ${list}`;
const mail = `${mails('sender { ...who }')} ${who}`;
const mailOfAnySender = mails('');

/**
 * Servers find the submitter of a patchset only if it starts a thread. If it is a reply to an earlier version, asking for the submitter
 * makes the whole page fail.
 */
const patchsetWith = (submitter: string) => `fragment patchset on Patchset {
	...set ${submitter} list { ...list } cover_letter: coverLetter { id message_id: messageID } superseded_by: supersededBy { ...set }
}`;
const patchsetFields = patchsetWith('');
const patchset = `${patchsetWith('submitter { ...who }')} ${set} ${list} ${who}`;
const patchsetOfAnySubmitter = `${patchsetFields} ${set} ${list}`;

/** A document with the fields of mails, and one without their senders. */
export function withAndWithoutSender<T>(make: (mailFragment: string) => T) {
	return { whole: make(mail), smaller: make(mailOfAnySender) };
}

export const user = ownerQuery<{ readonly canonical_name: string }>(
	'',
	'canonical_name: canonicalName name: username email url location bio',
);

export const oneMail = withAndWithoutSender(
	(fragment): Document<{ readonly mail: MailData | null }> =>
		`query ($id: Int!) { mail: email(id: $id) { ...mail thread { replies participants } } } ${fragment}`,
);

/**
 * The mail of a list that has a Message-ID. Unlike in answers, the Message-ID has its angle brackets here: the forge compares it with the
 * header. Servers know this since 2025.
 */
export const mailByMessageId = withAndWithoutSender((fragment) =>
	listResource.query<{ readonly message: MailData | null }>(
		'$message: String!',
		'message(messageID: $message) { ...mail }',
		fragment,
	),
);

export interface ThreadData {
	readonly root: MailData;
	/** The first replies. A further page would repeat them. */
	readonly descendants: PageData<MailData>;
}

const wholeThread = 'thread { root { ...mail } descendants { results { ...mail } next: cursor } }';

export const thread = withAndWithoutSender(
	(fragment): Document<{ readonly mail: { readonly thread: ThreadData } | null }> =>
		`query ($id: Int!) { mail: email(id: $id) { ${wholeThread} } } ${fragment}`,
);

/** The blocks of a thread. Their sources are all of its mails that have text of their own. */
export const threadParts = withAndWithoutSender(
	(
		fragment,
	): Document<{
		readonly mail: { readonly thread: { readonly blocks: readonly { readonly source: MailData }[] } } | null;
	}> => `query ($id: Int!) { mail: email(id: $id) { thread { blocks { source { ...mail } } } } } ${fragment}`,
);

export const lists = ownerQuery<{ readonly lists: PageData<FullListData> }>(
	'$cursor: Cursor',
	'lists(cursor: $cursor) { results { ...fullList } next: cursor }',
	fullList,
);

const listParts = { details: '...fullList', rights: 'access { browse reply post moderate }' };

export const oneList = listResource.parts<ListParts>(listParts, fullList);

/** The mails that start threads, those with the newest replies first. */
export const threadStarters = withAndWithoutSender((fragment) =>
	listResource.query<{ readonly threads: PageData<{ readonly root: MailData }> }>(
		'$cursor: Cursor',
		'threads(cursor: $cursor) { results { root { ...mail } } next: cursor }',
		fragment,
	),
);

/** All mails of a list, the newest first. */
export const mailsOfList = withAndWithoutSender((fragment) =>
	listResource.query<{ readonly emails: PageData<MailData> }>(
		'$cursor: Cursor',
		'emails(cursor: $cursor) { results { ...mail } next: cursor }',
		fragment,
	),
);

const patchsetsOf = (fragment: string) =>
	listResource.query<{ readonly patches: PageData<PatchsetData> }>(
		'$cursor: Cursor',
		'patches(cursor: $cursor) { results { ...patchset } next: cursor }',
		fragment,
	);

export const patchsetsOfList = {
	whole: patchsetsOf(patchset),
	smaller: patchsetsOf(patchsetOfAnySubmitter),
};

/** A patchset and what can fail by itself. A failing field removes the object around it, so these are separate parts. */
export interface PatchsetParts {
	readonly patchset: PatchsetData | null;
	readonly sent: { readonly submitter: Entity } | null;
	readonly reported: { readonly tools: readonly ToolData[] } | null;
}

const patchsetParts = `patchset(id: $id) { ...patchset }
	sent: patchset(id: $id) { submitter { ...who } }
	reported: patchset(id: $id) { tools { id updated icon details } }`;

export const onePatchset: Document<PatchsetParts> = `query ($id: Int!) { ${patchsetParts} } ${patchsetOfAnySubmitter} ${who}`;

/** A patchset with the mails of its thread, which are null if one of them fails. */
export const openedSeries: Document<
	PatchsetParts & { readonly discussed: { readonly thread: ThreadData } | null }
> =
	`query ($id: Int!) { ${patchsetParts} discussed: patchset(id: $id) { ${wholeThread} } } ${patchsetFields} ${mail}`;

/** A list with its newest mails and patchsets. */
export const openedList = listResource.parts<
	ListParts & {
		readonly mails: { readonly emails: PageData<MailData> };
		readonly patchsets: { readonly patches: PageData<PatchsetData> };
	}
>(
	{
		...listParts,
		mails: 'emails { results { ...mail } next: cursor }',
		patchsets: 'patches { results { ...patchset } next: cursor }',
	},
	`${fullList} ${patchsetWith('submitter { ...who }')} ${mail}`,
);

/** The first patches of a patchset. A further page would repeat them. */
export const patches = withAndWithoutSender(
	(
		fragment,
	): Document<{
		readonly patchset: {
			readonly list: ListData;
			readonly patches: { readonly results: readonly MailData[] };
		} | null;
	}> =>
		`query ($id: Int!) { patchset(id: $id) { list { ...list } patches { results { ...mail } } } } ${fragment}`,
);

export const subscriptions: Document<{ readonly subscriptions: PageData<SubscriptionData> | null }> =
	`query ($cursor: Cursor) { subscriptions(cursor: $cursor) {
		results { id created ... on MailingListSubscription { list { ...list } } } next: cursor
	} } ${list}`;

export const createList: Document<{ readonly created: FullListData | null }> =
	`mutation ($name: String!, $description: String, $visibility: Visibility!) {
		created: createMailingList(name: $name, description: $description, visibility: $visibility) { ...fullList }
	} ${fullList}`;

export const updateList: Document<{ readonly updated: FullListData | null }> =
	`mutation ($id: Int!, $input: MailingListInput!) { updated: updateMailingList(id: $id, input: $input) { ...fullList } } ${fullList}`;

export const updatePatchset: Document<{ readonly updated: SetData | null }> =
	`mutation ($id: Int!, $status: PatchsetStatus!) { updated: updatePatchset(id: $id, status: $status) { ...set } } ${set}`;

export const subscribe: Document<{ readonly subscription: SubscriptionData | null }> =
	`mutation ($list: Int!) { subscription: mailingListSubscribe(listID: $list) { id created list { ...list } } } ${list}`;

export const unsubscribe: Document<{ readonly subscription: Numbered | null }> =
	'mutation ($list: Int!) { subscription: mailingListUnsubscribe(listID: $list) { id } }';

import * as v from 'valibot';
import { each, firstRows, maybe, open, or, type Read } from '../contract/read.ts';
import { ShortUser } from './people.ts';

export const patchsetStatuses = [
	'unknown',
	'proposed',
	'needs_revision',
	'superseded',
	'approved',
	'rejected',
	'applied',
] as const;
export const PatchsetStatus = open(patchsetStatuses);
export type PatchsetStatus = Read<typeof PatchsetStatus>;

export const listPermissions = ['browse', 'reply', 'post', 'moderate'] as const;
const Permissions = maybe(each(open(listPermissions)));

export const ShortList = v.object({
	id: maybe(v.number()),
	name: v.string(),
	owner: ShortUser,
});
export type ShortList = Read<typeof ShortList>;

const shortPatchset = {
	id: v.number(),
	created: or(v.string(), ''),
	updated: or(v.string(), ''),
	subject: or(v.string(), ''),
	prefix: maybe(v.string()),
	version: or(v.number(), 1),
	status: or(PatchsetStatus, 'unknown'),
	/** The From header of the mail, unchanged. */
	submitter: maybe(v.string()),
	reply_to: maybe(v.string()),
	/** The last mail of the set. */
	message_id: maybe(v.string()),
};
export const ShortPatchset = v.object(shortPatchset);
export type ShortPatchset = Read<typeof ShortPatchset>;

const shortEmail = {
	id: v.number(),
	/** When the mail arrived. */
	created: or(v.string(), ''),
	subject: or(v.string(), ''),
	/** With its angle brackets. */
	message_id: or(v.string(), ''),
	parent_id: maybe(v.number()),
	/** Null on the mail that starts a thread. */
	thread_id: maybe(v.number()),
	list: maybe(ShortList),
	/** Null for a sender without an account. The envelope contains the From header. */
	sender: maybe(ShortUser),
	/** A sender without an account. Only GraphQL names one. */
	from: v.exactOptional(maybe(v.object({ name: or(v.string(), ''), email: v.string() }))),
	patchset: maybe(ShortPatchset),
};
export const ShortEmail = v.object(shortEmail);
export type ShortEmail = Read<typeof ShortEmail>;

export const Email = v.object({
	...shortEmail,
	/** This and the following fields are null in lists of mails. Real servers send them only for a single mail and for a thread. */
	is_patch: maybe(v.boolean()),
	is_request_pull: maybe(v.boolean()),
	replies: maybe(v.number()),
	participants: maybe(v.number()),
	/** The mail as received, except that it is already decoded to text. */
	envelope: maybe(v.string()),
});
export type Email = Read<typeof Email>;

export const List = v.object({
	id: maybe(v.number()),
	created: or(v.string(), ''),
	updated: or(v.string(), ''),
	name: v.string(),
	owner: ShortUser,
	description: or(v.string(), ''),
	/** Null for users of whom the forge does not say what they may do. */
	permissions: maybe(v.object({ nonsubscriber: Permissions, subscriber: Permissions, account: Permissions })),
	/** What the user may do in the list. Only in GraphQL, if a single list is read and the token may read its permissions. */
	access: v.exactOptional(maybe(each(v.string()))),
});
export type List = Read<typeof List>;

export const Subscription = v.object({
	id: v.number(),
	created: or(v.string(), ''),
	list: ShortList,
});
export type Subscription = Read<typeof Subscription>;

export const toolIcons = ['pending', 'waiting', 'success', 'failed', 'cancelled'] as const;

/** What a program, such as a CI service, says about a patchset. */
export const PatchsetTool = v.object({
	id: v.number(),
	updated: or(v.string(), ''),
	icon: open(toolIcons),
	/** Written by the program, usually with a link in Markdown. */
	details: or(v.string(), ''),
});
export type PatchsetTool = Read<typeof PatchsetTool>;

export const Patchset = v.object({
	...shortPatchset,
	list: maybe(ShortList),
	cover_letter: maybe(ShortEmail),
	/** Not reliable: a later version does not always set it. */
	superseded_by: maybe(ShortPatchset),
	/** Only in GraphQL, and only of a patchset that is read on its own. */
	tools: v.exactOptional(maybe(each(PatchsetTool))),
});
export type Patchset = Read<typeof Patchset>;

/** A list with what is read when it is opened, the newest first. Null for a part that could not be read with the others. */
export const OpenedList = v.object({ list: List, mails: firstRows(Email), patchsets: firstRows(Patchset) });
export type OpenedList = Read<typeof OpenedList>;

/** What shows whether a patchset has changed. */
const PatchsetVersion = v.object({
	id: v.number(),
	updated: or(v.string(), ''),
	status: or(PatchsetStatus, 'unknown'),
	superseded_by: maybe(v.object({ id: v.number() })),
});
export type PatchsetVersion = Read<typeof PatchsetVersion>;

const NewestInList = v.object({
	owner: v.string(),
	list: v.string(),
	description: List.entries.description,
	permissions: List.entries.permissions,
	/** The numbers of its newest mails. */
	mails: v.array(v.number()),
	patchsets: v.array(PatchsetVersion),
	/** Whether the list has no others. */
	areAllPatchsets: v.boolean(),
});
export type NewestInList = Read<typeof NewestInList>;

/** What is newest in several lists. Leaves out lists that are missing or hidden. */
export const NewestInLists = v.object({ lists: each(NewestInList) });

export const ListNames = v.strictObject({
	lists: v.array(v.strictObject({ owner: v.string(), list: v.string() })),
});

/** A patchset with the mails of its thread, the first one first. Null if they could not be read with it. */
export const OpenedSeries = v.object({ patchset: Patchset, thread: maybe(each(Email)) });
export type OpenedSeries = Read<typeof OpenedSeries>;

export const ListCreation = v.strictObject({ name: v.string(), description: v.exactOptional(v.string()) });
export const ListChange = v.strictObject({ description: v.exactOptional(v.string()) });
export const PatchsetChange = v.strictObject({ status: v.exactOptional(v.picklist(patchsetStatuses)) });
/** `~owner/name`. */
export const SubscriptionCreation = v.strictObject({ list: v.string() });

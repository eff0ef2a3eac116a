import type { listPermissions, PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { PatchSubject } from './patch.ts';

export type Permission = (typeof listPermissions)[number];

/** What somebody may do: the closest group that they belong to decides; the owner may do all. */
export interface Permissions {
	readonly nonsubscriber: readonly Permission[];
	readonly subscriber: readonly Permission[];
	readonly account: readonly Permission[];
}

/** How a new list begins. */
export const everybody: Permissions = {
	nonsubscriber: ['browse', 'reply', 'post'],
	subscriber: ['browse', 'reply', 'post'],
	account: ['browse', 'reply', 'post'],
};

export interface MailingList {
	readonly id: number;
	/** The account's name, without its tilde. */
	readonly owner: string;
	readonly name: string;
	readonly created: string;
	updated: string;
	description: string;
	permissions: Permissions;
}

export interface Mail {
	readonly id: number;
	readonly list: number;
	readonly created: string;
	/** With its brackets. */
	readonly messageId: string;
	readonly subject: string;
	/** The bare address, in lower case. */
	readonly from: string;
	/** The Message-IDs that it answers, the nearest last. */
	readonly references: readonly string[];
	readonly envelope: string;
	readonly isPatch: boolean;
	readonly isRequestPull: boolean;
	/** Its place in a series, for a patch and a cover letter. */
	readonly part: PatchSubject | null;
	parent: number | null;
	/** The first mail of its thread; its own id where that is itself. */
	thread: number;
	patchset: number | null;
}

export interface Patchset {
	readonly id: number;
	readonly list: number;
	readonly created: string;
	updated: string;
	subject: string;
	readonly prefix: string;
	readonly version: number;
	status: PatchsetStatus;
	/** The From as it was written, and its bare address. */
	readonly submitter: string;
	readonly from: string;
	readonly replyTo: string | null;
	/** Of the mail that made it complete. */
	readonly messageId: string;
	cover: number | null;
	/** Its mails in the order of their numbers. */
	readonly patches: readonly number[];
	supersededBy: number | null;
}

export interface Subscription {
	readonly id: number;
	readonly list: number;
	readonly created: string;
	/** An account's name, or the address of somebody who has none. */
	readonly subscriber: string;
}

/** Everything that the mailing-list area knows; plain JSON. */
export interface ListsState {
	readonly next: { list: number; mail: number; patchset: number; subscription: number };
	readonly lists: MailingList[];
	readonly mails: Mail[];
	readonly patchsets: Patchset[];
	subscriptions: Subscription[];
}

export const noLists = (): ListsState => ({
	next: { list: 1, mail: 1, patchset: 1, subscription: 1 },
	lists: [],
	mails: [],
	patchsets: [],
	subscriptions: [],
});

/** A moment as the API writes it. */
export const timestamp = (moment: Date) => `${moment.toISOString().slice(0, 19)}+00:00`;

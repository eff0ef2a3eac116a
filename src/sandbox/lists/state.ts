import type { listPermissions, PatchsetStatus, toolIcons } from '../../forge/shapes/lists.ts';
import type { PatchSubject } from './patch-subject.ts';

export type Permission = (typeof listPermissions)[number];

/** Permissions by group. The most specific group of a user decides; the owner may do everything. */
export interface Permissions {
	readonly nonsubscriber: readonly Permission[];
	readonly subscriber: readonly Permission[];
	readonly account: readonly Permission[];
}

/** The permissions of a new list. */
export const openToAll: Permissions = {
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
	/** Includes the angle brackets. */
	readonly messageId: string;
	readonly subject: string;
	/** The bare address, in lower case. */
	readonly from: string;
	/** The Message-IDs that it replies to, nearest last. */
	readonly references: readonly string[];
	readonly envelope: string;
	readonly isPatch: boolean;
	readonly isRequestPull: boolean;
	/** The position in a series, for a patch or a cover letter. */
	readonly part: PatchSubject | null;
	parent: number | null;
	/** The first mail of its thread. The mail's own id if it starts the thread. */
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
	/** The From header as written. `from` is its bare address. */
	readonly submitter: string;
	readonly from: string;
	readonly replyTo: string | null;
	/** The Message-ID of the mail that completed the patchset. */
	readonly messageId: string;
	cover: number | null;
	/** The mails in order of their numbers. */
	readonly patches: readonly number[];
	supersededBy: number | null;
	/** What programs say about it, through GraphQL. Absent until one does. */
	tools?: PatchsetTool[];
}

export interface PatchsetTool {
	readonly id: number;
	updated: string;
	icon: (typeof toolIcons)[number];
	details: string;
}

export interface Subscription {
	readonly id: number;
	readonly list: number;
	readonly created: string;
	/** An account's name, or the address of a subscriber without an account. */
	readonly subscriber: string;
}

/** The persistent state of the mailing-list area, as plain JSON. */
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

import type { PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { Account, Caller } from '../server/accounts.ts';
import type { Who } from './access.ts';
import type { MailingList, Patchset, Permissions, Subscription } from './state.ts';

export interface NewList {
	readonly name: string;
	readonly description?: string;
	readonly permissions?: Permissions;
}

/** The operations on lists, shared by requests and mails. Apart from `visible`, they do not check permissions. */
export interface ListOperations {
	find(owner: string, name: string): MailingList | undefined;
	/** The list that a route names. Throws a 404 for a list that the caller may not browse. */
	visible(owner: string | undefined, name: string, caller: Caller): MailingList;
	/** Creates a list, and subscribes its owner. */
	create(owner: Account, list: NewList): MailingList;
	update(
		list: MailingList,
		change: { readonly description?: string; readonly permissions?: Permissions },
	): void;
	/** Keeps an existing subscription. */
	subscribe(list: MailingList, who: Who): Subscription;
	unsubscribe(list: MailingList, who: Who): void;
	setStatus(patchset: Patchset, status: PatchsetStatus, at?: string): void;
}

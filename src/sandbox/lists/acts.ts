import type { PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { Account, Caller } from '../accounts.ts';
import type { Who } from './access.ts';
import type { MailingList, Patchset, Permissions, Subscription } from './state.ts';

export interface NewList {
	readonly name: string;
	readonly description?: string;
	readonly permissions?: Permissions;
}

/** What can be done to lists, by whoever: requests and mails come down to these. None asks whether the doer may. */
export interface Acts {
	find(owner: string, name: string): MailingList | undefined;
	/** The list that a route names. One that the caller may not browse is as good as none. */
	visible(owner: string | undefined, name: string, caller: Caller): MailingList;
	/** A new list; its owner is subscribed to it. */
	create(owner: Account, list: NewList): MailingList;
	update(
		list: MailingList,
		change: { readonly description?: string; readonly permissions?: Permissions },
	): void;
	/** Who is subscribed already stays so. */
	subscribe(list: MailingList, who: Who): Subscription;
	unsubscribe(list: MailingList, who: Who): void;
	setStatus(patchset: Patchset, status: PatchsetStatus, at?: string): void;
}

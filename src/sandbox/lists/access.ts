import type { Accounts } from '../server/accounts.ts';
import type { ListsState, MailingList, Permission } from './state.ts';

/** A reader or writer: an account's name (without its tilde), or an address that may have no account. */
export type Who = { readonly name: string } | { readonly address: string };

const all: readonly Permission[] = ['browse', 'reply', 'post', 'moderate'];

/** Decides permissions by the most specific group that a user belongs to. */
export class Access {
	readonly #state: ListsState;
	readonly #accounts: Accounts;

	constructor(state: ListsState, accounts: Accounts) {
		this.#state = state;
		this.#accounts = accounts;
	}

	/** The key of a user: the account's name, or else the address. */
	nameOf(who: Who): string {
		if ('name' in who) return who.name;
		return this.#accounts.findByEmail(who.address)?.name ?? who.address.toLowerCase();
	}

	may(permission: Permission, list: MailingList, who: Who): boolean {
		return this.#permissions(list, who).includes(permission);
	}

	#permissions(list: MailingList, who: Who): readonly Permission[] {
		const name = this.nameOf(who);
		if (name === list.owner) return all;
		const { permissions } = list;
		const subscribed = this.#state.subscriptions.some(
			({ list: id, subscriber }) => id === list.id && subscriber === name,
		);
		if (subscribed) return permissions.subscriber;
		return this.#accounts.find(name) ? permissions.account : permissions.nonsubscriber;
	}
}

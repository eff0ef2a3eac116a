import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { RefreshableList } from './view-items.ts';

/** The accounts whose items a view shows. */
export class ViewAccounts<Account> implements Disposable {
	readonly #listsOf: (account: Account) => readonly RefreshableList[];
	readonly #listen: (account: Account, lifetime: Lifetime) => void;
	readonly #lifetime = new Lifetime();
	readonly #followed = new Map<Account, { readonly lifetime: Lifetime; readonly firstRead: Promise<void> }>();

	/** `listsOf`: what the forge lists for an account. `listen` listens to changes of the account's items until `lifetime` ends. */
	constructor(
		listsOf: (account: Account) => readonly RefreshableList[],
		listen: (account: Account, lifetime: Lifetime) => void,
	) {
		this.#listsOf = listsOf;
		this.#listen = listen;
	}

	/**
	 * The first time, asks the forge for the lists of the account, and listens to changes. Waits for the answer only if a list is not known
	 * yet. In this case it listens after the answer, which the caller shows anyway: VS Code must not draw the same rows twice.
	 */
	async follow(account: Account): Promise<void> {
		const lists = this.#listsOf(account);
		const isKnown = lists.every(({ value }) => value !== undefined);
		let followed = this.#followed.get(account);
		if (!followed) {
			const lifetime = this.#lifetime.child();
			if (isKnown) this.#listen(account, lifetime);
			const firstRead = Promise.all(lists.map((list) => list.refresh())).then(() => {
				if (!isKnown && !lifetime.ended) this.#listen(account, lifetime);
			});
			followed = { lifetime, firstRead };
			this.#followed.set(account, followed);
			if (isKnown) background(firstRead);
		}
		if (!isKnown) await followed.firstRead;
	}

	/** Forgets all other accounts. */
	keepOnly(accounts: ReadonlySet<Account>): void {
		for (const [account, { lifetime }] of this.#followed) {
			if (accounts.has(account)) continue;
			this.#followed.delete(account);
			lifetime.dispose();
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

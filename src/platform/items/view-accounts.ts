import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { RefreshableList } from './view-items.ts';

interface ViewAccountsOptions<Account> {
	/** What the forge lists for an account. */
	readonly listsOf: (account: Account) => readonly RefreshableList[];
	/** Listens to changes of the account's items until `lifetime` ends. */
	readonly listen: (account: Account, lifetime: Lifetime) => void;
}

/** The accounts whose items a view shows. */
export class ViewAccounts<Account> implements Disposable {
	readonly #options: ViewAccountsOptions<Account>;
	readonly #lifetime = new Lifetime();
	readonly #followed = new Map<Account, { readonly lifetime: Lifetime; readonly read: Promise<void> }>();

	constructor(options: ViewAccountsOptions<Account>) {
		this.#options = options;
	}

	/**
	 * Asks the forge for the lists of the account the first time. Waits for the answer only if one is not known. Then it begins to listen
	 * after the answer, which the rows that the caller makes next already show: VS Code must not draw them twice.
	 */
	async follow(account: Account): Promise<void> {
		const { listsOf, listen } = this.#options;
		const lists = listsOf(account);
		const isKnown = lists.every(({ value }) => value !== undefined);
		let followed = this.#followed.get(account);
		if (!followed) {
			const lifetime = this.#lifetime.child();
			if (isKnown) listen(account, lifetime);
			const read = Promise.all(lists.map((list) => list.refresh())).then(() => {
				if (!isKnown && !lifetime.ended) listen(account, lifetime);
			});
			followed = { lifetime, read };
			this.#followed.set(account, followed);
		}
		if (!isKnown) await followed.read;
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

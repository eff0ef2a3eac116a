import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { OwnList } from './shown-items.ts';

interface FollowedAccountsOptions<Account> {
	readonly ownOf: (account: Account) => OwnList & { readonly value: unknown };
	/** Listens to changes of the account's items until `lifetime` ends. */
	readonly listen: (account: Account, lifetime: Lifetime) => void;
}

/** The accounts whose items a view shows. */
export class FollowedAccounts<Account> implements Disposable {
	readonly #options: FollowedAccountsOptions<Account>;
	readonly #lifetime = new Lifetime();
	readonly #followed = new Map<Account, { readonly lifetime: Lifetime; readonly read: Promise<void> }>();

	constructor(options: FollowedAccountsOptions<Account>) {
		this.#options = options;
	}

	/** Asks the forge for the account's own items the first time. Waits for the answer only if none are known. */
	async follow(account: Account): Promise<void> {
		const { ownOf, listen } = this.#options;
		const own = ownOf(account);
		let followed = this.#followed.get(account);
		if (!followed) {
			const lifetime = this.#lifetime.child();
			listen(account, lifetime);
			followed = { lifetime, read: own.refresh() };
			this.#followed.set(account, followed);
		}
		if (own.value === undefined) await followed.read;
	}

	/** Forgets all other accounts. Returns whether there were any. */
	keepOnly(accounts: ReadonlySet<Account>): boolean {
		const gone = [...this.#followed].filter(([account]) => !accounts.has(account));
		for (const [account, { lifetime }] of gone) {
			this.#followed.delete(account);
			lifetime.dispose();
		}
		return gone.length > 0;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

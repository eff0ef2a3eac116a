import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { RepositoryAddress } from '../model/file-address.ts';
import type { Repositories, RepositoryAccount } from './repositories.ts';
import type { RepositoryCache } from './repository-cache.ts';

/** The repositories whose files VS Code has asked for. They stay open, because it does not say when it no longer needs them. */
export class RepositoryPool implements Disposable {
	readonly #repositories: Repositories;
	readonly #lifetime = new Lifetime();
	readonly #held = new WeakMap<RepositoryAccount, Map<string, RepositoryCache>>();

	constructor(repositories: Repositories) {
		this.#repositories = repositories;
	}

	/** The repository at an address, once for each account that may see it, the owner first. */
	at({ instance, owner, repository }: RepositoryAddress): readonly RepositoryCache[] {
		return this.#repositories.accountsThatMaySee(instance, owner).map((account) => {
			const held = this.#held.get(account) ?? new Map<string, RepositoryCache>();
			this.#held.set(account, held);
			const name = `${owner}/${repository}`;
			const cache = held.get(name) ?? account.repositories.cache({ owner, name: repository }, this.#lifetime);
			held.set(name, cache);
			return cache;
		});
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

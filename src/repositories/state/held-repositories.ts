import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { FileAddress } from '../model/file-address.ts';
import type { Repositories, RepositoryAccount } from './repositories.ts';
import type { RepositoryCache } from './repository-cache.ts';

/** The repositories whose files the editor has asked for. They stay open, because it does not tell when it needs them no longer. */
export class HeldRepositories implements Disposable {
	readonly #repositories: Pick<Repositories, 'thatMaySee'>;
	readonly #lifetime = new Lifetime();
	readonly #held = new WeakMap<RepositoryAccount, Map<string, RepositoryCache>>();

	constructor(repositories: Pick<Repositories, 'thatMaySee'>) {
		this.#repositories = repositories;
	}

	/** The repository at an address, as each account sees it that may see it, the owner first. */
	at({
		instance,
		owner,
		repository,
	}: Pick<FileAddress, 'instance' | 'owner' | 'repository'>): readonly RepositoryCache[] {
		return this.#repositories.thatMaySee(instance, owner).map((account) => {
			const held = this.#held.get(account) ?? new Map<string, RepositoryCache>();
			this.#held.set(account, held);
			const name = `${owner}/${repository}`;
			const cache =
				held.get(name) ?? account.repositories.repository({ owner, name: repository }, this.#lifetime);
			held.set(name, cache);
			return cache;
		});
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

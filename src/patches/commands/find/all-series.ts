import { background } from '../../../base/background.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { ItemSource } from '../../../platform/items/item-kind.ts';
import { pickerItems } from '../../../platform/items/picker-items.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import type { ListCache } from '../../state/lists/list-cache.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';
import { type AccountSeries, uniqueSeries } from '../../state/series/account-series.ts';
import { listItems } from '../../view/list-items.ts';

/** Changes within this time are shown together. */
const coalesceMs = 120;

/** All known series. */
export class AllSeries {
	readonly #source: ItemSource<ListAccount>;
	readonly #lifetime: Lifetime;
	readonly #caches = new Map<string, ListCache>();

	constructor(source: ItemSource<ListAccount>, lifetime: Lifetime) {
		this.#source = source;
		this.#lifetime = lifetime;
	}

	/** In the order of their lists, each once. */
	get series(): readonly AccountSeries[] {
		const all = [...this.#caches.values()].flatMap(({ key, threads }) =>
			threads.series.map((series) => ({ list: key, series })),
		);
		return uniqueSeries(all, (account) => this.#accountOf(account)?.instance.name);
	}

	/** Returns the names of the user on the forge of an account. */
	readonly namesOf = (account: string): readonly string[] => {
		const forge = this.#accountOf(account)?.instance.name;
		return this.#source.accounts.flatMap(({ instance, session }) =>
			instance.name === forge ? session.account : [],
		);
	};

	/** Resolves when the series on the disk are read, and the forges have listed the lists of accounts whose lists were unknown. */
	async open(changed: () => void): Promise<void> {
		const notify = coalesce(this.#lifetime, coalesceMs, changed, { soon: true });
		const didOpen = (cache: ListCache) => {
			notify();
			this.#lifetime.add(cache.onDidChange(notify));
			background(cache.refresh());
		};
		const { accounts } = this.#source;
		const unread = accounts.flatMap(({ lists }) =>
			// A token that may not read them does not get permissions later.
			lists.lists.filter(({ value, lastError }) => value === undefined && lastError?.kind !== 'forbidden'),
		);
		// What is known is shown before the forges answer, which can take long.
		await Promise.all([
			this.#openOffered(this.#source, didOpen),
			...unread.map((listed) => listed.refresh()),
		]);
		if (unread.length > 0) await this.#openOffered({ accounts }, didOpen);
	}

	async #openOffered(source: ItemSource<ListAccount>, didOpen: (cache: ListCache) => void): Promise<void> {
		const offered = await pickerItems(listItems, source);
		await Promise.all(offered.map(({ key }) => this.#openCache(key, didOpen)));
	}

	#accountOf(id: string): ListAccount | undefined {
		return this.#source.accounts.find(({ session }) => session.id === id);
	}

	async #openCache(key: ListKey, didOpen: (cache: ListCache) => void): Promise<void> {
		const account = this.#accountOf(key.account);
		if (!account || this.#lifetime.ended || this.#caches.has(idOfList(key))) return;
		const cache = account.lists.cache({ owner: key.owner, name: key.list }, this.#lifetime);
		this.#caches.set(idOfList(key), cache);
		await cache.open();
		if (!this.#lifetime.ended) didOpen(cache);
	}
}

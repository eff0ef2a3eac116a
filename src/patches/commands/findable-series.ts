import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { type ListKey, spellList } from '../../platform/model/keys.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { FindableSeries } from './find-rows.ts';
import { type ListSource, offeredLists } from './known-lists.ts';

/** Changes within this time are shown together. */
const coalesceMs = 120;

/** All known series: first from the disk, then from the forge until the lifetime ends. */
export class AllSeries {
	readonly #source: ListSource;
	readonly #lifetime: Lifetime;
	readonly #caches = new Map<string, ListCache>();

	constructor(source: ListSource, lifetime: Lifetime) {
		this.#source = source;
		this.#lifetime = lifetime;
	}

	/** Those of an account's own lists first. */
	get series(): readonly FindableSeries[] {
		return [...this.#caches.values()].flatMap(({ key, threads }) =>
			threads.series.map((series) => ({ list: key, series })),
		);
	}

	/** Resolves when the series on the disk are read, and the forges have listed the lists of accounts whose lists were unknown. */
	async open(changed: () => void): Promise<void> {
		const notify = coalesce(this.#lifetime, coalesceMs, changed, undefined, { soon: true });
		const { accounts } = this.#source;
		await Promise.all(
			accounts.map(async ({ lists }) => {
				if (lists.own.value === undefined) await lists.own.refresh();
			}),
		);
		const keys = (await offeredLists(this.#source)).map(({ key }) => key);
		await Promise.all(keys.map((key) => this.#openCache(key, notify)));
	}

	async #openCache(key: ListKey, notify: () => void): Promise<void> {
		const account = this.#source.accounts.find(({ session }) => session.id === key.account);
		if (!account || this.#lifetime.ended || this.#caches.has(spellList(key))) return;
		const cache = account.lists.cache({ owner: key.owner, name: key.list }, this.#lifetime);
		this.#caches.set(spellList(key), cache);
		await cache.open();
		if (this.#lifetime.ended) return;
		notify();
		this.#lifetime.add(cache.onDidChange(notify));
		background(cache.refresh());
	}
}

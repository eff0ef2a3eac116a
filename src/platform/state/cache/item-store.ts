import * as v from 'valibot';
import { background } from '../../../base/background.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { createSlices } from '../../../base/slices.ts';
import { maybe, type Read } from '../../../forge/contract/read.ts';
import { Journal } from '../store/journal.ts';
import type { CollectionState, CollectionStore } from './collection-store.ts';

/** How items are stored. */
interface ItemFormat<Item> {
	/** Change this when the format changes: data of another version is read from the forge again. */
	readonly version: string;
	readonly idOf: (item: Item) => number;
	/** The item as it is stored, without its id. */
	readonly write: (item: Item) => unknown;
	/** Undefined if the stored item is damaged. Everything in the file was checked against the shape before it was stored. */
	readonly read: (stored: unknown, id: number) => Item | undefined;
	/** Whether a stored item is older than another version of it. Windows write in any order. */
	readonly isOlder?: (stored: unknown, before: unknown) => boolean;
	/** What all items share and is stored once. */
	readonly shared?: { readonly read: (stored: unknown) => void; readonly write: () => unknown };
}

interface Outdated<Item> {
	readonly idsOf: (items: ReadonlyMap<number, Item>) => Promise<readonly number[]>;
	/** If any items are removed, at least this many are left. */
	readonly leastKept: number;
	/** Called when fewer items were loaded than were once stored, before what they share is written. */
	readonly didRemove: () => void;
}

interface ItemStoreOptions<Item> {
	readonly storage: Storage;
	readonly name: Name;
	/** Names the items in the log. */
	readonly what: string;
	readonly format: ItemFormat<Item>;
	/** Items that need not be stored any longer. They are removed when the items are loaded. */
	readonly outdated?: Outdated<Item>;
	readonly log: Log;
}

const stateKey = 'state';

const State = v.object({
	asOf: maybe(v.number()),
	walked: maybe(v.number()),
	/** If the file has fewer items, it was removed in the meantime, and only later changes were written. */
	count: maybe(v.number()),
	walkedTo: v.optional(v.number()),
	shared: v.optional(v.unknown()),
});
const noState: Read<typeof State> = { asOf: null, walked: null, count: null };

/** The items of a collection in one file. */
export class ItemStore<Item> implements CollectionStore<number, Item> {
	readonly #options: ItemStoreOptions<Item>;
	readonly #journal: Journal;

	constructor(options: ItemStoreOptions<Item>) {
		this.#options = options;
		const { storage, name, format, log } = options;
		this.#journal = new Journal(storage, name, format.version, log, format.isOlder);
	}

	/** Never fails: items that cannot be read are unknown, and all pages have to be read again. */
	async load(): Promise<{
		readonly state: CollectionState<number>;
		readonly items: ReadonlyMap<number, Item>;
	}> {
		const { what, format, outdated, log } = this.#options;
		const values = await this.#journal.load();
		const { shared, ...state } = v.parse(v.fallback(State, noState), values.get(stateKey));
		format.shared?.read(shared);
		const items = new Map<number, Item>();
		let damaged = 0;
		const slice = createSlices(undefined, { waits: true });
		for (const [id, value] of values) {
			const turn = slice();
			if (turn) await turn;
			if (id === stateKey) continue;
			const item = typeof id === 'number' ? format.read(value, id) : undefined;
			if (item === undefined) damaged += 1;
			else items.set(Number(id), item);
		}
		if (damaged > 0) log.warn(`${damaged} ${what} were damaged on the disk and are read again`);
		// The count may include items that another window has removed since. At least `leastKept` items are left then.
		const least = Math.min(state.count ?? 0, outdated?.leastKept ?? Number.POSITIVE_INFINITY);
		const isWhole = items.size >= least && damaged === 0;
		const kept = await this.#withoutOutdated(isWhole ? state : { ...state, walked: null }, items);
		// The caller may draw what was loaded, which takes as long as a slice.
		await createSlices(undefined, { waits: true })();
		return { state: kept, items };
	}

	async readWalked(): Promise<number | null> {
		await this.#journal.settled();
		const [stored] = await this.#journal.readLast([stateKey]);
		return v.parse(v.fallback(State, noState), stored).walked;
	}

	/** Reads some items as any window has stored them last, and no others. Leaves out those that cannot be read. */
	async readSome(ids: readonly number[]): Promise<readonly Item[]> {
		const { read } = this.#options.format;
		await this.#journal.settled();
		const stored = await this.#journal.readLast(ids);
		return ids.flatMap((id, at) => (stored[at] === undefined ? undefined : read(stored[at], id)) ?? []);
	}

	/** Removes outdated items from `items`, and returns the state for those that are left. */
	async #withoutOutdated(
		state: CollectionState<number>,
		items: Map<number, Item>,
	): Promise<CollectionState<number>> {
		const { outdated, what, log } = this.#options;
		try {
			const ids = (await outdated?.idsOf(items)) ?? [];
			for (const id of ids) items.delete(id);
			// A window that was open before another window removed items writes the state as it was.
			if (items.size < (state.count ?? 0)) outdated?.didRemove();
			if (ids.length === 0) return state;
			this.remove(ids);
			const left = { ...state, count: items.size };
			this.putState(left);
			background(this.#journal.compact());
			log.info(`${ids.length} old ${what} were removed from the disk`);
			return left;
		} catch (error) {
			log.warn(`Old ${what} could not be removed from the disk`, error);
			return state;
		}
	}

	put(items: readonly Item[], options: { readonly areNew?: boolean } = {}): void {
		const { idOf, write } = this.#options.format;
		const entries = items.map((item): [number, unknown] => [idOf(item), write(item)]);
		this.#journal.put(entries, options);
	}

	remove(ids: readonly number[]): void {
		this.#journal.put(ids.map((id) => [id, undefined]));
	}

	putState(state: CollectionState<number>): void {
		const shared = this.#options.format.shared?.write();
		this.#journal.put([[stateKey, { ...state, ...(shared !== undefined && { shared }) }]]);
	}

	/** Resolves when everything is written. */
	settled(): Promise<void> {
		return this.#journal.settled();
	}
}

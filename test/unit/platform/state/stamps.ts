import type {
	CollectionState,
	CollectionStore,
} from '../../../../src/platform/state/cache/collection-store.ts';
import type { ListedPages } from '../../../../src/platform/state/cache/page-walks.ts';

/** A made-up resource, so that the tests of the platform depend on no feature. */
export interface Stamp {
	readonly id: string;
	readonly cents: number;
}

export const stamp = (id: string, cents = 50): Stamp => ({ id, cents });
const nothing: CollectionState<string> = { asOf: null, walked: null, count: null };

/** Stores in memory, and records what is written. */
export class Album implements CollectionStore<string, Stamp> {
	readonly items = new Map<string, Stamp>();
	written: CollectionState<string> = nothing;

	async load() {
		return { state: this.written, items: new Map(this.items) };
	}
	async readWalked() {
		return this.written.walked;
	}
	put(stamps: readonly Stamp[]): void {
		for (const one of stamps) this.items.set(one.id, one);
	}
	remove(ids: readonly string[]): void {
		for (const id of ids) this.items.delete(id);
	}
	putState(state: CollectionState<string>): void {
		this.written = state;
	}
}

/** A forge with pages of stamps. */
export function openShop() {
	const shop = {
		pages: [[stamp('c'), stamp('b')], [stamp('a')]] as readonly (readonly Stamp[])[],
		total: undefined as number | undefined,
		/** Whether the last page names a further one, which brings nothing new. */
		namesMore: false,
		/** The pages that were requested, by their index. */
		asked: [] as number[],
		/** What each page waits for before it arrives. */
		gate: async (_nth: number): Promise<void> => {},
	};
	const isLast = (nth: number) => nth === shop.pages.length - 1 && !shop.namesMore;
	const list: ListedPages<string, Stamp> = {
		pages: async function* () {
			for (const [nth, rows] of shop.pages.entries()) {
				shop.asked.push(nth);
				await shop.gate(nth);
				yield { rows, total: shop.total, isLast: isLast(nth) };
			}
		},
		pagesBelow: async function* (id) {
			for (const [nth, rows] of shop.pages.entries()) {
				const below = rows.filter((one) => one.id < id);
				if (below.length === 0) continue;
				shop.asked.push(nth);
				await shop.gate(nth);
				yield { rows: below, total: shop.total, isLast: isLast(nth) };
			}
		},
		idOf: ({ id }) => id,
	};
	return { shop, list };
}

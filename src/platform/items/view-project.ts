import { background } from '../../base/background.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { type ItemName, isSameItem, itemRef } from '../model/item-name.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { joinWords } from '../model/words.ts';
import { failureRow, isSameFailure } from '../view/failure-rows.ts';
import { projectRow } from '../view/project-row.ts';
import { noticeRow, type Row } from '../view/row.ts';
import {
	candidatesFor,
	findAccount,
	type ItemCandidates,
	knownAccount,
	maxItems,
	type PlacedItem,
} from './item-account.ts';
import { type ItemArea, itemRowId } from './item-kind.ts';

/**
 * The items below *This Project*, the first row of a view. An item has only one row, so these are not repeated below their accounts, and
 * they are chosen again only when the whole view is drawn.
 */
export class ViewProject {
	readonly #items: ProjectItems | undefined;
	readonly #kind: ItemArea;
	readonly #changed: () => void;
	#placed: readonly PlacedItem[] = [];
	/** The candidate that shows an item, as the forge has answered, by the row ids of all its candidates. */
	readonly #found = new Map<string, PlacedItem>();
	/** The items whose account has to be found, by the same keys. */
	readonly #unclear = new Map<string, ItemCandidates>();
	/** The keys that the forge was asked about. */
	readonly #asked = new Set<string>();
	/** The number of items without a row. */
	#omitted = 0;

	/** `changed` has to draw the whole view again. It is called when another account than before shows an item. */
	constructor(items: ProjectItems | undefined, kind: ItemArea, changed: () => void) {
		this.#items = items;
		this.#kind = kind;
		this.#changed = changed;
	}

	/** Chooses the items below *This Project*. Called before the whole view is drawn. */
	async place(accounts: readonly Account[]): Promise<readonly PlacedItem[]> {
		const all = await candidatesFor(this.#items, accounts, this.#kind);
		// The row that says how many are omitted takes as much space as one item.
		const shown = all.length > maxItems + 1 ? all.slice(0, maxItems) : all;
		this.#unclear.clear();
		this.#placed = shown.map((candidates) => this.#placeItem(candidates));
		this.#omitted = all.length - shown.length;
		return this.#placed;
	}

	/** Uses the first candidate while the forge is asked which account may see the item, and if that fails. */
	#placeItem(candidates: ItemCandidates): PlacedItem {
		const known = knownAccount(candidates);
		if (known) return known;
		const key = JSON.stringify(candidates.map(idOfPlacedItem));
		this.#unclear.set(key, candidates);
		if (!this.#asked.has(key)) background(this.#findAccount(key, candidates));
		const id = this.#found.get(key)?.account.session.id;
		return candidates.find(({ account }) => account.session.id === id) ?? candidates[0];
	}

	/** Asks again which accounts may see the items. */
	findAgain(): void {
		for (const [key, candidates] of this.#unclear) background(this.#findAccount(key, candidates));
	}

	async #findAccount(key: string, candidates: ItemCandidates): Promise<void> {
		this.#asked.add(key);
		try {
			const found = await findAccount(candidates, this.#kind);
			const before = this.#found.get(key) ?? candidates[0];
			this.#found.set(key, found);
			if (found.account.session.id !== before.account.session.id) this.#changed();
		} catch (error) {
			this.#asked.delete(key);
			if (!(error instanceof ForgeError)) throw error;
		}
	}

	/** The items of all accounts, or of the one whose session has this id. */
	placed(account?: string): readonly PlacedItem[] {
		return this.#placed.filter((one) => account === undefined || one.account.session.id === account);
	}

	has(account: string, item: ItemName): boolean {
		return this.placed(account).some((one) => isSameItem(one, item));
	}

	/** The row *This Project*. Undefined if there is nothing below it. */
	row(create: (item: PlacedItem) => Promise<Row>): Row | undefined {
		if (this.#placed.length === 0) return undefined;
		return projectRow(async () => {
			const items = this.#placed;
			const omitted = this.#omitted;
			const rows = rowsOf(items, await Promise.allSettled(items.map(create)));
			const more = `${formatNumber(omitted)} more ${this.#kind.nouns}`;
			return omitted > 0 ? [...rows, noticeRow('project/more', 'info', more)] : rows;
		});
	}
}

/** The rows of items. Items that failed for the same reason share a row, in place of the first such item. */
function rowsOf(items: readonly PlacedItem[], results: readonly PromiseSettledResult<Row>[]): readonly Row[] {
	return results.flatMap((result, at) => {
		if (result.status === 'fulfilled') return result.value;
		const { reason } = result;
		const failsAlike = (other: PromiseSettledResult<Row> | undefined) =>
			// An unexpected error is like no other one.
			other === result || (other?.status === 'rejected' && isSameFailure(other.reason, reason));
		const [first, ...others] = items.filter((_, other) => failsAlike(results[other]));
		if (!first || first !== items[at]) return [];
		const refs = joinWords([first, ...others].map(itemRef));
		return {
			...failureRow(reason, first.account.session, refs),
			id: `notice/failed/project/${idOfPlacedItem(first)}`,
		};
	});
}

const idOfPlacedItem = (item: PlacedItem): string => itemRowId(item.account.session.id, item);

import { background } from '../../base/background.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { type ItemName, isSameItem, itemRef } from '../model/item-name.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { joinWords } from '../model/words.ts';
import { failureRow, isSameFailure } from '../view/failure-rows.ts';
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
 * The items below *This Project*, the first row of a view. They are not repeated below their accounts, because each row exists once. So
 * they only change with the whole view.
 */
export class ViewProject {
	readonly #items: ProjectItems | undefined;
	readonly #kind: ItemArea;
	readonly #changed: () => void;
	#placed: readonly PlacedItem[] = [];
	/** The accounts that were found or are being looked for, by item and accounts. */
	readonly #found = new Map<string, PlacedItem | undefined>();
	/** The number of items that are left out. */
	#left = 0;

	/** `changed` is called when another account than before shows an item, after which the whole view is drawn again. */
	constructor(items: ProjectItems | undefined, kind: ItemArea, changed: () => void) {
		this.#items = items;
		this.#kind = kind;
		this.#changed = changed;
	}

	/** Determines the items below *This Project* for the rows that are requested next. Call this when the whole view is drawn. */
	async place(accounts: readonly Account[]): Promise<readonly PlacedItem[]> {
		const all = await candidatesFor(this.#items, accounts, this.#kind);
		// The row that says how many are left out takes the place of one item.
		const shown = all.length > maxItems + 1 ? all.slice(0, maxItems) : all;
		this.#placed = shown.map((candidates) => this.#placeItem(candidates));
		this.#left = all.length - shown.length;
		return this.#placed;
	}

	/** While the forge is being asked which account shows the item, and if that fails, it is the first. */
	#placeItem(candidates: ItemCandidates): PlacedItem {
		const known = knownAccount(candidates);
		if (known) return known;
		const key = JSON.stringify(candidates.map(idOfPlacedItem));
		if (!this.#found.has(key)) {
			this.#found.set(key, undefined);
			background(this.#findAccount(key, candidates));
		}
		const id = this.#found.get(key)?.account.session.id;
		return candidates.find(({ account }) => account.session.id === id) ?? candidates[0];
	}

	async #findAccount(key: string, candidates: ItemCandidates): Promise<void> {
		try {
			const found = await findAccount(candidates, this.#kind);
			this.#found.set(key, found);
			if (found !== candidates[0]) this.#changed();
		} catch (error) {
			this.#found.delete(key);
			if (!(error instanceof ForgeError)) throw error;
		}
	}

	/** Of all accounts, or of the one whose session has this id. */
	placed(account?: string): readonly PlacedItem[] {
		return this.#placed.filter((one) => account === undefined || one.account.session.id === account);
	}

	has(account: string, item: ItemName): boolean {
		return this.#placed.some((one) => isSame(one, account, item));
	}

	/** The row *This Project*. Undefined if there is nothing below it. */
	row(create: (item: PlacedItem) => Promise<Row>): Row | undefined {
		if (this.#placed.length === 0) return undefined;
		return {
			id: 'project',
			label: 'This Project',
			icon: 'root-folder',
			tooltip: 'What the folders of this workspace belong to',
			context: 'project',
			isOpen: true,
			children: async () => {
				const created = await Promise.all(this.#placed.map((item) => createOrFail(item, create)));
				const rows = rowsOf(created);
				const left = `${formatNumber(this.#left)} more ${this.#kind.nouns}`;
				return this.#left > 0 ? [...rows, noticeRow('project/more', 'info', left)] : rows;
			},
		};
	}
}

type Created = { readonly item: PlacedItem } & (
	| { readonly row: Row; readonly error?: never }
	| { readonly row?: never; readonly error: unknown }
);

async function createOrFail(item: PlacedItem, create: (item: PlacedItem) => Promise<Row>): Promise<Created> {
	try {
		return { item, row: await create(item) };
	} catch (error) {
		return { item, error };
	}
}

/** The rows of items. Those that failed for the same reason share a row, in place of the first of them. */
function rowsOf(created: readonly Created[]): readonly Row[] {
	return created.flatMap((one, nth) => {
		if (one.row) return one.row;
		const { item, error } = one;
		const isSameReason = (other: Created) => other === one || isSameFailure(other.error, error);
		if (created.findIndex(isSameReason) < nth) return [];
		const names = created.filter(isSameReason).map((other) => itemRef(other.item));
		const row = failureRow(error, item.account.session);
		return {
			...row,
			id: `notice/failed/project/${idOfPlacedItem(item)}`,
			tooltip: `${joinWords(names)}: ${row.tooltip}`,
		};
	});
}

const idOfPlacedItem = (item: PlacedItem): string => itemRowId(item.account.session.id, item);

const isSame = (item: PlacedItem, account: string, other: ItemName): boolean =>
	item.account.session.id === account && isSameItem(item, other);

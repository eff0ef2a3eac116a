import type { Account } from '../../signin/connection.ts';
import { formatNumber } from '../model/words.ts';
import { type AreaView, missingScopes } from './account-rows.ts';
import { failureRow } from './failure-rows.ts';
import { noticeRow, type Row } from './row.ts';

/** A clone can have thousands of remotes, and each row takes a request. */
const mostItems = 20;

/** Something on a forge that belongs to a folder of the workspace. */
export interface ProjectItem {
	/** The name of the forge. */
	readonly instance: string;
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

/** The items of the workspace's projects that a view shows. */
export interface ProjectItems {
	readonly all: readonly ProjectItem[];
	/** Resolves when the projects are known, or when that takes too long. */
	ready(): Promise<void>;
}

/** An item, as seen by an account. */
export interface PlacedItem {
	readonly account: Account;
	readonly owner: string;
	readonly name: string;
}

/**
 * The items below *This Project*, the first row of a view. They are not repeated below their accounts, because each row exists once. So
 * they only change with the whole view.
 */
export class ShownProject {
	readonly #items: ProjectItems | undefined;
	readonly #view: Pick<AreaView, 'area' | 'scopes' | 'itemsName'>;
	#placed: readonly PlacedItem[] = [];
	/** The number of items that are left out. */
	#left = 0;

	constructor(items: ProjectItems | undefined, view: Pick<AreaView, 'area' | 'scopes' | 'itemsName'>) {
		this.#items = items;
		this.#view = view;
	}

	/** Determines the items below *This Project* for the rows that are requested next. Call this when the whole view is drawn. */
	async place(accounts: readonly Account[]): Promise<readonly PlacedItem[]> {
		if (accounts.length > 0) await this.#items?.ready();
		const byName = new Map<string, PlacedItem>();
		for (const item of this.#items?.all ?? []) {
			const placed = placeItem(item, accounts, this.#view);
			if (placed) byName.set(JSON.stringify([placed.account.session.id, item.owner, item.name]), placed);
		}
		const all = [...byName.values()];
		// The row that says how many are left out takes the place of one item.
		this.#placed = all.length > mostItems + 1 ? all.slice(0, mostItems) : all;
		this.#left = all.length - this.#placed.length;
		return this.#placed;
	}

	/** Of all accounts, or of the one whose session has this id. */
	placed(account?: string): readonly PlacedItem[] {
		return this.#placed.filter((one) => account === undefined || one.account.session.id === account);
	}

	has(account: string, item: Pick<PlacedItem, 'owner' | 'name'>): boolean {
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
				const rows = await Promise.all(this.#placed.map((item) => rowOrFailure(item, create)));
				const left = `${formatNumber(this.#left)} more ${this.#view.itemsName}`;
				return this.#left > 0 ? [...rows, noticeRow('project/more', 'info', left)] : rows;
			},
		};
	}
}

/** The owner's account shows the item or, if the owner is not signed in, the first one that can. */
export function placeItem(
	{ instance, owner, name }: ProjectItem,
	accounts: readonly Account[],
	view: Pick<AreaView, 'area' | 'scopes'>,
): PlacedItem | undefined {
	const candidates = accounts.filter(
		(one) =>
			one.instance.name === instance &&
			one.instance[view.area] !== undefined &&
			missingScopes(view, one).length === 0,
	);
	const account = candidates.find(({ session }) => session.account === owner) ?? candidates[0];
	return account && { account, owner, name };
}

async function rowOrFailure(item: PlacedItem, create: (item: PlacedItem) => Promise<Row>): Promise<Row> {
	try {
		return await create(item);
	} catch (error) {
		const { account, owner, name } = item;
		const id = `notice/failed/project/${account.session.id}/${owner}/${name}`;
		return { ...failureRow(error, account.session), id };
	}
}

const isSame = (
	item: PlacedItem,
	account: string,
	{ owner, name }: Pick<PlacedItem, 'owner' | 'name'>,
): boolean => item.account.session.id === account && item.owner === owner && item.name === name;

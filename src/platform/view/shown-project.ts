import type { Account } from '../../signin/connection.ts';
import { type AreaView, missingScopes } from './account-rows.ts';
import { failureRow } from './failure-rows.ts';
import type { Row } from './row.ts';

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
	readonly #view: Pick<AreaView, 'area' | 'scopes'>;
	#placed: readonly PlacedItem[] = [];

	constructor(items: ProjectItems | undefined, view: Pick<AreaView, 'area' | 'scopes'>) {
		this.#items = items;
		this.#view = view;
	}

	/** Determines the items below *This Project* for the rows that are requested next. Call this when the whole view is drawn. */
	async place(accounts: readonly Account[]): Promise<readonly PlacedItem[]> {
		if (accounts.length > 0) await this.#items?.ready();
		const placed = (this.#items?.all ?? []).flatMap((item) => placeItem(item, accounts, this.#view) ?? []);
		this.#placed = placed.filter(
			(one, index) => placed.findIndex((other) => isSame(one, other.account.session.id, other)) === index,
		);
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
			children: () => Promise.all(this.#placed.map((item) => rowOrFailure(item, create))),
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

import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { smallest } from '../../base/collections.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import { type ItemName, isSameItem, itemRef } from '../model/item-name.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { connectionMessage, type Unreached } from '../view/connection-message.ts';
import { missingPermissionRow } from '../view/failure-rows.ts';
import { noticeRow, type Row } from '../view/row.ts';
import type { View, ViewChange } from '../view/view.ts';
import { areaRows, missingScopes } from './account-rows.ts';
import { followItems } from './follow-items.ts';
import type { PlacedItem } from './item-account.ts';
import { type ItemKey, itemRowId } from './item-kind.ts';
import { itemFailureRows, listFailureRows, noItemsRows, unreadablePinsRow } from './item-notices.ts';
import type { ItemsViewKind, LeadingItem, OpenableCache } from './items-view-kind.ts';
import { ViewAccounts } from './view-accounts.ts';
import { type RequestedData, ViewConnection } from './view-connection.ts';
import { ViewItems } from './view-items.ts';
import { ViewProject } from './view-project.ts';

export interface ItemsViewOptions<Opened extends Account> {
	/** The accounts that have such items. */
	readonly source: {
		readonly accounts: readonly Opened[];
		readonly onDidChange: Event<void>;
		of(account: string): Opened | undefined;
	};
	readonly project?: ProjectItems;
	/** Called when rows change; without `change` when the whole view changes. */
	readonly changed: (change?: ViewChange) => unknown;
	readonly isVisible: () => boolean;
}

/** A view with a row for each item of each account, such as a repository: *This Project* first, then own, subscribed and pinned items. */
export class AccountItemsView<
	Opened extends Account,
	Key extends ItemKey,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> implements View, Disposable
{
	readonly #kind: ItemsViewKind<Opened, Key, Item, Cache>;
	readonly #options: ItemsViewOptions<Opened>;
	protected readonly lifetime = new Lifetime();
	readonly #items: ViewItems<Opened, Cache>;
	/** By account; undefined for what comes before the items of all accounts. */
	readonly #leading: ViewItems<Opened | undefined, LeadingItem>;
	readonly #project: ViewProject;
	readonly #connection = new ViewConnection();
	/** The sessions of accounts whose area could not be reached. */
	readonly #lost = new Set<string>();
	readonly #accounts: ViewAccounts<Opened>;

	constructor(kind: ItemsViewKind<Opened, Key, Item, Cache>, options: ItemsViewOptions<Opened>) {
		this.#kind = kind;
		this.#options = options;
		const { source, project, changed, isVisible } = options;
		const listsOf = (account: Opened) => kind.itemsOf(account).lists;
		this.#project = new ViewProject(project, kind, () => changed());
		const lists = () => source.accounts.flatMap(listsOf);
		this.#items = this.lifetime.add(new ViewItems<Opened, Cache>(lists, changed, isVisible));
		this.#leading = this.lifetime.add(
			new ViewItems<Opened | undefined, LeadingItem>(() => [], changed, isVisible),
		);
		this.#accounts = this.lifetime.add(
			new ViewAccounts<Opened>(listsOf, (account, lifetime) =>
				followItems(kind.itemsOf(account), lifetime, () => changed(), kind.describe),
			),
		);
		this.lifetime.add(source.onDidChange(() => this.#didChangeAccounts()));
		kind.listen?.((key) => this.#didChange(key), this.lifetime);
	}

	get id(): string {
		return this.#kind.id;
	}

	get message(): string | undefined {
		const { accounts } = this.#options.source;
		const unreached = accounts.flatMap((account) => this.#connection.unreached(this.#requestedBy([account])));
		return connectionMessage(
			[...unreached, ...accounts.flatMap((account) => this.#lossOf(account))],
			timeOfDay(),
		);
	}

	/** The items that are shown, with their caches. */
	get shown(): Iterable<{ readonly account: Opened; readonly cache: Cache }> {
		return this.#items.all();
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		await this.#project.place(accounts);
		const project = this.#project.row((item) => this.#projectRow(item));
		const rows = await areaRows(this.#kind, accounts, problems, (account) => this.rows(account));
		return [...this.#firstRows(accounts), ...(project ? [project] : []), ...rows];
	}

	/** The rows of an account. */
	async rows({ session }: Account): Promise<readonly Row[]> {
		const account = this.#options.source.of(session.id);
		if (!account) return [];
		await this.#accounts.follow(account);
		const { names, own, lists, pins } = this.#kind.itemsOf(account);
		const hasProject = this.#project.placed().length > 0;
		const rows = await Promise.all(
			names
				.filter((name) => !this.#project.has(session.id, name))
				.map((name, at) => this.#itemRow(account, name, at === 0 && !hasProject)),
		);
		const idsInProject = this.#project.placed(session.id).map((item) => itemRowId(session.id, item));
		this.#items.keepOnly(account, [...rows.map(({ id }) => id), ...idsInProject]);
		const failures = listFailureRows(lists, session, this.#kind.nouns);
		const isEmpty =
			own.value !== undefined &&
			rows.length + idsInProject.length + failures.length === 0 &&
			!pins.areUnreadable;
		const missing = missingScopes(this.#kind.optionalScopes ?? [], account);
		return [
			...(await this.#leadingRows(account)),
			...failures,
			...rows,
			...(isEmpty ? noItemsRows(this.#kind, session.id) : []),
			...(pins.areUnreadable ? [unreadablePinsRow(session.id, this.#kind.nouns)] : []),
			...(missing.length > 0 ? [missingPermissionRow(session, missing)] : []),
		];
	}

	didAnswer({ session }: Account, area: Area): void {
		const account = this.#options.source.of(session.id);
		if (!account || area !== this.#kind.area) return;
		const wasLost = this.#lost.delete(session.id);
		if (!this.#connection.didAnswer(this.#requestedBy([account])) && !wasLost) return;
		this.#options.changed('head');
		for (const items of this.#allItems) items.retrySoon();
	}

	/** Shows at once that there is no connection, although the view itself has requested nothing. */
	didLose({ session }: Account, area: Area): void {
		if (area !== this.#kind.area || !this.#options.source.of(session.id)) return;
		this.#lost.add(session.id);
		this.#options.changed('head');
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		for (const items of this.#allItems) items.refreshStale();
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		this.#project.findAgain();
		for (const items of this.#allItems) items.refresh();
	}

	/** Records a row that is on the screen. */
	didShow(row: Row): void {
		for (const items of this.#allItems) items.recordRow(row);
	}

	dispose(): void {
		this.lifetime.dispose();
	}

	/** The row of an item, or a row below it, has changed although the item's cache has not. */
	#didChange(key: Key): void {
		const id = itemRowId(key.account, this.#kind.itemOf(key));
		const cache = this.#items.cacheOf(id);
		if (cache && this.#kind.needsAll?.(key)) background(cache.open());
		this.#items.didChange(id);
	}

	async #projectRow(item: PlacedItem): Promise<Row> {
		const { session } = item.account;
		const account = this.#options.source.of(session.id);
		// The account has just signed out, after which the view is drawn again.
		if (!account) return noticeRow(`project/${itemRowId(session.id, item)}`, 'info', itemRef(item));
		await this.#accounts.follow(account);
		return this.#itemRow(account, item, item === this.#project.placed()[0]);
	}

	get #allItems() {
		return [this.#leading, this.#items] as const;
	}

	#firstRows(accounts: readonly Account[]): readonly Row[] {
		const { first } = this.#kind;
		const isReadable = (account: Account) =>
			this.#options.source.of(account.session.id) && missingScopes(this.#kind.scopes, account).length === 0;
		if (!first || !accounts.some(isReadable)) return [];
		const id = 'first';
		const item = this.#leading.cache(undefined, id, first);
		return [item.row({ id, failures: () => [], didOpen: () => {} })];
	}

	async #leadingRows(account: Opened): Promise<readonly Row[]> {
		const { leading } = this.#kind;
		if (!leading) return [];
		const id = `${account.session.id}/leading`;
		const item = this.#leading.cache(account, id, (lifetime) => leading(account, lifetime));
		await item.open();
		return [
			item.row({
				id,
				failures: () => this.#failuresOf(account, item, id),
				didOpen: () => this.#leading.didOpen(id),
			}),
		];
	}

	async #itemRow(account: Opened, item: ItemName, isFirst: boolean): Promise<Row> {
		const { itemsOf, keyOf, needsAll, row } = this.#kind;
		const items = itemsOf(account);
		const id = itemRowId(account.session.id, item);
		const cache = this.#items.cache(account, id, (lifetime) => items.cache(item, lifetime));
		if (!cache.openRow || needsAll?.(keyOf(account.session.id, item))) await cache.open();
		else await cache.openRow();
		return row({
			account,
			cache,
			id,
			isPinned: items.pins.all.some((pin) => isSameItem(pin, item)),
			isSubscribed: items.subscription(item) !== undefined,
			isFirst,
			failures: () => this.#failuresOf(account, cache, id),
			read: () => this.#items.readRow(id),
			didOpen: () => this.#items.didOpen(id),
		});
	}

	/** What the view requests of these accounts: their lists of items, and the items. */
	#requestedBy(accounts: readonly Opened[]): readonly RequestedData[] {
		const lists = accounts.flatMap((account) => this.#kind.itemsOf(account).lists);
		const caches = this.#allItems
			.flatMap((items) => [...items.all()])
			.filter(({ account }) => account && accounts.includes(account))
			.map(({ cache }) => cache);
		return [...lists, ...caches];
	}

	/** The loss of the area of an account. */
	#lossOf(account: Opened): readonly Unreached[] {
		const loss = account.connection.losses.of(this.#kind.area);
		if (!loss) return [];
		const times = this.#requestedBy([account]).flatMap(({ asOf }) => asOf ?? []);
		return [{ error: loss.error, asOf: times.length > 0 ? smallest(times) : undefined }];
	}

	#failuresOf(account: Opened, { lastError }: RequestedData, rowId: string): readonly Row[] {
		return itemFailureRows(lastError, this.#kind.itemsOf(account).own.lastError, account.session, rowId);
	}

	#didChangeAccounts(): void {
		const present = new Set(this.#options.source.accounts);
		this.#items.keepOnlyOf(present);
		this.#leading.keepOnlyOf(new Set([...present, undefined]));
		this.#accounts.keepOnly(present);
		this.#options.changed();
	}
}

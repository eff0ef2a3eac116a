import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { type ItemName, isSameItem, itemRef } from '../model/item-name.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { connectionMessage } from '../view/connection-message.ts';
import { failureRow, isSameFailure, missingPermissionRow } from '../view/failure-rows.ts';
import { noticeRow, type Row } from '../view/row.ts';
import type { View, ViewChange } from '../view/view.ts';
import { areaRows, missingScopes } from './account-rows.ts';
import { followItems } from './follow-items.ts';
import type { PlacedItem } from './item-account.ts';
import { type ItemKey, type ItemKind, itemRowId } from './item-kind.ts';
import { noItemsRows, unreadablePinsRow } from './item-notices.ts';
import { ViewAccounts } from './view-accounts.ts';
import { ViewConnection, type ViewRequest } from './view-connection.ts';
import { type ItemCache, type RefreshableList, ViewItems } from './view-items.ts';
import { ViewProject } from './view-project.ts';

interface OpenableCache extends ItemCache, Disposable {
	/** When the forge last answered, in milliseconds since 1970. */
	readonly asOf: number | undefined;
	/** Resolves when the stored data is read from the disk. */
	open(): Promise<void>;
	/** Resolves when what its collapsed row shows is read from the disk, if that is less. */
	openRow?(): Promise<void>;
}

/** What the row of an item is made of. */
export interface ItemRowInput<Opened, Cache> {
	readonly account: Opened;
	/** The cache of the item. What its collapsed row shows was read from the disk. */
	readonly cache: Cache;
	readonly isPinned: boolean;
	/** Whether the account subscribes to the item. */
	readonly isSubscribed: boolean;
	/** Whether it is the first item of the account or of the project. */
	readonly isFirst: boolean;
	/** The id of the row. */
	readonly id: string;
	/** Rows for a failure to read the item. */
	readonly failures: () => readonly Row[];
	/** Begins to read what the row shows. */
	readonly read: () => void;
	/** To be called when the user looks at the rows below. */
	readonly didOpen: () => void;
}

/** What the row before the items of an account is made of. */
export interface LeadingRowInput {
	readonly id: string;
	readonly failures: () => readonly Row[];
	readonly didOpen: () => void;
}

/** A row that comes before the items of an account. */
export interface LeadingItem extends OpenableCache {
	row(input: LeadingRowInput): Row;
}

/** The items that a view shows, and their rows. */
export interface ItemsViewKind<
	Opened extends Account,
	Key extends ItemKey,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> extends ItemKind<Opened, Key, Item, Cache> {
	/** The id of the view in the manifest. */
	readonly id: string;
	/** Scopes without which the view shows less, and says so. */
	readonly optionalScopes?: readonly string[];
	/** What rows show of an item as the forge lists it; by default everything. If nothing else changes, the view is not drawn again. */
	readonly describe?: (item: Item) => unknown;
	/** Whether the collapsed row of an item needs all that is stored of the item. */
	readonly needsAll?: (key: Key) => boolean;
	/** Listens until `lifetime` ends to what changes the rows of items besides their caches. */
	readonly listen?: (didChange: (key: Key) => void, lifetime: Lifetime) => void;
	/** Creates what comes before the items of an account, until `lifetime` ends. */
	readonly leading?: (account: Opened, lifetime: Lifetime) => LeadingItem;
	readonly row: (input: ItemRowInput<Opened, Cache>) => Row;
}

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
	readonly now?: () => number;
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
	readonly #now: () => number;
	readonly #shown: ViewItems<Opened, Cache>;
	readonly #leading: ViewItems<Opened, LeadingItem>;
	readonly #project: ViewProject;
	readonly #connection = new ViewConnection();
	readonly #followed: ViewAccounts<Opened>;

	constructor(kind: ItemsViewKind<Opened, Key, Item, Cache>, options: ItemsViewOptions<Opened>) {
		this.#kind = kind;
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { source, project, changed, isVisible } = options;
		const listsOf = (account: Opened) => kind.itemsOf(account).lists;
		this.#project = new ViewProject(project, kind, () => changed());
		const shared = { changed, didRefresh: () => changed('head'), isVisible, now: this.#now };
		const lists = () => source.accounts.flatMap(listsOf);
		this.#shown = this.lifetime.add(new ViewItems<Opened, Cache>({ ...shared, lists }));
		this.#leading = this.lifetime.add(new ViewItems<Opened, LeadingItem>({ ...shared, lists: () => [] }));
		this.#followed = this.lifetime.add(
			new ViewAccounts<Opened>(listsOf, (account, lifetime) =>
				followItems(kind.itemsOf(account), lifetime, () => changed(), kind.describe),
			),
		);
		this.lifetime.add(source.onDidChange(() => this.#forgetGone()));
		kind.listen?.((key) => this.#didChange(key), this.lifetime);
	}

	get id(): string {
		return this.#kind.id;
	}

	get message(): string | undefined {
		return connectionMessage(this.#connection.unreached(this.#requested()), this.#now());
	}

	/** The items that are shown, with their caches. */
	get shown(): Iterable<{ readonly account: Opened; readonly cache: Cache }> {
		return this.#shown.all();
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		await this.#project.place(accounts);
		const project = this.#project.row((item) => this.#projectRow(item));
		const rows = await areaRows(this.#kind, accounts, problems, (account) => this.rows(account));
		return project ? [project, ...rows] : rows;
	}

	/** The rows of an account. */
	async rows({ session }: Account): Promise<readonly Row[]> {
		const { source } = this.#options;
		const { itemsOf, nouns, optionalScopes = [] } = this.#kind;
		const account = source.of(session.id);
		if (!account) return [];
		const items = itemsOf(account);
		const { own, lists, pins } = items;
		await this.#followed.follow(account);
		const names = items.names.filter((one) => !this.#project.has(session.id, one));
		const hasProject = this.#project.placed().length > 0;
		const rows = await Promise.all(
			names.map((name, nth) => this.#itemRow(account, name, nth === 0 && !hasProject)),
		);
		const inProject = this.#project.placed(session.id).map((item) => ({ id: itemRowId(session.id, item) }));
		this.#shown.keepOnly(account, [...rows, ...inProject]);
		const failures = this.#listFailures(lists, session);
		const missing = missingScopes(optionalScopes, account);
		const notices = [
			...(pins.areUnreadable ? [unreadablePinsRow(session.id, nouns)] : []),
			...(missing.length > 0 ? [missingPermissionRow(session, missing)] : []),
		];
		const isEmpty = rows.length + inProject.length + failures.length === 0 && !pins.areUnreadable;
		const empty = isEmpty && own.value !== undefined ? noItemsRows(this.#kind, session.id) : [];
		const leading = await this.#leadingRows(account);
		return [...leading, ...failures, ...rows, ...empty, ...notices];
	}

	didAnswer({ session }: Account, area: Area): void {
		const account = this.#options.source.of(session.id);
		if (!account || area !== this.#kind.area || !this.#connection.didAnswer(this.#requested(account))) return;
		this.#options.changed('head');
		for (const shown of this.#allShown) shown.retrySoon();
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		for (const shown of this.#allShown) shown.refreshStale();
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		for (const shown of this.#allShown) shown.refresh();
	}

	/** Records a row that is on the screen. */
	didShow(row: Row): void {
		for (const shown of this.#allShown) shown.recordRow(row);
	}

	dispose(): void {
		this.lifetime.dispose();
	}

	/** What the row of an item shows has changed, or what is below it, although its cache has not. */
	#didChange(key: Key): void {
		const id = itemRowId(key.account, this.#kind.itemOf(key));
		const cache = this.#shown.cacheOf(id);
		if (cache && this.#kind.needsAll?.(key)) background(cache.open());
		this.#shown.didChange(id);
	}

	async #projectRow(item: PlacedItem): Promise<Row> {
		const { session } = item.account;
		const account = this.#options.source.of(session.id);
		// The account has just signed out, after which the view is drawn again.
		if (!account) return noticeRow(`project/${itemRowId(session.id, item)}`, 'info', itemRef(item));
		await this.#followed.follow(account);
		return this.#itemRow(account, item, item === this.#project.placed()[0]);
	}

	get #allShown(): readonly (ViewItems<Opened, Cache> | ViewItems<Opened, LeadingItem>)[] {
		return [this.#leading, this.#shown];
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
				failures: () => this.#failureRows(account, item.lastError, id),
				didOpen: () => this.#leading.didOpen(id),
			}),
		];
	}

	async #itemRow(account: Opened, { owner, name }: ItemName, isFirst: boolean): Promise<Row> {
		const { itemsOf, keyOf, needsAll, row } = this.#kind;
		const items = itemsOf(account);
		const id = itemRowId(account.session.id, { owner, name });
		const cache = this.#shown.cache(account, id, (lifetime) => items.cache({ owner, name }, lifetime));
		const isEnough = !needsAll?.(keyOf(account.session.id, { owner, name }));
		await ((isEnough ? cache.openRow?.() : undefined) ?? cache.open());
		return row({
			account,
			cache,
			id,
			isPinned: items.pins.all.some((pin) => isSameItem(pin, { owner, name })),
			isSubscribed: items.subscription({ owner, name }) !== undefined,
			isFirst,
			failures: () => this.#failureRows(account, cache.lastError, id),
			read: () => this.#shown.readRow(id),
			didOpen: () => this.#shown.didOpen(id),
		});
	}

	/** What the view requests: the lists of items and the items, of one account or of all. */
	#requested(only?: Opened): readonly ViewRequest[] {
		const isIncluded = (account: Opened) => only === undefined || account === only;
		const { accounts } = this.#options.source;
		const lists = accounts.filter(isIncluded).flatMap((one) => this.#kind.itemsOf(one).lists);
		const caches = this.#allShown
			.flatMap((shown) => [...shown.all()])
			.filter(({ account }) => isIncluded(account));
		return [...lists, ...caches.map(({ cache }) => cache)].map(({ lastError, asOf }) => ({
			error: lastError,
			asOf,
		}));
	}

	/** A row for each reason why something could not be listed. The view's message is about the connection. */
	#listFailures(lists: readonly RefreshableList[], session: Session): readonly Row[] {
		const errors = lists.flatMap(({ lastError }) =>
			lastError && !isTransient(lastError) ? [lastError] : [],
		);
		return errors
			.filter((error, at) => errors.findIndex((other) => isSameFailure(error, other)) === at)
			.map((error, at) => ({
				...failureRow(error, session),
				...(at > 0 && { id: `notice/failed/${session.id}/${at}` }),
			}));
	}

	/** The view's message is about the connection, and the account has a row for its own list, so only other failures have a row. */
	#failureRows(account: Opened, error: ForgeError | undefined, id: string): readonly Row[] {
		const { own } = this.#kind.itemsOf(account);
		if (!error || isTransient(error) || isSameFailure(error, own.lastError)) return [];
		return [{ ...failureRow(error, account.session), id: `notice/failed/${id}` }];
	}

	#forgetGone(): void {
		const present = new Set(this.#options.source.accounts);
		for (const shown of this.#allShown) shown.keepOnlyOf(present);
		this.#followed.keepOnly(present);
		this.#options.changed();
	}
}

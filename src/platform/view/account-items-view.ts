import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTransient } from '../../forge/contract/errors.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { ProjectItems } from '../model/project-items.ts';
import type { AccountItems } from '../state/account-items.ts';
import type { Pin } from '../state/pins.ts';
import { type AreaView, areaRows, missingScopes } from './account-rows.ts';
import { connectionMessage } from './connection-message.ts';
import { failureRow, isSameFailure, missingPermissionRow } from './failure-rows.ts';
import { followItems } from './follow-items.ts';
import type { PlacedItem, ReadItem } from './item-account.ts';
import { noticeRow, type Row } from './row.ts';
import { unreadablePinsRow } from './unreadable-pins.ts';
import type { View, ViewChange } from './view.ts';
import { ViewAccounts } from './view-accounts.ts';
import { ViewConnection, type ViewRequest } from './view-connection.ts';
import { type ItemCache, ViewItems } from './view-items.ts';
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
interface ItemRowInput<Opened, Cache> {
	readonly account: Opened;
	/** The cache of the item. What its collapsed row shows was read from the disk. */
	readonly cache: Cache;
	readonly isPinned: boolean;
	/** Whether the account subscribes to the item. */
	readonly isSubscribed: boolean;
	/** The id of the row. */
	readonly id: string;
	/** Rows for a failure to read the item. */
	readonly failures: () => readonly Row[];
	/** Begins to read what the row shows. */
	readonly read: () => void;
	/** To be called when the user looks at the rows below. */
	readonly didOpen: () => void;
}

/** A row that comes before the items of an account. */
export interface LeadingItem extends OpenableCache {
	row(input: Pick<ItemRowInput<never, never>, 'id' | 'failures' | 'didOpen'>): Row;
}

/** The kind of items in a view. */
export interface ItemsKind<
	Opened extends Account,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> extends Pick<AreaView, 'area' | 'itemsName' | 'scopes'> {
	/** The id of the view in the manifest. */
	readonly id: string;
	/** Scopes without which the view shows less, and says so. */
	readonly optionalScopes?: readonly string[];
	readonly itemsOf: (account: Opened) => AccountItems<Item, Cache>;
	/** Creates what comes before the items of an account, until `holder` ends. */
	readonly leading?: (account: Opened, holder: Lifetime) => LeadingItem;
	/** Asks the forge for an item, to find out whether the account may see it. */
	readonly read: ReadItem;
	readonly row: (input: ItemRowInput<Opened, Cache>) => Row;
	/** What an account without items can do. */
	readonly emptyRows: (session: Session) => readonly Row[];
}

export interface AccountItemsViewOptions<Opened extends Account> {
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

/** The id of the row of an item. */
export const itemRowId = (account: string, { owner, name }: Pin): string => `${account}/${owner}/${name}`;

/** A view with a row for each item of each account, such as a repository: *This Project* first, then own, subscribed and pinned items. */
export class AccountItemsView<
	Opened extends Account,
	Item extends { readonly name: string },
	Cache extends OpenableCache,
> implements View, AreaView, Disposable
{
	readonly #kind: ItemsKind<Opened, Item, Cache>;
	readonly #options: AccountItemsViewOptions<Opened>;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #shown: ViewItems<Opened, Cache>;
	readonly #leading: ViewItems<Opened, LeadingItem>;
	readonly #project: ViewProject;
	readonly #connection = new ViewConnection();
	readonly #followed: ViewAccounts<Opened>;

	constructor(kind: ItemsKind<Opened, Item, Cache>, options: AccountItemsViewOptions<Opened>) {
		this.#kind = kind;
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { source, project, changed, isVisible } = options;
		const listsOf = (account: Opened) => kind.itemsOf(account).lists;
		this.#project = new ViewProject(project, this, { read: kind.read, changed: () => changed() });
		const shared = { changed, didRefresh: () => changed('head'), isVisible, now: this.#now };
		const lists = () => source.accounts.flatMap(listsOf);
		this.#shown = this.#lifetime.add(new ViewItems<Opened, Cache>({ ...shared, lists }));
		this.#leading = this.#lifetime.add(new ViewItems<Opened, LeadingItem>({ ...shared, lists: () => [] }));
		this.#followed = this.#lifetime.add(
			new ViewAccounts<Opened>({
				listsOf,
				listen: (account, lifetime) => followItems(kind.itemsOf(account), lifetime, () => changed()),
			}),
		);
		this.#lifetime.add(source.onDidChange(() => this.#forgetGone()));
	}

	get id(): string {
		return this.#kind.id;
	}

	get area(): Area {
		return this.#kind.area;
	}

	get itemsName(): string {
		return this.#kind.itemsName;
	}

	get scopes(): readonly string[] {
		return this.#kind.scopes;
	}

	get message(): string | undefined {
		return connectionMessage(this.#connection.unreached(this.#requested()), this.#now());
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		await this.#project.place(accounts);
		const project = this.#project.row((item) => this.#projectRow(item));
		const rows = await areaRows(this, accounts, problems);
		return project ? [project, ...rows] : rows;
	}

	async rows({ session }: Pick<Account, 'session'>): Promise<readonly Row[]> {
		const { source } = this.#options;
		const { itemsOf, itemsName, emptyRows, optionalScopes = [] } = this.#kind;
		const account = source.of(session.id);
		if (!account) return [];
		const items = itemsOf(account);
		const { own, lists, pins } = items;
		await this.#followed.follow(account);
		const names = items.names.filter((one) => !this.#project.has(session.id, one));
		const rows = await Promise.all(names.map((name) => this.#itemRow(account, name)));
		const inProject = this.#project.placed(session.id).map((item) => ({ id: itemRowId(session.id, item) }));
		this.#shown.keepOnly(account, [...rows, ...inProject]);
		const failures = this.#listFailures(lists, session);
		const missing = missingScopes({ scopes: optionalScopes }, account);
		const notices = [
			...(pins.areUnreadable ? [unreadablePinsRow(session.id, itemsName)] : []),
			...(missing.length > 0 ? [missingPermissionRow(session, missing)] : []),
		];
		const isEmpty = rows.length + inProject.length + failures.length === 0 && !pins.areUnreadable;
		const empty = isEmpty && own.value !== undefined ? emptyRows(session) : [];
		const leading = await this.#leadingRows(account);
		return [...leading, ...failures, ...rows, ...empty, ...notices];
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const account = this.#options.source.of(session.id);
		if (!account || area !== this.area || !this.#connection.didAnswer(this.#requested(account))) return false;
		this.#options.changed('head');
		for (const shown of this.#allShown) shown.retrySoon();
		return false;
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		for (const shown of this.#allShown) shown.refreshStale();
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		for (const shown of this.#allShown) shown.refresh();
	}

	/** What the row of an item shows has changed, or what is below it, although its cache has not. */
	didChange(account: string, item: Pin): void {
		this.#shown.didChange(itemRowId(account, item));
	}

	/** Records a row that is on the screen. */
	didShow(row: Row): void {
		for (const shown of this.#allShown) shown.recordRow(row);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #projectRow(item: PlacedItem): Promise<Row> {
		const { session } = item.account;
		const account = this.#options.source.of(session.id);
		// The account has just signed out, after which the view is drawn again.
		if (!account)
			return noticeRow(`project/${itemRowId(session.id, item)}`, 'info', `${item.owner}/${item.name}`);
		await this.#followed.follow(account);
		return this.#itemRow(account, item);
	}

	get #allShown(): readonly (ViewItems<Opened, Cache> | ViewItems<Opened, LeadingItem>)[] {
		return [this.#leading, this.#shown];
	}

	async #leadingRows(account: Opened): Promise<readonly Row[]> {
		const { leading } = this.#kind;
		if (!leading) return [];
		const id = `${account.session.id}/leading`;
		const item = this.#leading.cache(account, id, (holder) => leading(account, holder));
		await item.open();
		return [
			item.row({
				id,
				failures: () => this.#failureRows(account, item, id),
				didOpen: () => this.#leading.didOpen(id),
			}),
		];
	}

	async #itemRow(account: Opened, { owner, name }: Pin): Promise<Row> {
		const items = this.#kind.itemsOf(account);
		const id = itemRowId(account.session.id, { owner, name });
		const cache = this.#shown.cache(account, id, (holder) => items.cache({ owner, name }, holder));
		await (cache.openRow?.() ?? cache.open());
		return this.#kind.row({
			account,
			cache,
			id,
			isPinned: items.pins.all.some((pin) => pin.owner === owner && pin.name === name),
			isSubscribed: items.subscription({ owner, name }) !== undefined,
			failures: () => this.#failureRows(account, cache, id),
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
	#listFailures(lists: readonly Pick<ItemCache, 'lastError'>[], session: Session): readonly Row[] {
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
	#failureRows(account: Opened, { lastError }: Pick<ItemCache, 'lastError'>, id: string): readonly Row[] {
		const { own } = this.#kind.itemsOf(account);
		if (!lastError || isTransient(lastError) || isSameFailure(lastError, own.lastError)) return [];
		return [{ ...failureRow(lastError, account.session), id: `notice/failed/${id}` }];
	}

	#forgetGone(): void {
		const present = new Set(this.#options.source.accounts);
		for (const shown of this.#allShown) shown.keepOnlyOf(present);
		this.#followed.keepOnly(present);
		this.#options.changed();
	}
}

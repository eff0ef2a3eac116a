import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTransient } from '../../forge/errors.ts';
import { type RepositoryKey, repositoryRef, spellRepository } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { type AreaView, areaRows } from '../../platform/view/account-rows.ts';
import { connectionMessage } from '../../platform/view/connection-message.ts';
import { failureRow, isSameFailure } from '../../platform/view/failure-rows.ts';
import { FollowedAccounts } from '../../platform/view/followed-accounts.ts';
import type { PlacedItem } from '../../platform/view/item-account.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { type Requested, ShownConnection } from '../../platform/view/shown-connection.ts';
import { ShownItems } from '../../platform/view/shown-items.ts';
import { ShownProject } from '../../platform/view/shown-project.ts';
import { unreadablePinsRow } from '../../platform/view/unreadable-pins.ts';
import type { View, ViewChange } from '../../platform/view/view.ts';
import type { Account, Area } from '../../signin/connection.ts';
import { repositoriesArea } from '../model/repository-kind.ts';
import type { AccountRepositories } from '../state/account-repositories.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { noRepositoriesRows } from './no-repositories-rows.ts';
import { repositoryRow } from './repository-rows.ts';

export interface RepositoriesViewOptions {
	readonly repositories: Repositories;
	readonly project?: ProjectItems;
	/** Called when rows change; without `change` when the whole view changes. */
	readonly changed: (change?: ViewChange) => void;
	readonly isVisible: () => boolean;
	readonly now?: () => number;
}

/** The rows of the Repositories view: below each repository its files, branches, tags and history. */
export class RepositoriesView implements View, AreaView, Disposable {
	readonly id = 'tildeforge.repositories';
	readonly area = repositoriesArea.area;
	readonly itemsName = 'repositories';
	readonly scopes = repositoriesArea.scopes;
	readonly #options: RepositoriesViewOptions;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #shown: ShownItems<RepositoryAccount, RepositoryCache>;
	readonly #project: ShownProject;
	readonly #connection = new ShownConnection();
	readonly #followed: FollowedAccounts<RepositoryAccount>;

	constructor(options: RepositoriesViewOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { repositories, project, changed, isVisible } = options;
		this.#project = new ShownProject(project, this, {
			read: ({ account, owner, name }) =>
				account.connection.repositories?.repository({ owner, repository: name }),
			changed: () => changed(),
		});
		this.#shown = this.#lifetime.add(
			new ShownItems<RepositoryAccount, RepositoryCache>({
				accounts: () => repositories.accounts,
				ownOf: (account) => account.repositories.own,
				changed,
				didRefresh: () => changed('head'),
				isVisible,
				now: this.#now,
			}),
		);
		this.#followed = this.#lifetime.add(
			new FollowedAccounts<RepositoryAccount>({
				ownOf: (account) => account.repositories.own,
				listen: (account, lifetime) => follow(account.repositories, lifetime, () => changed()),
			}),
		);
		this.#lifetime.add(repositories.onDidChange(() => this.#forgetGone()));
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		await this.#project.place(accounts);
		const project = this.#project.row((item) => this.#projectRow(item));
		const rows = await areaRows(this, accounts, problems);
		return project ? [project, ...rows] : rows;
	}

	async rows({ session }: Pick<RepositoryAccount, 'session'>): Promise<readonly Row[]> {
		const account = this.#options.repositories.of(session.id);
		if (!account) return [];
		const { own, pins } = account.repositories;
		await this.#followed.follow(account);
		const keys = account.repositories.names
			.filter((one) => !this.#project.has(session.id, one))
			.map(({ owner, name }) => ({ account: session.id, owner, repository: name }));
		const rows = await Promise.all(keys.map((key) => this.#repositoryRow(account, key)));
		const inProject = this.#project.placed(session.id).map((item) => ({ id: spellRepository(keyOf(item)) }));
		this.#shown.keepOnly(account, [...rows, ...inProject]);
		const { lastError } = own;
		const failures = lastError && !isTransient(lastError) ? [failureRow(lastError, session)] : [];
		const notices = pins.areUnreadable ? [unreadablePinsRow(session.id, 'repositories')] : [];
		const isEmpty = rows.length + inProject.length + failures.length + notices.length === 0;
		if (isEmpty && own.value !== undefined) {
			return noRepositoriesRows(session);
		}
		return [...failures, ...rows, ...notices];
	}

	get message(): string | undefined {
		return connectionMessage(this.#connection.unreached(this.#requested()), this.#now());
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const account = this.#options.repositories.of(session.id);
		if (!account || area !== this.area || !this.#connection.didAnswer(this.#requested(account))) return false;
		this.#options.changed('head');
		this.#shown.retrySoon();
		return false;
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		this.#shown.refreshStale();
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		this.#shown.refresh();
	}

	/** Records a row that is on the screen. */
	didShow(row: Row): void {
		this.#shown.recordRow(row);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #projectRow(item: PlacedItem): Promise<Row> {
		const account = this.#options.repositories.of(item.account.session.id);
		const key = keyOf(item);
		// The account has just signed out, after which the view is drawn again.
		if (!account) return noticeRow(`project/${spellRepository(key)}`, 'info', repositoryRef(key));
		await this.#followed.follow(account);
		return this.#repositoryRow(account, key);
	}

	async #repositoryRow(account: RepositoryAccount, key: RepositoryKey): Promise<Row> {
		const { repositories, session, instance } = account;
		const name = { owner: key.owner, name: key.repository };
		const id = spellRepository(key);
		const repositoryCache = this.#shown.cache(account, id, (holder) => repositories.cache(name, holder));
		await repositoryCache.open();
		const { details } = repositoryCache;
		// The row has only the name at first: a forge that does not answer must not delay the others.
		if (details && details.value === undefined && !details.lastError) this.#shown.readRow(id);
		return repositoryRow({
			repositoryCache,
			me: session.account,
			isPinned: repositories.pins.all.some((pin) => pin.owner === name.owner && pin.name === name.name),
			instance: instance.name,
			details: () => repositories.details(name) ?? details?.value,
			failures: () => this.#failureRows(account, repositoryCache),
			didOpen: () => this.#shown.didOpen(id),
			now: this.#now,
		});
	}

	/** What the view requests: the lists of repositories and the repositories, of one account or of all. */
	#requested(only?: RepositoryAccount): readonly Requested[] {
		const isIncluded = (account: RepositoryAccount) => only === undefined || account === only;
		const lists = this.#options.repositories.accounts.filter(isIncluded);
		const caches = [...this.#shown.all()].filter(({ account }) => isIncluded(account));
		return [...lists.map(({ repositories: { own } }) => own), ...caches.map(({ cache }) => cache)].map(
			({ lastError, asOf }) => ({ error: lastError, asOf }),
		);
	}

	/** The view's message is about the connection, and the account has a row for its own list, so only other failures have a row. */
	#failureRows(
		{ session, repositories: { own } }: RepositoryAccount,
		{ key, lastError }: RepositoryCache,
	): readonly Row[] {
		if (!lastError || isTransient(lastError) || isSameFailure(lastError, own.lastError)) return [];
		return [{ ...failureRow(lastError, session), id: `notice/failed/${spellRepository(key)}` }];
	}

	#forgetGone(): void {
		const present = new Set(this.#options.repositories.accounts);
		this.#shown.keepOnlyOf(present);
		this.#followed.keepOnly(present);
		this.#options.changed();
	}
}

const keyOf = ({ account, owner, name }: PlacedItem): RepositoryKey => ({
	account: account.session.id,
	owner,
	repository: name,
});

/** Calls `changed` when an account's repositories, its pins or its last error change, but not after a refresh that finds nothing new. */
function follow(repositories: AccountRepositories, lifetime: Lifetime, changed: () => void): void {
	const describe = () => {
		const { own, pins } = repositories;
		return JSON.stringify([own.value, pins.all, own.lastError?.message]);
	};
	let known = describe();
	lifetime.add(
		repositories.onDidChange(() => {
			const now = describe();
			if (now !== known) changed();
			known = now;
		}),
	);
}

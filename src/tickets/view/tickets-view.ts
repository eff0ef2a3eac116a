import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTransient } from '../../forge/contract/errors.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { DescribedOutbox } from '../../platform/state/outbox/describe-outbox.ts';
import { type AreaView, areaRows } from '../../platform/view/account-rows.ts';
import { connectionMessage } from '../../platform/view/connection-message.ts';
import { failureRow } from '../../platform/view/failure-rows.ts';
import { followItems } from '../../platform/view/follow-items.ts';
import type { PlacedItem } from '../../platform/view/item-account.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { unreadablePinsRow } from '../../platform/view/unreadable-pins.ts';
import type { View, ViewChange } from '../../platform/view/view.ts';
import { ViewAccounts } from '../../platform/view/view-accounts.ts';
import { ViewConnection, type ViewRequest } from '../../platform/view/view-connection.ts';
import { ViewItems } from '../../platform/view/view-items.ts';
import { ViewOutbox } from '../../platform/view/view-outbox.ts';
import { ViewProject } from '../../platform/view/view-project.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import { trackersArea } from '../model/tracker-kind.ts';
import type { TicketSettings } from '../settings/settings.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { TicketSeenState } from '../state/ticket-seen-state.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { noTrackersRows } from './no-trackers-rows.ts';
import { TicketLists } from './ticket-lists.ts';
import { trackerRowId } from './tracker-row.ts';
import { TrackerRows } from './tracker-rows.ts';
import { ViewDrafts } from './view-drafts.ts';

export interface TicketsViewOptions {
	readonly tickets: Tickets;
	/** The changes of all features that are not on the forge yet. */
	readonly pending: Pick<DescribedOutbox, 'entries' | 'damagedCount' | 'onDidChange'>;
	readonly project?: ProjectItems;
	readonly settings: Pick<TicketSettings, 'queries' | 'grouping' | 'order' | 'filterOf' | 'onDidChange'>;
	/** Called when rows change; without `change` when the whole view changes. */
	readonly changed: (change?: ViewChange) => unknown;
	readonly seen: Pick<TicketSeenState, 'begin' | 'isUnseen' | 'onDidChange'>;
	readonly isVisible: () => boolean;
	readonly now?: () => number;
}

/** The rows of the Tickets view: the changes that wait to be sent, then the trackers, each with its queries and the tickets that they find, then the drafts. */
export class TicketsView implements View, AreaView, Disposable {
	readonly id = 'tildeforge.tickets';
	readonly area = trackersArea.area;
	readonly itemsName = 'ticket trackers';
	readonly scopes = trackersArea.scopes;
	readonly lists: TicketLists;
	readonly #options: TicketsViewOptions;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #trackers: ViewItems<TicketAccount, TrackerCache>;
	readonly #trackerRows: TrackerRows;
	readonly #project: ViewProject;
	readonly #drafts: ViewDrafts;
	readonly #connection = new ViewConnection();
	/** The row of the only tracker, which is not displayed: its queries are at the top. */
	#only: Row | undefined;
	/** The id of its first query. */
	#firstQuery: string | undefined;
	readonly #waiting: ViewOutbox;
	readonly #followed: ViewAccounts<TicketAccount>;

	constructor(options: TicketsViewOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { tickets, pending, project, settings, seen, changed, isVisible } = options;
		this.#project = new ViewProject(project, this, {
			read: ({ account, owner, name }) => account.connection.trackers?.tracker({ owner, tracker: name }),
			changed: () => changed(),
		});
		const trackerChanged = (row: Row) => changed(row.id === this.#only?.id ? 'some' : row);
		const didRefresh = () => changed('head');
		this.#trackers = this.#lifetime.add(
			new ViewItems<TicketAccount, TrackerCache>({
				lists: () => tickets.accounts.map(({ trackers }) => trackers.own),
				changed: trackerChanged,
				didRefresh,
				isVisible,
				now: this.#now,
			}),
		);
		this.#followed = this.#lifetime.add(
			new ViewAccounts<TicketAccount>({
				listsOf: ({ trackers: { own } }) => [own],
				listen: (account, lifetime) =>
					followItems(account.trackers, lifetime, () => changed(), describeTracker),
			}),
		);
		const trackers = this.#trackers;
		this.lists = new TicketLists({ tickets, settings, seen, trackers, now: this.#now });
		const { lists } = this;
		this.#trackerRows = new TrackerRows({ tickets, settings, seen, trackers, lists, now: this.#now });
		this.#drafts = this.#lifetime.add(new ViewDrafts({ tickets, changed, now: this.#now }));
		this.#lifetime.add(seen.onDidChange((key) => this.#trackers.didChange(trackerRowId(key))));
		this.#waiting = this.#lifetime.add(new ViewOutbox({ outbox: pending, changed, now: this.#now }));
		this.#followChanges(tickets.outbox);
		this.#lifetime.add(tickets.onDidChange(() => this.#forgetGone()));
		this.#lifetime.add(
			settings.onDidChange(() => {
				this.lists.forgetPositions();
				changed();
			}),
		);
	}

	/** Refreshes the trackers of tickets whose changes are made, sent or undone. */
	#followChanges(outbox: Pick<Tickets['outbox'], 'entries' | 'onDidChange'>): void {
		let { entries } = outbox;
		this.#lifetime.add(
			outbox.onDidChange(() => {
				const before = entries;
				({ entries } = outbox);
				const ids = new Set([...before, ...entries].map(({ key }) => trackerRowId(key)));
				for (const { cache } of this.#trackers.all())
					if (cache.storedCounts && ids.has(trackerRowId(cache.key))) background(cache.open());
				for (const id of ids) this.#trackers.didChange(id);
			}),
		);
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		await this.#project.place(accounts);
		const rows = await areaRows(this, accounts, problems);
		const { waiting, unreadable } = this.#waiting.rows();
		const drafts = this.#drafts.rows({
			isSignedIn: accounts.length > 0,
			hasChanges: waiting.length > 0,
			// The row of a sign-in that has ended offers to sign in itself.
			hasProblems:
				unreadable.length > 0 ||
				(problems.length > 0 && !problems.some(({ command }) => command?.id === 'tildeforge.signIn')),
		});
		// The user would not see changes that wait for a decision below a long list.
		return [...unreadable, ...waiting, ...(await this.#withProject(rows)), ...drafts];
	}

	/** *This Project* comes first. If there is only one tracker, its queries take its place, and the title of the view has its name and its menu. */
	async #withProject(rows: readonly Row[]): Promise<readonly Row[]> {
		const trackers = rows.filter(({ about }) => about?.kind === 'tracker');
		const [inProject, ...more] = this.#project.placed();
		const hasOneAccount = rows.every(({ context }) => context !== 'account');
		let only = trackers.length === 1 && !inProject ? trackers[0] : undefined;
		if (inProject && trackers.length + more.length === 0 && hasOneAccount)
			only = await this.#projectRow(inProject);
		this.#only = only;
		if (only) {
			this.#trackers.recordRow(only);
			const queries = (await only.children?.()) ?? [];
			this.#firstQuery = queries[0]?.id;
			return rows.includes(only)
				? rows.flatMap((row) => (row === only ? queries : [row]))
				: [...queries, ...rows];
		}
		const project = this.#project.row((item) => this.#projectRow(item));
		return project ? [project, ...rows] : rows;
	}

	async rows({ session }: Pick<TicketAccount, 'session'>): Promise<readonly Row[]> {
		const account = this.#options.tickets.of(session.id);
		if (!account) return [];
		const { own, pins } = account.trackers;
		await this.#followed.follow(account);
		const names = (own.value ?? [])
			.map(({ owner, name }) => ({ owner: owner.canonical_name, name }))
			.sort((a, b) => a.name.localeCompare(b.name));
		const pinned = pins.all.filter(
			(pin) => !names.some((one) => one.owner === pin.owner && one.name === pin.name),
		);
		const isFirst = (nth: number) => nth === 0 && this.#project.placed().length === 0;
		const named = this.#trackerRows.named();
		const rows = await Promise.all(
			[...names, ...pinned]
				.filter((one) => !this.#project.has(session.id, one))
				.map(({ owner, name }, nth) =>
					this.#trackerRows.row(account, { account: session.id, owner, tracker: name }, isFirst(nth), named),
				),
		);
		const inProject = this.#project.placed(session.id).map((item) => ({ id: trackerRowId(keyOf(item)) }));
		this.#trackers.keepOnly(account, [...rows, ...inProject]);
		const { lastError } = own;
		const failures = lastError && !isTransient(lastError) ? [failureRow(lastError, session)] : [];
		const notices = account.trackers.pins.areUnreadable ? [unreadablePinsRow(session.id, 'trackers')] : [];
		const isEmpty = rows.length + inProject.length + failures.length + notices.length === 0;
		if (isEmpty && own.value !== undefined) {
			return noTrackersRows(session.id);
		}
		return [...failures, ...rows, ...notices];
	}

	inPlaceOf(id: string): string | undefined {
		return id === this.#only?.id ? this.#firstQuery : undefined;
	}

	get description(): string | undefined {
		return this.#only?.label;
	}

	get message(): string | undefined {
		return connectionMessage(this.#connection.unreached(this.#requested()), this.#now());
	}

	get contextKeys(): Readonly<Record<string, string | undefined>> {
		return { 'tildeforge.onlyTracker': this.#only?.context };
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const account = this.#options.tickets.of(session.id);
		if (!account || area !== this.area || !this.#connection.didAnswer(this.#requested(account))) return false;
		this.#options.changed('head');
		this.#trackers.retrySoon();
		return false;
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		this.#trackers.refreshStale();
	}

	/** Reads everything that is displayed from the forge again. */
	refresh(): void {
		this.lists.forgetPositions();
		this.#trackers.refresh();
	}

	/** Records a row that is displayed. */
	didShow(row: Row): void {
		this.#trackers.recordRow(row);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #projectRow(item: PlacedItem): Promise<Row> {
		const account = this.#options.tickets.of(item.account.session.id);
		const key = keyOf(item);
		// The account has just signed out, after which the view is drawn again.
		if (!account) return noticeRow(`project/${trackerRowId(key)}`, 'info', trackerRef(key));
		await this.#followed.follow(account);
		return this.#trackerRows.row(account, key, item === this.#project.placed()[0]);
	}

	/** What the view requests: the lists of trackers and the trackers, of one account or of all. */
	#requested(only?: TicketAccount): readonly ViewRequest[] {
		const isMeant = (account: TicketAccount) => only === undefined || account === only;
		const lists = this.#options.tickets.accounts.filter(isMeant).map(({ trackers: { own } }) => own);
		const caches = [...this.#trackers.all()].filter(({ account }) => isMeant(account));
		return [
			...lists.map(({ lastError, asOf }) => ({ error: lastError, asOf })),
			...caches.map(({ cache: { lastError, asOf, tickets } }) => ({
				error: lastError,
				asOf: tickets.size > 0 ? asOf : undefined,
			})),
		];
	}

	#forgetGone(): void {
		const present = new Set(this.#options.tickets.accounts);
		this.#trackers.keepOnlyOf(present);
		if (this.#followed.keepOnly(present)) this.lists.forgetPositions();
		this.#options.changed();
	}
}

/** What the row of a tracker and its hover show. */
const describeTracker = ({ owner, name, description, visibility }: Tracker) => [
	owner.canonical_name,
	name,
	description,
	visibility,
];

const keyOf = ({ account, owner, name }: PlacedItem): TrackerKey => ({
	account: account.session.id,
	owner,
	tracker: name,
});

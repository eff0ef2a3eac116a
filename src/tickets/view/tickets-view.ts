import { steadyTime } from '../../base/clock.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import { AccountItemsView, type ItemsViewOptions } from '../../platform/items/account-items-view.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { ItemRowInput } from '../../platform/items/items-view-kind.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { WaitingChanges } from '../../platform/state/outbox/waiting-changes.ts';
import type { Row } from '../../platform/view/row.ts';
import { ViewOutbox } from '../../platform/view/view-outbox.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { isForSeveral } from '../model/ticket-draft.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { type ListSettings, TicketLists } from './ticket-lists.ts';
import { trackerItems } from './tracker-items.ts';
import { trackerRow } from './tracker-row.ts';
import { ViewDrafts } from './view-drafts.ts';

/** A menu is open for less than this. */
const menuMs = 60_000;

export interface TicketsViewOptions extends Omit<ItemsViewOptions<TicketAccount>, 'source'> {
	readonly tickets: Tickets;
	/** The changes of all features that are not on the forge yet. */
	readonly waiting: WaitingChanges;
	readonly settings: ListSettings;
}

/** The rows of the Tickets view: the changes that wait to be sent, then the trackers, each with its queries and the tickets that they find, then the drafts. */
export class TicketsView extends AccountItemsView<TicketAccount, TrackerKey, Tracker, TrackerCache> {
	readonly lists: TicketLists;
	readonly #tickets: Tickets;
	readonly #waiting: ViewOutbox;
	readonly #drafts: ViewDrafts;
	/** The row of the only tracker, and the id of its first query: its queries are at the top. */
	#only: { readonly row: Row; readonly firstQuery: string | undefined } | undefined;
	#hasSeveral = false;
	/** When the rows of all other trackers went, in steady time. */
	#othersLeftAt = Number.NEGATIVE_INFINITY;

	constructor({ tickets, waiting, settings, ...options }: TicketsViewOptions) {
		// The row of the only tracker is not displayed: its queries are at the top.
		const changed: typeof options.changed = (change) =>
			options.changed(typeof change === 'object' && change.id === this.#only?.row.id ? 'some' : change);
		// The constructor of the base class calls none of these functions, so they may use the fields of this class.
		super(
			{
				...trackerItems,
				id: 'tildeforge.tickets',
				// Without the dates: a change of a ticket changes the date of its tracker.
				describe: ({ name, description, visibility }) => [name, description, visibility],
				needsAll: (key) => isInOutboxOrDrafts(key, tickets),
				listen: (didChange, lifetime) => {
					lifetime.add(followOutbox(tickets.outbox, didChange));
					lifetime.add(tickets.seen.onDidChange(didChange));
				},
				row: (input) => this.#trackerRow(input),
			},
			{ ...options, source: tickets, changed },
		);
		this.#tickets = tickets;
		this.lists = new TicketLists({ tickets, settings, shown: () => this.shown });
		this.lifetime.add(this.lists.onDidChange(() => changed('some')));
		this.#waiting = this.lifetime.add(new ViewOutbox(waiting, changed));
		this.#drafts = this.lifetime.add(new ViewDrafts(tickets, changed));
		this.lifetime.add(
			settings.onDidChange(() => {
				this.lists.forgetPositions();
				changed();
			}),
		);
		let known = tickets.accounts;
		this.lifetime.add(
			tickets.onDidChange(() => {
				if (known.some((account) => !tickets.accounts.includes(account))) this.lists.forgetPositions();
				known = tickets.accounts;
			}),
		);
	}

	/** The row of the only tracker, which is not displayed. */
	get onlyTracker(): Row | undefined {
		return this.#only?.row;
	}

	/**
	 * Whether the rows of other trackers went a moment ago. If so, a command to which VS Code passes no row may be from the menu of such a row.
	 * True only once: if the user tries again, they mean the only tracker.
	 */
	mayBeForOther(): boolean {
		const hadOthers = steadyTime() - this.#othersLeftAt < menuMs;
		this.#othersLeftAt = Number.NEGATIVE_INFINITY;
		return hadOthers;
	}

	get description(): string | undefined {
		return this.#only?.row.label;
	}

	get contextKeys(): Readonly<Record<string, string | undefined>> {
		return { 'tildeforge.onlyTracker': this.#only?.row.context };
	}

	inPlaceOf(id: string): string | undefined {
		return id === this.#only?.row.id ? this.#only.firstQuery : undefined;
	}

	override async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		const rows = await super.roots(accounts, problems);
		const { waiting, unreadable } = this.#waiting.rows();
		// The row of a session that has ended offers to sign in itself.
		const offersSignIn = problems.some(({ command }) => command?.id === 'tildeforge.signIn');
		const hasProblems = unreadable.length > 0 || (problems.length > 0 && !offersSignIn);
		const drafts = this.#drafts.rows(accounts.length > 0, waiting.length > 0, hasProblems);
		// The user would not see changes that wait for a decision below a long list.
		return [...unreadable, ...waiting, ...(await this.#placeOnlyTracker(rows)), ...drafts];
	}

	override refresh(): void {
		this.lists.forgetPositions();
		super.refresh();
	}

	/** If there is only one tracker, puts its queries in the place of its row, and its name and its menu into the title of the view. */
	async #placeOnlyTracker(rows: readonly Row[]): Promise<readonly Row[]> {
		const { only, hasSeveral } = await findOnlyTracker(rows);
		if (only && this.#hasSeveral) this.#othersLeftAt = steadyTime();
		this.#hasSeveral = hasSeveral;
		this.#only = only && { row: only, firstQuery: undefined };
		if (!only) return rows;
		this.didShow(only);
		const queries = (await only.children?.()) ?? [];
		this.#only = { row: only, firstQuery: queries[0]?.id };
		return rows.flatMap((row) => (row.id === only.id || isProject(row) ? queries : [row]));
	}

	#trackerRow({
		account,
		cache,
		isPinned,
		isFirst,
		failures,
		didOpen,
	}: ItemRowInput<TicketAccount, TrackerCache>): Row {
		const { key } = cache;
		const { session, trackers, permissions } = account;
		return trackerRow({
			trackerCache: this.lists.withWaiting(cache),
			me: session.account,
			isPinned,
			maySubmit: () => permissions.maySubmit(key),
			isSubscribed: () => cache.subscriptions.of('tracker'),
			details: () => trackers.details(trackerItems.itemOf(key)) ?? permissions.tracker(key),
			readDetails: (signal) => permissions.readWithin(key, signal),
			isFirst,
			children: () => {
				didOpen();
				const { isComplete, tickets, asOf } = cache;
				if (isComplete) this.#tickets.seen.begin(key, tickets.values(), asOf);
				return [...failures(), ...this.lists.rows(account, cache, isFirst)];
			},
		});
	}
}

const isTracker = ({ about }: Row): boolean => about?.kind === 'tracker';
const isProject = ({ context }: Row): boolean => context === 'project';

/** The row of the only tracker, which may be the tracker of the project, and whether there are several. */
async function findOnlyTracker(
	rows: readonly Row[],
): Promise<{ readonly only: Row | undefined; readonly hasSeveral: boolean }> {
	if (rows.some(({ context }) => context === 'account')) return { only: undefined, hasSeveral: true };
	const inProject = (await rows.find(isProject)?.children?.()) ?? [];
	const shown = [...inProject, ...rows.filter(isTracker)];
	const [first, ...others] = shown.filter(isTracker);
	// What else is in the project must stay visible.
	return { only: shown.length === 1 ? first : undefined, hasSeveral: others.length > 0 };
}

/** Whether a draft or a waiting change is for a ticket of the tracker. */
function isInOutboxOrDrafts(tracker: TrackerKey, { outbox, texts }: Tickets): boolean {
	const keys = [
		...outbox.entries.map(({ key }) => key),
		...texts.editing.flatMap(({ key }): readonly TrackerKey[] => (isForSeveral(key) ? key.tickets : [key])),
	];
	return keys.some((key) => key.account === tracker.account && trackerRef(key) === trackerRef(tracker));
}

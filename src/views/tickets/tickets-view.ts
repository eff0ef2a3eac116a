import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { TicketAccount, Tickets } from '../../host/tickets.ts';
import { isOpen } from '../../model/query/match.ts';
import type { SavedQuery } from '../../model/query/saved.ts';
import { refOf, type TicketKey, type TrackerKey } from '../../model/ticket.ts';
import { nearDate } from '../../model/words.ts';
import type { Draft } from '../../state/draft.ts';
import type { TrackerShelf } from '../../state/tracker-shelf.ts';
import type { AreaView } from '../areas.ts';
import { failureRow, missingRow } from '../failure.ts';
import { notice, type Row } from '../row.ts';
import { found, type Grouping, queryRow } from './query-rows.ts';

export interface TicketsViewOptions {
	readonly tickets: Tickets;
	readonly queries: () => readonly SavedQuery[];
	readonly grouping: () => Grouping;
	/** What was typed to filter a tracker, which stands above its saved queries. */
	readonly filter: (key: TrackerKey) => string | undefined;
	/** A row is another, with all that is below it; the whole view, without one. */
	readonly changed: (row?: Row) => void;
	readonly now?: () => number;
}

/** Changes are shown together that come within so long: pages arrive faster than anybody reads. */
const pace = 120;
/** Who looks again after so long sees what is new. */
const stale = 60_000;
const mostShown = 500;

interface Watched {
	readonly shelf: TrackerShelf;
	readonly account: TicketAccount;
	/** When the forge was last asked because somebody looked. */
	asked: number;
	/** What is on the screen for it. */
	row?: Row;
}

/** The rows of the Tickets view: drafts, and below each tracker its queries with what they find. */
export class TicketsView implements AreaView, Disposable {
	readonly area = 'trackers';
	readonly things = 'ticket trackers';
	readonly scopes = ['trackers:read', 'tickets:read'];
	readonly #options: TicketsViewOptions;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #watched = new Map<string, Watched>();
	/** Accounts whose trackers were asked for since they are there. */
	readonly #met = new Set<TicketAccount>();

	constructor(options: TicketsViewOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { tickets, changed } = options;
		const all = coalesce(this.#lifetime, pace, () => changed());
		this.#lifetime.add(tickets.drafts.onDidChange(all));
		this.#lifetime.add(tickets.onDidChange(() => this.#forgetGone()));
	}

	/** What has been written and not sent, whoever is signed in. */
	drafts(): readonly Row[] {
		const drafts = this.#options.tickets.drafts.all();
		if (drafts.length === 0) return [];
		return [
			{
				id: 'drafts',
				label: 'Drafts',
				description: String(drafts.length),
				icon: 'edit',
				said: `Drafts, ${drafts.length}`,
				context: 'drafts',
				children: () => drafts.map((draft) => this.#draftRow(draft)),
			},
		];
	}

	async rows({ session }: Pick<TicketAccount, 'session'>): Promise<readonly Row[]> {
		const account = this.#options.tickets.of(session.id);
		if (!account) return [];
		const { own, pins } = account.trackers;
		if (!this.#met.has(account)) {
			this.#met.add(account);
			this.#lifetime.add(account.trackers.onDidChange(() => this.#options.changed()));
			const asked = own.refresh();
			if (own.value === undefined) await asked;
		}
		const names = [
			...(own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name })),
		].sort((a, b) => a.name.localeCompare(b.name));
		const pinned = pins.filter(
			(pin) => !names.some((one) => one.owner === pin.owner && one.name === pin.name),
		);
		const rows = await Promise.all(
			[...pinned, ...names].map(({ owner, name }, nth) =>
				this.#tracker(account, { account: session.id, owner, tracker: name }, nth === 0),
			),
		);
		const trouble = own.trouble ? [failureRow(own.trouble, session)] : [];
		if (rows.length === 0 && trouble.length === 0) {
			return [
				notice(`none/${session.id}`, 'info', `${session.account} has no trackers`, {
					description: 'create one, or pin one of somebody else',
					context: 'none',
				}),
			];
		}
		return [...trouble, ...rows];
	}

	/** The tickets of a list, in their order: `within` is the id of the row above them. */
	listOf(within: string): readonly TicketKey[] {
		for (const [place, { shelf, account }] of this.#watched) {
			if (!within.startsWith(`${place}/query/`)) continue;
			const queries = this.#queries(shelf.key);
			const query = queries.find(({ name }) => within.startsWith(`${place}/query/${name}`));
			if (!query) return [];
			const tickets = found({ shelf, me: account.session.account, query });
			return tickets.map(({ id }) => ({ ...shelf.key, ticket: id }));
		}
		return [];
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		for (const { own } of this.#options.tickets.accounts.map(({ trackers }) => trackers)) void own.refresh();
		for (const { shelf, row } of this.#watched.values()) if (row) void shelf.refresh({ all: true });
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #tracker(account: TicketAccount, key: TrackerKey, isFirst: boolean): Promise<Row> {
		const { shelf } = this.#watch(account, key);
		await shelf.open();
		const make = (): Row => {
			const { owner, tracker } = key;
			const open = [...shelf.tickets.values()].filter(({ status }) => isOpen(status)).length;
			const known = shelf.complete || shelf.tickets.size > 0;
			const count = `${open}${shelf.complete ? '' : '+'} open`;
			return {
				id: placeOf(key),
				label: `${owner}/${tracker}`,
				icon: 'checklist',
				isOpen: isFirst,
				...(known && { description: count }),
				said: `${owner}/${tracker}${known ? `, ${count}` : ''}`,
				context: owner === account.session.account ? 'tracker own' : 'tracker pinned',
				children: () => this.#below(account, key, shelf, isFirst),
				now: make,
				about: key,
			};
		};
		return make();
	}

	#below(account: TicketAccount, key: TrackerKey, shelf: TrackerShelf, isFirst: boolean): readonly Row[] {
		const watched = this.#watched.get(placeOf(key));
		if (watched && this.#now() - watched.asked > stale) {
			watched.asked = this.#now();
			void shelf.refresh();
		}
		const { tickets, grouping, filter } = this.#options;
		const filters = filter(key) === undefined ? 0 : 1;
		const rows = this.#queries(key).map((query, nth) => ({
			...queryRow({
				key,
				shelf,
				me: account.session.account,
				query,
				isTyped: nth < filters,
				grouping: grouping(),
				most: mostShown,
				hasDraft: (one) => tickets.drafts.get(one) !== undefined,
				now: this.#now,
			}),
			isOpen: nth < filters || (isFirst && nth === filters),
		}));
		return [...this.#trouble(account, shelf), ...rows];
	}

	/** What was typed to filter, then what is saved. */
	#queries(key: TrackerKey): readonly SavedQuery[] {
		const { queries, filter } = this.#options;
		const text = filter(key);
		return [...(text === undefined ? [] : [{ name: `Filter: ${text}`, text }]), ...queries()];
	}

	#trouble({ session }: TicketAccount, { key, trouble, asOf, tickets }: TrackerShelf): readonly Row[] {
		if (!trouble) return [];
		if (trouble.scopes.length > 0) return [missingRow(session, trouble.scopes)];
		if (asOf === undefined || tickets.size === 0) return [failureRow(trouble, session)];
		const when = nearDate(new Date(asOf).toISOString(), this.#now());
		return [
			notice(`trouble/${placeOf(key)}`, 'warning', `Shown as of ${when}`, {
				description: trouble.message,
				tooltip: `${trouble.message} Click to try again.`,
				command: { id: 'tildeforge.refresh', title: 'Try Again' },
			}),
		];
	}

	#watch(account: TicketAccount, key: TrackerKey): Watched {
		const place = placeOf(key);
		const known = this.#watched.get(place);
		if (known?.account === account) return known;
		const shelf = account.trackers.tracker(key.owner, key.tracker, this.#lifetime);
		const watched: Watched = { shelf, account, asked: Number.NEGATIVE_INFINITY };
		this.#watched.set(place, watched);
		const show = coalesce(this.#lifetime, pace, () => this.#options.changed(watched.row));
		this.#lifetime.add(
			shelf.onDidChange(() => {
				if (watched.row) show();
			}),
		);
		return watched;
	}

	/** What is on the screen: only that is asked for again, and told of. */
	shown(row: Row): void {
		const watched = this.#watched.get(row.id);
		if (watched) watched.row = row;
	}

	#forgetGone(): void {
		const there = new Set(this.#options.tickets.accounts);
		for (const [place, { account }] of this.#watched) if (!there.has(account)) this.#watched.delete(place);
		for (const account of this.#met) if (!there.has(account)) this.#met.delete(account);
		this.#options.changed();
	}

	#draftRow({ key, text, title, account, saved }: Draft): Row {
		const isNew = !('ticket' in key);
		const about = isNew ? `New ticket in ${key.owner}/${key.tracker}` : refOf(key);
		const known = isNew ? undefined : this.#watched.get(placeOf(key))?.shelf.tickets.get(key.ticket)?.title;
		const words = (isNew ? title : known) || text.trim().split('\n')[0] || '';
		const when = nearDate(new Date(saved).toISOString(), this.#now());
		return {
			id: `draft/${key.account}/${key.owner}/${key.tracker}/${isNew ? 'new' : key.ticket}`,
			label: words === '' ? about : `${isNew ? '' : `#${key.ticket} `}${words.slice(0, 200)}`,
			description: words === '' ? when : `${about} · ${when}`,
			icon: 'edit',
			tooltip: `${about}, written by ${account.label}\n${text.slice(0, 500)}`,
			said: `Draft for ${about}, ${words}`,
			context: 'draft',
			command: { id: 'tildeforge.openTicket', title: 'Open Ticket', arguments: [key] },
			about: key,
		};
	}
}

const placeOf = ({ account, owner, tracker }: TrackerKey) => `${account}/${owner}/${tracker}`;

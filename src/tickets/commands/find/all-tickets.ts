import { background } from '../../../base/background.ts';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import { createSlices } from '../../../base/slices.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { itemsInProject, knownItems } from '../../../platform/items/picker-items.ts';
import { idOfTicket, type TrackerKey } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { collectFieldValues, labelsByUse } from '../../model/query/field-values.ts';
import type { FieldValues } from '../../model/query/query.ts';
import { type IndexPart, indexParts, TicketIndex } from '../../model/query/ticket-index.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { Tickets } from '../../state/tickets.ts';
import type { TrackerCache } from '../../state/tracker-cache.ts';
import { trackerItems } from '../../view/tracker-items.ts';
import type { SearchedAccount } from './find-ticket-rows.ts';

/** Changes within this time are shown together. */
const burstMs = 16;

/**
 * `reading`: tickets, comments or lists of trackers are being read. `incomplete`: not all of them could be read, so there may be other
 * tickets. `complete`: these are all.
 */
type ReadingState = 'reading' | 'incomplete' | 'complete';

/** All known tickets: first from the disk, then from the forge until the lifetime ends. */
export class AllTickets {
	readonly #tickets: Tickets;
	readonly #lifetime: Lifetime;
	readonly #project: ProjectItems | undefined;
	readonly #update: Coalesced;
	#changed: () => void = () => {};
	/** The number of reads in progress. */
	#readings = 0;
	/** Whether the index has all tickets of all trackers. */
	#isComplete = false;
	readonly #trackerCaches = new Map<string, TrackerCache>();
	/** The trackers of the workspace's projects, once they are known. */
	#inProject: readonly TrackerKey[] = [];
	#index = new TicketIndex();
	#values: FieldValues | undefined;
	/** The comments that the user has read, by the id of the ticket. */
	readonly #comments = new Map<string, string>();
	/** Tickets whose descriptions have these comments at the end. */
	readonly #withComments = new WeakMap<Ticket, Ticket>();

	constructor(tickets: Tickets, lifetime: Lifetime, project?: ProjectItems) {
		this.#tickets = tickets;
		this.#lifetime = lifetime;
		this.#project = project;
		this.#update = coalesce(lifetime, burstMs, () => this.#updateIndex(), {
			soon: true,
			rests: true,
		});
	}

	get state(): ReadingState {
		if (this.#readings > 0) return 'reading';
		return this.#isComplete ? 'complete' : 'incomplete';
	}

	get accounts(): readonly SearchedAccount[] {
		return this.#tickets.accounts.map((account) => {
			const { session, instance } = account;
			const ids = new Set(this.#inProject.map(idOfTicket));
			const others = knownItems(trackerItems, account).filter((key) => !ids.has(idOfTicket(key)));
			const trackers = [...this.#inProject.filter((key) => key.account === session.id), ...others];
			return { account: session.id, me: session.account, instance, trackers };
		});
	}

	get index(): TicketIndex {
		return this.#index;
	}

	/** The ticket with the comments that the user has read, at the end of its description. */
	withComments(tracker: TrackerKey, ticket: Ticket): Ticket {
		const comments = this.#comments.get(idOfTicket({ ...tracker, ticket: ticket.id }));
		if (comments === undefined) return ticket;
		const known = this.#withComments.get(ticket);
		if (known) return known;
		const made = { ...ticket, description: `${ticket.description}\n${comments}` };
		this.#withComments.set(ticket, made);
		return made;
	}

	/** The words that the tickets and their trackers use. */
	get values(): FieldValues {
		this.#values ??= this.#collectValues();
		return this.#values;
	}

	/**
	 * Resolves when the tickets on the disk are read, and the forges have listed the trackers of accounts whose trackers
	 * were unknown. `changed` is called when tickets, comments or the state have changed.
	 */
	async open(changed: () => void): Promise<void> {
		this.#changed = changed;
		await this.#read(
			Promise.all([
				...this.#tickets.accounts.map(async (account) => {
					const { own } = account.trackers;
					await this.#openCaches(account, knownItems(trackerItems, account));
					if (own.value !== undefined) return;
					await own.readIfUnknown();
					await this.#openCaches(account, knownItems(trackerItems, account));
				}),
				this.#openProject(),
			]),
		);
	}

	/** The state is `reading` until this has settled. */
	async #read(reading: Promise<unknown>): Promise<void> {
		this.#readings += 1;
		try {
			await reading;
		} finally {
			this.#readings -= 1;
			if (this.#readings === 0) this.#notify();
		}
	}

	#notify(): void {
		if (!this.#lifetime.ended) this.#changed();
	}

	async #readComments(trackerCaches: readonly TrackerCache[]): Promise<void> {
		let hasComments = false;
		for (const trackerCache of trackerCaches) {
			for await (const { ticket, text } of trackerCache.discussions.stored()) {
				if (this.#lifetime.ended) return;
				this.#comments.set(idOfTicket({ ...trackerCache.key, ticket }), text);
				hasComments = true;
			}
		}
		if (hasComments) this.#notify();
	}

	async #readTickets(trackerCache: TrackerCache): Promise<void> {
		await trackerCache.refresh();
		await this.#updateNow();
	}

	async #openProject(): Promise<void> {
		const { accounts } = this.#tickets;
		this.#inProject = await itemsInProject(trackerItems, { accounts, project: this.#project });
		const opened = accounts.map((account) => {
			const ofAccount = this.#inProject.filter((key) => key.account === account.session.id);
			return this.#openCaches(account, ofAccount);
		});
		await Promise.all(opened);
	}

	async #updateNow(): Promise<void> {
		this.#update();
		await this.#update.flush();
	}

	async #updateIndex(): Promise<void> {
		const known = [...this.#trackerCaches.values()].map((trackerCache) => ({
			key: trackerCache.key,
			tickets: [...this.#tickets.shownIn(trackerCache).values()],
		}));
		const isComplete = this.#hasAll();
		const slice = createSlices();
		const parts: IndexPart[] = [];
		for (const part of indexParts(known, this.#index)) {
			parts.push(part);
			await slice();
			if (this.#lifetime.ended) return;
		}
		this.#index = new TicketIndex(parts);
		this.#isComplete = isComplete;
		this.#values = undefined;
		this.#notify();
	}

	/** Whether all trackers of all accounts are known and have been read completely, and could be read again. */
	#hasAll(): boolean {
		const areListed = this.#tickets.accounts.every(({ trackers }) => trackers.own.value !== undefined);
		const trackers = this.accounts.flatMap((account) => account.trackers);
		return (
			areListed &&
			trackers.every((key) => {
				const trackerCache = this.#trackerCaches.get(idOfTicket(key));
				return trackerCache?.isComplete === true && trackerCache.lastError === undefined;
			})
		);
	}

	#collectValues(): FieldValues {
		const { tickets } = this.#index;
		const lists = [...this.#trackerCaches.values()].map(({ labels }) => labels.value);
		const hasAllLabels = !lists.includes(undefined);
		const names = lists.flatMap((labels = []) => labels.map(({ name }) => name));
		const used = hasAllLabels ? [] : tickets.flatMap(({ labels }) => labels);
		const labels = labelsByUse([...new Set([...names, ...used])], tickets);
		return { ...collectFieldValues(tickets), labels, hasAllLabels };
	}

	/** Opens the caches of these trackers of an account, unless they are open, and begins to read them. */
	async #openCaches(account: TicketAccount, trackers: readonly TrackerKey[]): Promise<void> {
		if (this.#lifetime.ended) return;
		const opened = trackers
			.filter((key) => !this.#trackerCaches.has(idOfTicket(key)))
			.map((key) => {
				const trackerCache = account.trackers.cache(trackerItems.itemOf(key), this.#lifetime);
				this.#trackerCaches.set(idOfTicket(key), trackerCache);
				return trackerCache;
			});
		await Promise.all(opened.map((trackerCache) => trackerCache.open()));
		if (this.#lifetime.ended) return;
		await this.#updateNow();
		if (this.#lifetime.ended) return;
		background(this.#read(this.#readComments(opened)));
		for (const trackerCache of opened) {
			this.#lifetime.add(trackerCache.onDidChange(this.#update));
			background(this.#read(this.#readTickets(trackerCache)));
		}
	}
}

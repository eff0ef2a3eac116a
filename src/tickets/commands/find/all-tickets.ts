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
import type { SearchedAccount } from './find-rows.ts';

/** Changes within this time are shown together. */
const burstMs = 16;

/** All known tickets: first from the disk, then from the forge until the lifetime ends. */
export class AllTickets {
	readonly #tickets: Tickets;
	readonly #lifetime: Lifetime;
	readonly #project: ProjectItems | undefined;
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
	 * were unknown.
	 */
	async open(changed: () => void): Promise<void> {
		const updateIndex = async () => {
			await this.#updateIndex();
			if (!this.#lifetime.ended) changed();
		};
		const update = coalesce(this.#lifetime, burstMs, updateIndex, undefined, { soon: true, rests: true });
		await Promise.all([
			...this.#tickets.accounts.map(async (account) => {
				const { own } = account.trackers;
				await this.#openCaches(account, knownItems(trackerItems, account), update);
				if (own.value !== undefined) return;
				await own.readIfUnknown();
				await this.#openCaches(account, knownItems(trackerItems, account), update);
			}),
			this.#openProject(update),
		]);
		background(this.#readComments(changed));
	}

	async #readComments(changed: () => void): Promise<void> {
		for (const trackerCache of [...this.#trackerCaches.values()]) {
			for await (const { ticket, text } of trackerCache.storedComments()) {
				if (this.#lifetime.ended) return;
				this.#comments.set(idOfTicket({ ...trackerCache.key, ticket }), text);
			}
		}
		if (this.#comments.size > 0 && !this.#lifetime.ended) changed();
	}

	async #openProject(update: Coalesced): Promise<void> {
		const { accounts } = this.#tickets;
		this.#inProject = await itemsInProject(trackerItems, { accounts, project: this.#project });
		const opened = accounts.map((account) => {
			const ofAccount = this.#inProject.filter((key) => key.account === account.session.id);
			return this.#openCaches(account, ofAccount, update);
		});
		await Promise.all(opened);
	}

	async #updateIndex(): Promise<void> {
		const known = [...this.#trackerCaches.values()].map((trackerCache) => ({
			key: trackerCache.key,
			tickets: [...this.#tickets.shownIn(trackerCache).values()],
		}));
		const slice = createSlices();
		const parts: IndexPart[] = [];
		for (const part of indexParts(known, this.#index)) {
			parts.push(part);
			await slice();
			if (this.#lifetime.ended) return;
		}
		this.#index = new TicketIndex(parts);
		this.#values = undefined;
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

	/** Opens the caches of these trackers of an account, unless they are open. */
	async #openCaches(
		account: TicketAccount,
		trackers: readonly TrackerKey[],
		update: Coalesced,
	): Promise<void> {
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
		update();
		await update.flush();
		if (this.#lifetime.ended) return;
		for (const trackerCache of opened) {
			this.#lifetime.add(trackerCache.onDidChange(update));
			background(trackerCache.refresh());
		}
	}
}

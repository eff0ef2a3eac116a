import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { KnownTicket } from '../model/query/find.ts';
import { collectKnownValues, labelsByUse } from '../model/query/known-values.ts';
import type { KnownValues } from '../model/query/query.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { isUnread, readTrackers, trackersInProject, trackersOf } from './known-trackers.ts';

/** All known tickets: first from the disk, then from the forge until the lifetime ends. */
export class KnownTickets {
	readonly #tickets: Pick<Tickets, 'accounts' | 'shownIn'>;
	readonly #lifetime: Lifetime;
	readonly #project: ProjectItems | undefined;
	readonly #trackerCaches = new Map<string, TrackerCache>();
	#known: readonly KnownTicket[] | undefined;
	#values: KnownValues | undefined;
	/** The numbers of the tickets in `all`, by tracker. A cache may already have more. */
	#numbers = new Map<string, ReadonlySet<number>>();

	/** Those of the workspace's projects, once they are known. */
	trackersInProject: readonly TrackerKey[] = [];

	constructor(tickets: Pick<Tickets, 'accounts' | 'shownIn'>, lifetime: Lifetime, project?: ProjectItems) {
		this.#tickets = tickets;
		this.#lifetime = lifetime;
		this.#project = project;
	}

	get all(): readonly KnownTicket[] {
		this.#known ??= this.#collect();
		return this.#known;
	}

	/** The words that the tickets of `all` and their trackers use. */
	get values(): KnownValues {
		this.#values ??= this.#collectValues();
		return this.#values;
	}

	/** Whether `all` has the ticket. */
	readonly isKnown = ({ ticket, ...tracker }: TicketKey): boolean => {
		this.#known ??= this.#collect();
		return this.#numbers.get(cacheKey(tracker))?.has(ticket) ?? false;
	};

	/**
	 * Resolves when the tickets on the disk are read, and the forges have listed the trackers of accounts whose trackers
	 * were unknown.
	 */
	async open(changed: () => void): Promise<void> {
		const update = () => {
			this.#known = undefined;
			this.#values = undefined;
			changed();
		};
		await Promise.all([
			...this.#tickets.accounts.map(async (account) => {
				await this.#openCaches(account, trackersOf(account), update);
				if (!isUnread(account)) return;
				await readTrackers(account);
				await this.#openCaches(account, trackersOf(account), update);
			}),
			this.#openProject(update),
		]);
	}

	async #openProject(update: () => void): Promise<void> {
		const { accounts } = this.#tickets;
		this.trackersInProject = await trackersInProject({ accounts, project: this.#project });
		const opened = accounts.map((account) => {
			const ofAccount = this.trackersInProject.filter((key) => key.account === account.session.id);
			return this.#openCaches(account, ofAccount, update);
		});
		await Promise.all(opened);
	}

	#collect(): readonly KnownTicket[] {
		this.#numbers = new Map();
		return [...this.#trackerCaches].flatMap(([name, trackerCache]) => {
			const tickets = [...this.#tickets.shownIn(trackerCache).values()];
			this.#numbers.set(name, new Set(tickets.map(({ id }) => id)));
			return tickets.map((ticket) => ({ key: { ...trackerCache.key, ticket: ticket.id }, ticket }));
		});
	}

	#collectValues(): KnownValues {
		const tickets = this.all.map(({ ticket }) => ticket);
		const lists = [...this.#trackerCaches.values()].map(({ labels }) => labels.value);
		const hasAllLabels = !lists.includes(undefined);
		const names = lists.flatMap((labels = []) => labels.map(({ name }) => name));
		const used = hasAllLabels ? [] : tickets.flatMap(({ labels }) => labels);
		const labels = labelsByUse([...new Set([...names, ...used])], tickets);
		return { ...collectKnownValues(tickets), labels, hasAllLabels };
	}

	/** Opens the caches of these trackers of an account, unless they are open. */
	async #openCaches(
		account: TicketAccount,
		trackers: readonly TrackerKey[],
		update: () => void,
	): Promise<void> {
		if (this.#lifetime.ended) return;
		const opened = trackers
			.filter((key) => !this.#trackerCaches.has(cacheKey(key)))
			.map((key) => {
				const trackerCache = account.trackers.cache({ owner: key.owner, name: key.tracker }, this.#lifetime);
				this.#trackerCaches.set(cacheKey(key), trackerCache);
				return trackerCache;
			});
		await Promise.all(opened.map((trackerCache) => trackerCache.open()));
		if (this.#lifetime.ended) return;
		update();
		for (const trackerCache of opened) {
			this.#lifetime.add(trackerCache.onDidChange(update));
			background(trackerCache.refresh());
		}
	}
}

const cacheKey = ({ account, owner, tracker }: Omit<TicketKey, 'ticket'>): string =>
	`${account} ${owner}/${tracker}`;

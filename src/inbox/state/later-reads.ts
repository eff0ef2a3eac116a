import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { Watched } from '../../platform/state/watched.ts';

type Resource = Pick<Watched, 'spelled' | 'partOf' | 'account' | 'hookTarget'>;

interface LaterReadsOptions<R extends Resource> {
	readonly watched: () => readonly R[];
	readonly isOpen: (account: string) => boolean;
	/** Shows the current state of the resources. Called only while the window has the focus. */
	readonly read: (resources: readonly R[]) => void;
}

/**
 * Reads that this window makes when it has the focus, because what it shows is outdated: of resources in which another window has found
 * something, for example because it receives the webhooks, and of those of an account that has signed in again.
 */
export class LaterReads<R extends Resource> {
	readonly #options: LaterReadsOptions<R>;
	/** By name. */
	readonly #outdated = new Set<string>();
	/** The resources of accounts that have signed out. */
	readonly #closed = new Set<string>();
	#watched: readonly R[] = [];
	#hasFocus = false;
	/** The resource whose events this window is storing. */
	#own: string | undefined;

	constructor(options: LaterReadsOptions<R>) {
		this.#options = options;
	}

	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#read();
	}

	/** The watched resources have changed. */
	update(): void {
		const before = this.#watched;
		this.#watched = this.#options.watched();
		for (const { spelled, account } of before) if (!this.#options.isOpen(account)) this.#closed.add(spelled);
		for (const { spelled } of this.#watched) if (this.#closed.delete(spelled)) this.#outdated.add(spelled);
		this.#read();
	}

	/** Stores what this window has read of a resource. */
	async storing<T>({ spelled }: Resource, store: () => Promise<T>): Promise<T> {
		this.#own = spelled;
		try {
			return await store();
		} finally {
			if (this.#own === spelled) this.#own = undefined;
		}
	}

	/** Any window has added events. */
	didAdd(events: readonly ForgeEvent[]): void {
		for (const resource of this.#options.watched()) {
			const { spelled, partOf } = resource;
			if (this.#own !== undefined && [spelled, partOf].includes(this.#own)) continue;
			if (events.some((event) => isAbout(resource, event))) this.#outdated.add(spelled);
		}
		this.#read();
	}

	#read(): void {
		if (!this.#hasFocus || this.#outdated.size === 0) return;
		const resources = this.#options.watched().filter(({ spelled }) => this.#outdated.has(spelled));
		this.#outdated.clear();
		if (resources.length > 0) this.#options.read(resources);
	}
}

/** Whether something has happened to a resource or, if it is a ticket, to that ticket. */
function isAbout({ account, hookTarget: { params } }: Resource, { place, ...event }: ForgeEvent): boolean {
	const { owner, tracker, list, repository, ticket } = params;
	if (account !== place.account || owner !== place.owner) return false;
	if ('list' in place) return list === place.list;
	if ('repository' in place) return repository === place.repository;
	const item =
		'item' in event && event.item && 'ticket' in event.item ? String(event.item.ticket) : undefined;
	return tracker === place.tracker && (ticket === undefined || ticket === item);
}

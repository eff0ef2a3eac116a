import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { isTicketKey, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import { idOfItem } from '../../../platform/state/watch/item-watch-source.ts';
import type { WatchedResource, WatchSource } from '../../../platform/state/watch/watch-source.ts';
import type { TicketAccount } from '../ticket-account.ts';
import type { Tickets } from '../tickets.ts';
import { trackerKind } from './tracker-watch-source.ts';

interface TicketWatchSourceOptions {
	readonly tickets: Pick<Tickets, 'of' | 'onDidChange'>;
	/** The pages that the user sees, of tickets and of new ones. */
	readonly pages: {
		readonly visible: readonly (TicketKey | TrackerKey)[];
		readonly onDidChangeVisible: Event<void>;
	};
	/** Debounce, so that browsing through many tickets causes few changes. */
	readonly delayMs?: number;
}

/** The tickets whose pages are visible, as resources in which things happen. */
export class TicketWatchSource implements WatchSource, Disposable {
	readonly #tickets: TicketWatchSourceOptions['tickets'];
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	#keys: readonly TicketKey[] = [];

	constructor({ tickets, pages, delayMs = 5000 }: TicketWatchSourceOptions) {
		this.#tickets = tickets;
		const update = () => {
			this.#keys = pages.visible.filter(isTicketKey);
			this.#changes.fire();
		};
		this.#lifetime.add(pages.onDidChangeVisible(coalesce(this.#lifetime, delayMs, update)));
		this.#lifetime.add(tickets.onDidChange(() => this.#changes.fire()));
		update();
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get watched(): readonly WatchedResource[] {
		return this.#keys.flatMap((key) => {
			const account = this.#tickets.of(key.account);
			return account ? [this.#resourceOf(account, key)] : [];
		});
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#resourceOf(account: TicketAccount, { owner, tracker, ticket }: TicketKey): WatchedResource {
		const { instance, session, trackers } = account;
		const item = { owner, name: tracker };
		return {
			id: JSON.stringify(['ticket', session.id, owner, tracker, ticket]),
			partOf: idOfItem(trackerKind, session.id, item),
			account: session.id,
			server: instance.trackers ?? instance.name,
			hookTarget: { family: 'ticket', params: { owner, tracker, ticket: String(ticket) } },
			read: async ({ signal }) => {
				using lifetime = new Lifetime();
				const cache = trackers.cache(item, lifetime);
				await cache.open();
				const before = cache.tickets.get(ticket)?.updated;
				const { updated } = await cache.readWithEvents(ticket, signal);
				const { lastError } = cache.discussions.of(ticket);
				if (lastError) throw lastError;
				return { events: [], cursor: undefined, hasChanged: updated !== before };
			},
		};
	}
}

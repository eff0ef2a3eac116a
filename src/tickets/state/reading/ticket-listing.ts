import { smallest } from '../../../base/collections.ts';
import type { Client } from '../../../forge/client/connect.ts';
import type { Page } from '../../../forge/client/pages.ts';
import type { trackerExtraRows, trackerRows } from '../../../forge/rows/trackers.ts';
import type { Label, OpenedTracker, Ticket, Tracker } from '../../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { unlessRefused } from '../../../platform/state/unless-refused.ts';
import type { TicketSubscriptions } from './ticket-subscriptions.ts';

/** Returns the answer of one request, which all callers share. Undefined if the forge does not answer for all parts at once. */
type OpenTracker = () => Promise<OpenedTracker | undefined>;

interface TicketPagesOptions {
	readonly key: TrackerKey;
	readonly client: Client<typeof trackerRows>;
	/** Undefined in REST. */
	readonly extras?: Client<typeof trackerExtraRows> | undefined;
	/** Learns whether the user is subscribed to the tracker. */
	readonly subscriptions: TicketSubscriptions;
	/** Called with the tracker if that comes with the tickets. */
	readonly didRead: (tracker: Tracker) => void;
}

/** Lists the tickets of a tracker. In GraphQL, its labels and details can come with the first page. */
export class TicketListing {
	readonly #options: TicketPagesOptions;
	/** Set while the labels wait for the tickets to be requested. */
	#opening: PromiseWithResolvers<OpenTracker> | undefined;

	constructor(options: TicketPagesOptions) {
		this.#options = options;
	}

	/** The newest tickets first. */
	async *read(signal: AbortSignal): AsyncGenerator<Page<Ticket>> {
		const { key, client, extras, subscriptions, didRead } = this.#options;
		const path = { owner: key.owner, tracker: key.tracker };
		const opening = this.#opening;
		this.#opening = undefined;
		if (!extras || !opening) {
			yield* client.tickets(path, { signal });
			return;
		}
		const request = subscriptions.learnFrom(unlessRefused(extras.openTracker(path, { signal })));
		opening.resolve(() => request);
		const opened = await request;
		if (opened) didRead(opened.tracker);
		const { rows = [], next } = opened?.tickets ?? {};
		const isLast = next === null;
		if (rows.length > 0 || isLast) yield { rows, total: isLast ? rows.length : undefined, isLast };
		if (isLast) return;
		const query = rows.length > 0 ? { start: String(smallest(rows.map(({ id }) => id)) - 1) } : {};
		yield* client.tickets(path, { signal, query });
	}

	/** Reads the labels and, with `readTickets`, which calls `read`, the tickets. The labels come with the first page if that is possible. */
	async readWithLabels(
		labels: ValueCache<readonly Label[]>,
		readTickets: () => Promise<void>,
	): Promise<void> {
		if (!this.#options.extras) {
			await Promise.all([labels.refresh(), readTickets()]);
			return;
		}
		const opening = Promise.withResolvers<OpenTracker>();
		this.#opening = opening;
		const readFirst = async () => {
			const opened = await (await opening.promise)();
			return opened?.labels?.next === null ? opened.labels.rows : undefined;
		};
		// If no tickets were requested, the labels are read by themselves.
		const didReadTickets = () => opening.resolve(async () => undefined);
		await Promise.all([labels.refresh(undefined, readFirst), readTickets().finally(didReadTickets)]);
	}
}

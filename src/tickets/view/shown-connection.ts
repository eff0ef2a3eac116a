import { type ForgeError, isTransient } from '../../forge/errors.ts';
import { isConnectionFailure, type Unreached } from '../../platform/view/connection-message.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';

interface ShownTracker {
	readonly account: TicketAccount;
	readonly trackerCache: Pick<TrackerCache, 'lastError' | 'asOf' | 'tickets'>;
}

/** What of the view could not be reached, until the forge answers any request. */
export class ShownConnection {
	/** The errors of requests after which the forge has answered another one. */
	readonly #outdated = new WeakSet<ForgeError>();

	/** What could not be reached, of the lists of trackers and of the trackers in the view. */
	unreached(accounts: Iterable<TicketAccount>, shown: Iterable<ShownTracker>): readonly Unreached[] {
		const lists = [...accounts].map(({ trackers: { own } }) => ({ error: own.lastError, asOf: own.asOf }));
		const trackers = [...shown].map(({ trackerCache: { lastError, asOf, tickets } }) => ({
			error: lastError,
			asOf: tickets.size > 0 ? asOf : undefined,
		}));
		return [...lists, ...trackers].flatMap(({ error, asOf }) =>
			error && isTransient(error) && !this.#outdated.has(error) ? [{ error, asOf }] : [],
		);
	}

	/** The forge of the account has answered a request. Returns whether there seemed to be no connection before. */
	didAnswer(account: TicketAccount, shown: Iterable<ShownTracker>): boolean {
		const own = [...shown].filter((one) => one.account === account);
		const failures = this.unreached([account], own).filter(({ error }) => isConnectionFailure(error));
		for (const { error } of failures) this.#outdated.add(error);
		return failures.length > 0;
	}
}

import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import type { Label } from '../../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import { ticketReference } from '../../../platform/model/references.ts';
import { describeState } from '../../model/describe-change.ts';
import { isPermitted } from '../../model/permissions.ts';
import { isOpen } from '../../model/query/match.ts';
import { similarTickets } from '../../model/query/similar-tickets.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { TrackerCache } from '../../state/tracker-cache.ts';
import type { TicketPageHost } from '../host.ts';
import type { SimilarTicket } from '../protocol.ts';
import { statusIcon } from '../ticket-parts.ts';

/** More would not be read while writing. */
const maxSimilar = 5;

interface NewTicketTrackerOptions {
	readonly key: TrackerKey;
	readonly tickets: Pick<TicketPageHost['tickets'], 'of' | 'trackerCache'>;
	readonly changed: () => void;
}

/** What the page of a new ticket needs to know of its tracker: its labels, its tickets, and whether the user may label. */
export class NewTicketTracker implements Disposable {
	readonly #options: NewTicketTrackerOptions;
	readonly #lifetime = new Lifetime();
	/** The account as it was when its permissions were requested last. */
	#asked: TicketAccount | undefined;
	/** Whether the forge has answered for `#asked`, or did not answer. */
	#hasAsked = false;

	constructor(options: NewTicketTrackerOptions) {
		this.#options = options;
	}

	get labels(): readonly Label[] {
		return this.use((trackerCache) => trackerCache?.labels.value ?? []);
	}

	/** False until the forge was asked, so that a control does not appear and go. */
	get mayLabel(): boolean {
		const { key } = this.#options;
		const account = this.#account;
		if (!account) return false;
		const { owner } = key;
		const me = account.session.account;
		// The user will be the one who has submitted the ticket.
		const permissions = account.permissions.of(key);
		const isKnown = owner === me || permissions !== undefined || (this.#hasAsked && account === this.#asked);
		return isKnown && isPermitted('triage', { ticket: undefined, permissions, me, owner });
	}

	/** The known tickets with similar titles. */
	similarTo(title: string): readonly SimilarTicket[] {
		const { owner, tracker } = this.#options.key;
		const found = this.use((trackerCache) =>
			similarTickets(title, trackerCache?.tickets.values() ?? [], maxSimilar),
		);
		return found.map(({ id, title: itsTitle, status, resolution }) => ({
			open: ticketReference({ owner, tracker, ticket: id }),
			number: `#${id}`,
			title: visible(itsTitle),
			status: { text: describeState({ status, resolution }), ...statusIcon(status, resolution) },
			isOpen: isOpen(status),
		}));
	}

	/** The page is visible: reads what it needs, once for each account. */
	didDraw(): void {
		const account = this.#account;
		if (!account || account === this.#asked) return;
		this.#asked = account;
		this.#hasAsked = false;
		this.use((trackerCache) => trackerCache && background(trackerCache.open()));
		background(this.#readPermissions(account));
	}

	use<T>(use: (trackerCache: TrackerCache | undefined) => T): T {
		const { key, tickets } = this.#options;
		const lifetime = new Lifetime();
		try {
			return use(tickets.trackerCache(key, lifetime));
		} finally {
			lifetime.dispose();
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #account(): TicketAccount | undefined {
		return this.#options.tickets.of(this.#options.key.account);
	}

	async #readPermissions(account: TicketAccount): Promise<void> {
		const { key, changed } = this.#options;
		await account.permissions.read(key, this.#lifetime.signal);
		if (this.#lifetime.ended || account !== this.#asked) return;
		this.#hasAsked = true;
		changed();
	}
}

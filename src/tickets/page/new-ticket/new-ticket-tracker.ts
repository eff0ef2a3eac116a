import { background } from '../../../base/background.ts';
import { largest } from '../../../base/collections.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import type { Label } from '../../../forge/shapes/trackers.ts';
import { type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import { ticketReference } from '../../../platform/model/references.ts';
import { ownerToName, tabOwner } from '../../../platform/page/owner.ts';
import type { Owner } from '../../../platform/page/snapshot-parts.ts';
import type { EndedSession } from '../../../signin/sessions/session-registry.ts';
import { describeState } from '../../model/describe-change.ts';
import { isPermitted, noSubmitMessage } from '../../model/permissions.ts';
import { isOpen } from '../../model/query/match.ts';
import { similarTickets } from '../../model/query/similar-tickets.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { Tickets } from '../../state/tickets.ts';
import type { TrackerCache } from '../../state/tracker-cache.ts';
import { trackTicketOwner } from '../owner.ts';
import type { SimilarTicket } from '../protocol.ts';
import { statusIcon } from '../ticket-parts.ts';

/** A user who is writing does not read more. */
const maxSimilar = 5;

/** What the page of a new ticket knows of its tracker: its labels, its tickets, and whether the user may submit tickets and label them. */
export class NewTicketTracker implements Disposable {
	readonly key: TrackerKey;
	readonly #tickets: Tickets;
	readonly #changed: () => void;
	readonly #findOwner: () => Owner | undefined;
	readonly #lifetime = new Lifetime();
	/** The account whose permissions were requested last. */
	#requestedAccount: TicketAccount | undefined;
	/** Whether the forge has answered that request, or could not be reached. */
	#hasAnswer = false;

	constructor(key: TrackerKey, tickets: Tickets, changed: () => void) {
		this.key = key;
		this.#tickets = tickets;
		this.#changed = changed;
		this.#findOwner = trackTicketOwner(key.account, tickets);
	}

	/** The account that will submit the ticket, if it is signed in. */
	get account(): TicketAccount | undefined {
		return this.#tickets.of(this.key.account);
	}

	/** The account that will submit the ticket, even after it has signed out. */
	get owner(): Owner | undefined {
		return this.#findOwner();
	}

	/** The owner, if the page has to name it. */
	get ownerToName(): Owner | null {
		return ownerToName(this.key.account, this.owner, this.#tickets);
	}

	/** The owner, if the tab of the page has to name it. */
	get tabOwner(): Owner | null {
		return tabOwner(this.key.account, this.owner, this.#tickets);
	}

	/** Whether the user writes a ticket for the tracker. */
	get hasDraft(): boolean {
		return this.#tickets.texts.editingOf(this.key) !== undefined;
	}

	get endedSession(): EndedSession | undefined {
		return this.#tickets.endedSession(this.key.account);
	}

	get labels(): readonly Label[] {
		return this.#withCache((trackerCache) => trackerCache?.labels.value ?? []);
	}

	/** The highest number of the known tickets; 0 if none is known. */
	get newestTicket(): number {
		return this.#withCache((trackerCache) => Math.max(0, largest(trackerCache?.tickets.keys() ?? [])));
	}

	/** False until the forge has answered, so that a control does not appear and disappear again. */
	get mayLabel(): boolean {
		const { account, key } = this;
		if (!account) return false;
		const { owner } = key;
		const me = account.session.account;
		const known = account.permissions.tracker(key);
		const { default_permissions: permissions, access } = known ?? {};
		const hasAnswer = this.#hasAnswer && account === this.#requestedAccount;
		if (owner !== me && known === undefined && !hasAnswer) return false;
		// Without a ticket, the user counts as its submitter, which they will be.
		return isPermitted('triage', { ticket: undefined, permissions, access, me, owner });
	}

	/** Why the user may not submit the ticket. Undefined if they may, or if that is not known. */
	get submitProblem(): string | undefined {
		const maySubmit = this.account?.permissions.maySubmit(this.key) ?? true;
		return maySubmit ? undefined : noSubmitMessage(trackerRef(this.key));
	}

	/** The known tickets with similar titles. */
	similarTo(title: string): readonly SimilarTicket[] {
		const { owner, tracker } = this.key;
		const found = this.#withCache((trackerCache) =>
			similarTickets(title, trackerCache?.tickets.values() ?? [], maxSimilar),
		);
		return found.map((ticket) => ({
			open: ticketReference({ owner, tracker, ticket: ticket.id }),
			number: `#${ticket.id}`,
			title: visible(ticket.title),
			status: { text: describeState(ticket), ...statusIcon(ticket.status, ticket.resolution) },
			isOpen: isOpen(ticket.status),
		}));
	}

	/** The page is visible: reads what it needs, once for each account. */
	didDraw(): void {
		const { account } = this;
		if (!account || account === this.#requestedAccount) return;
		this.#requestedAccount = account;
		this.#hasAnswer = false;
		this.#withCache((trackerCache) => trackerCache && background(trackerCache.open()));
		background(this.#readPermissions(account));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#withCache<T>(use: (trackerCache: TrackerCache | undefined) => T): T {
		using lifetime = new Lifetime();
		return use(this.#tickets.trackerCache(this.key, lifetime));
	}

	async #readPermissions(account: TicketAccount): Promise<void> {
		await account.permissions.read(this.key, this.#lifetime.signal);
		if (this.#lifetime.ended || account !== this.#requestedAccount) return;
		this.#hasAnswer = true;
		this.#changed();
	}
}

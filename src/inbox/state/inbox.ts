import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Received } from '../../forge/delivery.ts';
import { families } from '../../forge/families.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { memoryStorage } from '../../platform/state/memory-storage.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import type { Storage } from '../../platform/state/storage.ts';
import type { Watched, WatchSource } from '../../platform/state/watched.ts';
import type { Account } from '../../signin/connection.ts';
import { countRequests } from '../live/count-requests.ts';
import { Intake, type ReadResult } from '../live/intake.ts';
import type { Live } from '../live/live.ts';
import { Poller } from '../live/poller.ts';
import { RefreshQueue } from '../live/refresh-queue.ts';
import type { InboxEntry } from '../model/entry.ts';
import { isLive, type PollFacts } from '../model/live-state.ts';
import type { DueEvent } from '../model/notification-words.ts';
import { withoutParts, withoutPartsOfLive } from '../model/resource-parts.ts';
import type { Rule } from '../model/rules.ts';
import { EventStore, OutdatedReadError } from './event-store.ts';
import { type InboxAccount, InboxEvents } from './inbox-events.ts';
import { ReadFailureLog } from './read-failure-log.ts';
import { SeenElsewhere, type SeenSource } from './seen-elsewhere.ts';

interface InboxOptions {
	readonly forges: AccountSource;
	/** The rules of the user's setting. When they change, events that they ignore leave, and stored ones come back. */
	readonly rules: { readonly rules: readonly Rule[]; readonly onDidChange: Event<void> };
	readonly sources: readonly WatchSource[];
	readonly seen: readonly SeenSource[];
	/** Says what is live, and learns what is to be. */
	readonly live: Pick<
		Live,
		'setResources' | 'setFocus' | 'isLeading' | 'stateOf' | 'retryRefused' | 'onDidChange'
	>;
	/** For what cannot be read from the forge again. */
	readonly storage: Storage;
	readonly log: Log;
}

/** How many deliveries of a resource are kept until it is read, which finds the rest out by itself. */
const mostDeliveries = 100;
/** How often a resource is read in a row if another window reads it at the same time. */
const mostAttempts = 3;
/** Marks that follow each other are written together. */
const markDelayMs = 50;

/** What has happened on the forges of all accounts that concerns the user. Reads it from the forge while the window has the focus. */
export class Inbox implements Disposable {
	readonly #options: InboxOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #accounts: PerAccount<InboxAccount>;
	readonly #events: InboxEvents;
	readonly #intake: Intake<Watched>;
	readonly #poller: Poller<Watched>;
	readonly #refreshes: RefreshQueue<Watched>;
	readonly #pollingChanges = this.#lifetime.add(new Emitter<void>());
	#hasFocus = false;
	#polled: readonly Watched[] = [];
	readonly #elsewhere = new SeenElsewhere();

	/** Resolves when the stored events are loaded. */
	static async open(options: InboxOptions): Promise<Inbox> {
		const inbox = new Inbox(options);
		await inbox.#update();
		return inbox;
	}

	private constructor(options: InboxOptions) {
		this.#options = options;
		const { forges, rules, sources, seen, live, log } = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for the inbox failed', failure)),
		);
		this.#accounts = this.#lifetime.add(
			new PerAccount<InboxAccount>({
				forges,
				create: (account, lifetime) => this.#openAccount(account, lifetime),
				open: ({ events }) => events.open(),
				log,
			}),
		);
		this.#events = new InboxEvents({ accounts: this.#accounts, rules, log });
		this.#intake = this.#lifetime.add(
			new Intake<Watched>({ read: (watched, signal) => this.#read(watched, signal) }),
		);
		this.#poller = this.#lifetime.add(new Poller(this.#intake));
		this.#refreshes = this.#lifetime.add(new RefreshQueue(this.#intake));
		const failures = new ReadFailureLog(log);
		const userOf = ({ account }: Watched) => this.#accounts.of(account)?.session.account ?? '';
		this.#lifetime.add(
			this.#intake.onDidRead(({ resource }) => {
				failures.didRead(resource, userOf(resource));
				this.#pollingChanges.fire();
			}),
		);
		this.#lifetime.add(
			this.#intake.onDidFail(({ resource, error }) => {
				failures.didFail(resource, userOf(resource), error);
				this.#pollingChanges.fire();
			}),
		);
		let wasLeading = false;
		this.#lifetime.add(
			live.onDidChange(() => {
				if (live.isLeading && !wasLeading) background(this.#events.read());
				wasLeading = live.isLeading;
				this.#watch();
			}),
		);
		this.#lifetime.add(forges.onDidChange(() => background(this.#update())));
		for (const source of sources) this.#lifetime.add(source.onDidChange(() => this.#watch()));
		this.#lifetime.add(rules.onDidChange(() => this.#changes.fire()));
		const markSeen = coalesce(this.#lifetime, markDelayMs, () => this.#markSeenElsewhere());
		for (const { onDidSee } of seen) {
			this.#lifetime.add(
				onDidSee((one) => {
					this.#elsewhere.add(one);
					markSeen();
				}),
			);
		}
	}

	/** Of all accounts. */
	get entries(): readonly InboxEntry[] {
		return this.#events.entries;
	}

	/** The events that a rule wants notified, that no window has shown, and that the user has not seen. */
	get due(): readonly DueEvent[] {
		return this.#events.due;
	}

	/** Resolves with those that this window is to show now. Each goes to one window, unless that is killed before it calls `didNotify`. */
	claimDue(due: readonly DueEvent[]): Promise<readonly DueEvent[]> {
		return this.#events.claimDue(due);
	}

	didNotify(events: readonly ForgeEvent[]): Promise<void> {
		return this.#events.didNotify(events);
	}

	/** Fires when events arrive, become seen in any window, or enter or leave because the rules have changed. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** The resources to follow. A part, such as an open ticket, is left out once the resource that contains it is live. */
	get watched(): readonly Watched[] {
		const { live } = this.#options;
		return withoutPartsOfLive(this.#known, (whole) => isLive(live.stateOf(whole)));
	}

	get hasFocus(): boolean {
		return this.#hasFocus;
	}

	/** How a resource is polled; undefined if it is unknown. */
	pollOf(resource: string): PollFacts | undefined {
		return this.#poller.factsOf(resource);
	}

	/** Fires when `watched`, `hasFocus` or `pollOf` may have changed. */
	get onDidChangePolling(): Event<void> {
		return this.#pollingChanges.event;
	}

	/** Sets whether the window is visible and has the focus. Without the focus, nothing is polled; deliveries still cause reads. */
	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		if (hasFocus) background(this.#events.read());
		this.#poller.setFocus(hasFocus);
		this.#refreshes.setFocus(hasFocus);
		this.#options.live.setFocus(hasFocus);
		this.#pollingChanges.fire();
	}

	/** The forge says that something has happened to a resource, which is read. */
	deliver(resource: string, received: Received): void {
		const { watched } = this;
		const told = watched.find(({ spelled }) => spelled === resource);
		if (!told) return;
		const other = told.partOf ?? told.itemIn?.(received.delivery);
		const read = watched.find(({ spelled }) => spelled === other) ?? told;
		const deliveries = this.#accounts.of(read.account)?.deliveries;
		const earlier = deliveries?.get(read.spelled) ?? [];
		deliveries?.set(read.spelled, [...earlier, received].slice(-mostDeliveries));
		this.#intake.hint(read, 'delivery');
	}

	/** Reads everything from the forges again, one resource after the other, and tries webhooks again that they have refused. */
	refresh(): void {
		this.#options.live.retryRefused();
		this.#refreshes.add(withoutParts(this.watched));
	}

	markSeen(events: readonly ForgeEvent[]): Promise<void> {
		return this.#events.markSeen(events);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** All resources of the open accounts. */
	get #known(): readonly Watched[] {
		const all = this.#options.sources.flatMap(({ watched }) => watched);
		return all.filter(({ account }) => this.#accounts.of(account));
	}

	#openAccount(account: Account, lifetime: Lifetime): InboxAccount {
		const { forges, storage, log } = this.#options;
		const { id, account: me } = account.session;
		const events = lifetime.add(
			new EventStore({
				storage: forges.isTemporary(id) ? memoryStorage() : storage,
				account: id,
				isIgnored: (event) =>
					this.#events.actionFor(event, me) === 'ignore' || this.#elsewhere.hasSeen(event),
				isToNotify: (event) => this.#events.actionFor(event, me) === 'notify',
				log,
			}),
		);
		lifetime.add(events.onDidReadElsewhere((resources) => this.#didReadElsewhere(resources)));
		lifetime.add(events.onDidChange(() => this.#changes.fire()));
		return { ...account, events, deliveries: new Map() };
	}

	async #update(): Promise<void> {
		await this.#accounts.update();
		this.#watch();
		this.#changes.fire();
	}

	#watch(): void {
		const { watched } = this;
		const { live } = this.#options;
		live.setResources(watched);
		this.#poller.setResources(
			withoutParts(watched).map((resource) => {
				const { spelled, account, server } = resource;
				const isFirst = this.#accounts.of(account)?.events.cursorOf(spelled) === undefined;
				return { resource, server, isLive: isLive(live.stateOf(resource)), isFirst };
			}),
		);
		const closed = this.#polled.filter(({ account }) => !this.#accounts.of(account));
		this.#poller.forget(closed.map(({ spelled }) => spelled));
		this.#polled = watched;
		this.#pollingChanges.fire();
	}

	async #read({ spelled, account: id }: Watched, signal: AbortSignal): Promise<ReadResult> {
		// The account may have been closed and opened since the read was requested.
		const watched = this.#known.find((one) => one.spelled === spelled);
		const account = this.#accounts.of(id);
		if (!account || !watched) return { hasNews: false };
		// Until then, there is no cursor.
		await account.events.open();
		const requests = countRequests(account.connection, families[watched.hookTarget.family].area);
		const deliveries = account.deliveries.get(spelled) ?? [];
		account.deliveries.delete(spelled);
		try {
			for (let attempt = 1; ; attempt++) {
				const since = account.events.cursorOf(spelled);
				const news = await watched.read({ cursor: since, deliveries, signal });
				const { events, cursor, hasChanged = false } = news;
				if (this.#accounts.of(id) !== account) return { hasNews: false };
				if (cursor === undefined) return { hasNews: hasChanged, requests: requests.count };
				try {
					const read = { resource: spelled, value: cursor, since: { value: since } };
					const added = await account.events.append(events, read);
					return { hasNews: added.length > 0, requests: requests.count };
				} catch (error) {
					if (!(error instanceof OutdatedReadError) || attempt === mostAttempts) throw error;
				}
			}
		} catch (error) {
			account.deliveries.set(spelled, [...deliveries, ...(account.deliveries.get(spelled) ?? [])]);
			throw error;
		} finally {
			requests.dispose();
		}
	}

	/** The pages of tickets are read with their tracker, of which the newest tickets may not include them. */
	#didReadElsewhere(resources: readonly string[]): void {
		this.#poller.want(resources);
		this.#refreshes.add(this.#known.filter(({ partOf }) => partOf && resources.includes(partOf)));
	}

	async #markSeenElsewhere(): Promise<void> {
		const unseen = this.entries.filter(({ seenAt }) => seenAt === undefined);
		await this.markSeen(unseen.map(({ event }) => event).filter((event) => this.#elsewhere.hasSeen(event)));
	}
}

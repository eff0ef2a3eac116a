import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Received } from '../../forge/webhooks/delivery.ts';
import { families } from '../../forge/webhooks/families.ts';
import type { ReadCause } from '../../platform/state/watch/read-cause.ts';
import type { WatchedResource, WatchSource } from '../../platform/state/watch/watch-source.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { Live } from '../live/live.ts';
import { Poller } from '../live/polling/poller.ts';
import { ReadQueue, type ReadResult } from '../live/polling/read-queue.ts';
import { isLive, type PollFacts } from '../model/live-state.ts';
import { withoutParts, withoutPartsOfLive } from '../model/resource-parts.ts';
import { OutdatedReadError } from './event-store.ts';
import { InboxEvents, type InboxEventsOptions } from './inbox-events.ts';
import { MissedDeliveries } from './missed-deliveries.ts';
import { ReadFailureLog } from './read-failure-log.ts';

interface InboxOptions extends InboxEventsOptions {
	readonly sources: readonly WatchSource[];
	/** Registers the webhooks of the resources. */
	readonly live: Pick<
		Live,
		| 'setResources'
		| 'setFocus'
		| 'isLeading'
		| 'stateOf'
		| 'didMiss'
		| 'retryRefused'
		| 'onDidChange'
		| 'onDidReceive'
	>;
}

/** How many deliveries of a resource are kept until it is read. If there are more, the first ones are dropped: the read asks the forge for the newest items, and what has happened to older ones is found later. */
const maxDeliveries = 500;
/** How often a resource is read in a row if another window reads it at the same time. */
const maxAttempts = 3;

/** The result of a read during which the account was closed. */
const voidResult: ReadResult = { hasNews: false, isVoid: true };

/** What has happened on all forges that concerns the user. Reads it while the window has the focus. Reasons: docs/decisions/watching.md. */
export class Inbox implements Disposable {
	readonly events: InboxEvents;
	readonly #options: InboxOptions;
	readonly #lifetime = new Lifetime();
	/** By resource, what was delivered since its last read began. */
	readonly #deliveries = new Map<string, readonly Received[]>();
	/** The resources whose last read has not read everything, or that have had too many deliveries since. */
	readonly #unfinished = new Set<string>();
	readonly #missed: MissedDeliveries;
	readonly #queue: ReadQueue<WatchedResource>;
	readonly #poller: Poller<WatchedResource>;
	readonly #pollingChanges = this.#lifetime.add(new Emitter<void>());
	/** Fires when `watched`, `hasFocus` or `pollOf` may have changed. */
	readonly onDidChangePolling = this.#pollingChanges.event;
	#hasFocus = false;
	/** The account for which each resource was polled, until it is closed. */
	readonly #polledFor = new Map<string, Account>();

	/** Resolves when the stored events are loaded. */
	static async open(options: InboxOptions): Promise<Inbox> {
		const inbox = new Inbox(options, await InboxEvents.open(options));
		inbox.#watch();
		return inbox;
	}

	private constructor(options: InboxOptions, events: InboxEvents) {
		this.#options = options;
		this.events = this.#lifetime.add(events);
		const { sources, live, log } = options;
		this.#missed = new MissedDeliveries(
			(resource) => isLive(live.stateOf(resource)),
			(resource) => live.didMiss(resource),
		);
		this.#queue = this.#lifetime.add(
			new ReadQueue<WatchedResource>((watched, signal, cause) => this.#read(watched, signal, cause)),
		);
		this.#poller = this.#lifetime.add(new Poller(this.#queue));
		const failures = new ReadFailureLog(log);
		const userOf = ({ account }: WatchedResource) => events.accountOf(account)?.session.account ?? '';
		this.#lifetime.add(
			this.#queue.onDidRead(({ resource }) => {
				failures.didRead(resource, userOf(resource));
				this.#pollingChanges.fire();
			}),
		);
		this.#lifetime.add(
			this.#queue.onDidFail(({ resource, error }) => {
				failures.didFail(resource, userOf(resource), error);
				this.#pollingChanges.fire();
			}),
		);
		this.#lifetime.add(live.onDidReceive(({ resource, received }) => this.deliver(resource, received)));
		let wasLeading = false;
		this.#lifetime.add(
			live.onDidChange(() => {
				if (live.isLeading && !wasLeading) background(events.read());
				wasLeading = live.isLeading;
				this.#watch();
			}),
		);
		this.#lifetime.add(events.onDidChangeAccounts(() => this.#watch()));
		this.#lifetime.add(events.onDidReadElsewhere((resources) => this.#didReadElsewhere(resources)));
		for (const source of sources) this.#lifetime.add(source.onDidChange(() => this.#watch()));
	}

	/** The resources to follow. A part, such as an open ticket, is left out once the resource that contains it is live. */
	get watched(): readonly WatchedResource[] {
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

	/** Sets whether the window is visible and has the focus. Without the focus, nothing is polled; deliveries still cause reads. */
	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		if (hasFocus) background(this.events.read());
		this.#poller.setFocus(hasFocus);
		this.#queue.setFocus(hasFocus);
		this.#options.live.setFocus(hasFocus);
		this.#pollingChanges.fire();
	}

	/** Has a resource read, because the forge says that something has happened to it. */
	deliver(resource: string, received: Received): void {
		const { watched } = this;
		const delivered = watched.find(({ id }) => id === resource);
		if (!delivered) return;
		// A part is read with the resource that contains it. A delivery to the hooks of an account is about one of its items.
		const other = delivered.partOf ?? delivered.itemIn?.(received);
		const read = watched.find(({ id }) => id === other) ?? delivered;
		const all = [...(this.#deliveries.get(read.id) ?? []), received];
		if (all.length > maxDeliveries) this.#unfinished.add(read.id);
		this.#deliveries.set(read.id, all.slice(-maxDeliveries));
		this.#queue.hint(read, 'delivery');
	}

	/** Reads everything from the forges again, one resource after the other, and tries webhooks again that they have refused. */
	refresh(): void {
		this.#options.live.retryRefused();
		this.#queue.refresh(withoutParts(this.watched));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** All resources of the open accounts. */
	get #known(): readonly WatchedResource[] {
		const all = this.#options.sources.flatMap(({ watched }) => watched);
		return all.filter(({ account }) => this.events.accountOf(account));
	}

	#watch(): void {
		const { watched } = this;
		const { live } = this.#options;
		this.#forgetClosed();
		live.setResources(watched);
		this.#poller.setResources(
			withoutParts(watched).map((resource) => {
				const { id, account, server } = resource;
				const opened = this.events.accountOf(account);
				if (opened) this.#polledFor.set(id, opened);
				const isFirst = opened?.events.content.cursorOf(id) === undefined;
				return { resource, server, isLive: isLive(live.stateOf(resource)), isFirst };
			}),
		);
		const known = new Set(this.#known.map(({ id }) => id));
		for (const id of this.#deliveries.keys()) if (!known.has(id)) this.#deliveries.delete(id);
		this.#pollingChanges.fire();
	}

	/** An account may be closed before or after its sources leave its resources out, and opened again at once with another token. */
	#forgetClosed(): void {
		const isOpen = (account: Account) => this.events.accountOf(account.session.id) === account;
		const closed = [...this.#polledFor].filter(([, account]) => !isOpen(account));
		for (const [id] of closed) this.#polledFor.delete(id);
		this.#poller.forget(closed.map(([id]) => id));
	}

	async #read(
		{ id, account: accountId }: WatchedResource,
		signal: AbortSignal,
		hinted: ReadCause,
	): Promise<ReadResult> {
		// The account may have been closed and opened since the read was requested.
		const watched = this.#known.find((one) => one.id === id);
		const account = this.events.accountOf(accountId);
		if (!account || !watched) return { hasNews: false };
		// The cursor is stored with the events.
		await account.events.open();
		const { area } = families[watched.hookTarget.family];
		let requests = 0;
		// Those of a view count too, because the forge has to answer them at the same time.
		using counting = new Lifetime();
		counting.add(account.connection.onDidAnswer((answered) => (requests += answered === area ? 1 : 0)));
		const deliveries = this.#deliveries.get(id) ?? [];
		this.#deliveries.delete(id);
		// What the last read has left has to be read. If there are deliveries, only a refresh surely asks the forge: they may tell only what is known.
		const causeOfRest = deliveries.length > 0 ? 'refresh' : 'schedule';
		const wasUnfinished = this.#unfinished.delete(id);
		const cause = wasUnfinished ? causeOfRest : hinted;
		const isClosed = () => this.events.accountOf(accountId) !== account;
		try {
			for (let attempt = 1; ; attempt++) {
				const readFrom = account.events.content.cursorOf(id);
				const news = await watched.read({ cursor: readFrom, deliveries, cause, signal });
				const { events, cursor, hasChanged = false, hasMore = false } = news;
				if (isClosed()) return voidResult;
				if (news.wasKnown) return { hasNews: false, requests: 0, wasKnown: true };
				if (cursor === undefined) return { hasNews: hasChanged, requests };
				try {
					const read = { resource: id, value: cursor, readFrom: { value: readFrom } };
					const added = await account.events.append(events, read);
					if (isClosed()) return voidResult;
					if (hasMore) {
						this.#unfinished.add(id);
						this.#queue.hint(watched, 'delivery');
					}
					const deliveryCount = deliveries.length + (this.#deliveries.get(id)?.length ?? 0);
					this.#missed.didRead(watched, { cause: hinted, deliveryCount, events: added });
					return { hasNews: added.length > 0, requests };
				} catch (error) {
					if (!(error instanceof OutdatedReadError) || attempt === maxAttempts) throw error;
				}
			}
		} catch (error) {
			// The parts of an account close one after another, so its connection may abort the read while the account still seems open.
			if (isClosed() || (isAbort(error) && !signal.aborted)) return voidResult;
			if (wasUnfinished) this.#unfinished.add(id);
			if (this.#known.some((one) => one.id === id))
				this.#deliveries.set(id, [...deliveries, ...(this.#deliveries.get(id) ?? [])]);
			throw error;
		}
	}

	/** Refreshes the open tickets of a tracker too: its newest tickets, which another window has read, may not include them. */
	#didReadElsewhere(resources: readonly string[]): void {
		this.#poller.want(resources);
		this.#queue.refresh(this.#known.filter(({ partOf }) => partOf && resources.includes(partOf)));
	}
}

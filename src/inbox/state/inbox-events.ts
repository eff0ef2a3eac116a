import { background } from '../../base/background.ts';
import { append } from '../../base/collections.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { InboxEntry } from '../model/entry.ts';
import type { MutedSubject } from '../model/muted.ts';
import type { DueEvent } from '../model/notification-words.ts';
import { type Action, actionFor, type Rule } from '../model/rules.ts';
import { EventStore, isNotificationDue } from './event-store.ts';
import { ItemSeenState } from './item-seen-state.ts';
import { Looks } from './looks.ts';

interface InboxAccount extends Account {
	readonly events: EventStore;
}

/** A muted subject, and the account in which the user has muted it. */
export interface MutedInAccount extends MutedSubject {
	/** The id of the account's session. */
	readonly account: string;
	/** The name of the user, with the tilde. */
	readonly me: string;
}

interface Loss {
	readonly account: string;
	/** The path of a file that could not be read. */
	readonly keptAt: string | undefined;
	/** How many events were dropped because there were too many. */
	readonly leftOut: number;
}

export interface InboxEventsOptions {
	readonly forges: AccountSource;
	/** The rules of the user's setting. When they change, events that they ignore leave, and stored ones come back. */
	readonly rules: { readonly rules: readonly Rule[]; readonly onDidChange: Event<void> };
	/** The storage of an account for what cannot be read from the forge again. */
	readonly storageOf: (account: string) => Storage;
	readonly log: Log;
}

/** The stored events of all accounts, filtered by the user's rules. */
export class InboxEvents implements Disposable {
	readonly #options: InboxEventsOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	readonly #accountChanges = this.#lifetime.add(new Emitter<void>());
	readonly #readElsewhere = this.#lifetime.add(new Emitter<readonly string[]>());
	readonly #accounts: PerAccount<InboxAccount>;
	/** What the user has seen outside of the inbox. */
	readonly #seen = new ItemSeenState();
	readonly looks = new Looks((events, items) => this.#markSeenOf(events, items), this.#lifetime);
	/** Fires when events arrive, become seen in any window, or enter or leave because the rules have changed. */
	readonly onDidChange = this.#changes.event;
	/** Fires when accounts were opened or closed. */
	readonly onDidChangeAccounts = this.#accountChanges.event;
	/** Fires with the resources in which another window has found something. */
	readonly onDidReadElsewhere = this.#readElsewhere.event;

	/** Resolves when the stored events are loaded. */
	static async open(options: InboxEventsOptions): Promise<InboxEvents> {
		const events = new InboxEvents(options);
		await events.#update();
		return events;
	}

	private constructor(options: InboxEventsOptions) {
		this.#options = options;
		const { forges, rules, log } = options;
		this.#accounts = this.#lifetime.add(
			new PerAccount<InboxAccount>({
				forges,
				create: (account, lifetime) => this.#openAccount(account, lifetime),
				open: ({ events }) => events.open(),
				log,
			}),
		);
		this.#lifetime.add(forges.onDidChange(() => background(this.#update())));
		this.#lifetime.add(rules.onDidChange(() => this.#changes.fire()));
		this.#lifetime.add(
			forges.seen.onDidSee((what) => {
				// An event that the user has marked as unseen stays so until they look again.
				if (this.#seen.add(what)) this.looks.beginItem(what);
			}),
		);
	}

	/** Undefined if the account is not open. */
	accountOf(id: string): InboxAccount | undefined {
		return this.#accounts.of(id);
	}

	/** The events of all accounts, except for those that the rules ignore and those that are muted. */
	get entries(): readonly InboxEntry[] {
		return this.#accounts.accounts.flatMap(({ session, events }) =>
			events.content.entries.filter(
				({ event }) => this.#actionFor(event, session.account) !== 'ignore' && !events.content.isMuted(event),
			),
		);
	}

	/** What the inbox lacks of each account: a file that could not be read, and events that were too many. */
	get losses(): readonly Loss[] {
		return this.#accounts.accounts.map(({ session: { id: account }, events: { keptAt, content } }) => ({
			account,
			keptAt,
			leftOut: content.leftOut,
		}));
	}

	/** The events that a rule asks to notify the user about, that no window has shown, and that the user has not seen. */
	get due(): readonly DueEvent[] {
		return this.#accounts.accounts.flatMap(({ session: { account: me }, events }) =>
			events.content.entries
				.filter((entry) => isNotificationDue(entry) && this.#actionFor(entry.event, me) === 'notify')
				.filter(({ event }) => !events.content.isMuted(event))
				.map(({ event, addedAt }) => ({ event, addedAt, me })),
		);
	}

	/** Resolves with the events of `due` that this window has to show now. An event goes to one window, unless that is killed before `didNotify`. */
	async claimDue(due: readonly DueEvent[]): Promise<readonly DueEvent[]> {
		const claimed: DueEvent[] = [];
		for (const { session, events } of this.#accounts.accounts) {
			const own = due.filter(({ event }) => event.place.account === session.id);
			if (own.length === 0) continue;
			try {
				const keys = await events.claimDue(own.map(({ event }) => event.key));
				append(
					claimed,
					own.filter(({ event }) => keys.has(event.key)),
				);
			} catch (error) {
				this.#options.log.warn('Notifications wait, because the events cannot be written', error);
			}
		}
		return claimed;
	}

	didNotify(events: readonly ForgeEvent[]): Promise<void> {
		return this.#forEachAccount(events, (store, keys) => store.didNotify(keys));
	}

	markSeen(events: readonly ForgeEvent[]): Promise<void> {
		return this.#forEachAccount(events, (store, keys) => store.markSeen(keys));
	}

	/** Marks all events that the inbox shows, and those that were dropped because there were too many. */
	async markAllSeen(): Promise<void> {
		const all = this.entries.map(({ event }) => event);
		for (const { session, events } of this.#accounts.accounts) await events.markSeen(keysIn(session.id, all));
	}

	async markUnseen(events: readonly ForgeEvent[]): Promise<void> {
		// What the user has looked at before is marked first, so that nothing undoes this.
		await this.looks.end();
		await this.#forEachAccount(events, (store, keys) => store.markUnseen(keys));
	}

	/** What the user has muted in all accounts, the last one first. */
	get muted(): readonly MutedInAccount[] {
		return this.#accounts.accounts
			.flatMap(({ session: { id, account: me }, events }) =>
				events.content.muted.map((muted) => ({ ...muted, account: id, me })),
			)
			.toSorted((one, other) => other.at - one.at);
	}

	async mute(account: string, muted: MutedSubject): Promise<void> {
		await this.accountOf(account)?.events.mute(muted);
	}

	async unmute(account: string, muted: MutedSubject): Promise<void> {
		await this.accountOf(account)?.events.unmute(muted);
	}

	/** Reads what other windows have written, in case this window was not notified. */
	async read(): Promise<void> {
		await Promise.all(this.#accounts.accounts.map(({ events }) => events.refresh()));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#actionFor(event: ForgeEvent, me: string): Action {
		return actionFor(event, this.#options.rules.rules, me);
	}

	#openAccount(account: Account, lifetime: Lifetime): InboxAccount {
		const { storageOf, log } = this.#options;
		const { id, account: me } = account.session;
		const events = lifetime.add(
			new EventStore({
				storage: storageOf(id),
				account: id,
				isIgnored: (event) => this.#actionFor(event, me) === 'ignore' || this.#seen.hasSeen(event),
				isToNotify: (event) => this.#actionFor(event, me) === 'notify',
				log,
			}),
		);
		lifetime.add(events.onDidReadElsewhere((resources) => this.#readElsewhere.fire(resources)));
		lifetime.add(events.onDidChange(() => this.#changes.fire()));
		// Another window does not know what the user has seen in this one.
		lifetime.add(
			events.onDidAdd((added) =>
				background(this.markSeen(added.filter((event) => this.#seen.hasSeen(event)))),
			),
		);
		return { ...account, events };
	}

	async #update(): Promise<void> {
		await this.#accounts.update();
		this.#accountChanges.fire();
		this.#changes.fire();
	}

	async #markSeenOf(events: readonly ForgeEvent[], items: ItemSeenState): Promise<void> {
		const unseen = this.entries.filter(({ seenAt }) => seenAt === undefined).map(({ event }) => event);
		await this.markSeen([...new Set([...events, ...unseen.filter((event) => items.hasSeen(event))])]);
	}

	/** Calls `change` at once for each account that has some of the events, so that its store keeps the order of the user's commands. */
	async #forEachAccount(
		events: readonly ForgeEvent[],
		change: (store: EventStore, keys: readonly string[]) => Promise<void>,
	): Promise<void> {
		const changing = this.#accounts.accounts.map(async ({ session, events: store }) => {
			const keys = keysIn(session.id, events);
			if (keys.length > 0) await change(store, keys);
		});
		await Promise.all(changing);
	}
}

/** The keys of the events of an account. */
const keysIn = (account: string, events: readonly ForgeEvent[]): readonly string[] =>
	events.filter(({ place }) => place.account === account).map(({ key }) => key);

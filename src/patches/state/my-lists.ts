import { background } from '../../base/background.ts';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { ListCache } from './lists/list-cache.ts';
import type { ListAccount } from './mailing-lists.ts';
import { listsOfSent, type MyThreads } from './series/my-series.ts';
import { MyThreadIndex } from './series/my-thread-index.ts';
import { type SentThread, sentThreads } from './series/sent-threads.ts';

/** How many lists are opened together. */
export const maxLists = 50;
/** How often a list is read for mails that the user has sent to it. */
const intervalMs = 10 * 60_000;

/** The lists that an account has sent mails to, and the user's threads in them. Of these lists, only replies to the user are read from the forge. */
export class MyLists {
	readonly #account: ListAccount;
	readonly #lifetime: Lifetime;
	readonly #changed: () => void;
	/** By their names with the owner. */
	readonly #caches = new Map<string, ListCache>();
	readonly #index = new MyThreadIndex();
	/** The threads in which replies are of interest. */
	#checked: readonly SentThread[] = [];
	/** The lists that lack a mail that the user has sent to them. */
	#awaiting: readonly ItemName[] = [];
	/** When this window last began to read a list for such mails, by its name with the owner. */
	readonly #readAt = new Map<string, number>();

	/** `changed` is called when an open list changes, until `lifetime` ends. */
	constructor(account: ListAccount, lifetime: Lifetime, changed: () => void) {
		this.#account = account;
		this.#lifetime = lifetime;
		this.#changed = changed;
	}

	/** Whether any list is open. */
	get areOpen(): boolean {
		return this.#caches.size > 0;
	}

	/** The open lists. */
	get caches(): Iterable<ListCache> {
		return this.#caches.values();
	}

	/** The user's threads, as far as lists are open. */
	get threads(): MyThreads {
		const { items, revision } = this.#account.sent;
		return this.#index.of(items, revision, (list) => this.cacheOf(list)?.threads);
	}

	/** Whether it is time to look again for replies in the threads of `checkReplies`, or for mails in the lists of `lookForSent`. */
	get isCheckDue(): boolean {
		return this.#account.replyChecks.isDue(this.#checked) || this.#awaiting.some((list) => this.#isDue(list));
	}

	cacheOf(list: ItemName): ListCache | undefined {
		return this.#caches.get(itemRef(list));
	}

	/** Reads the lists and `others` from the disk, and sends no request. */
	async open(others: readonly ItemName[] = []): Promise<void> {
		const { lists, sent } = this.#account;
		const wanted = [...others, ...listsOfSent(sent.items.values())];
		const added = [...new Map(wanted.map((list) => [itemRef(list), list])).values()]
			.filter((list) => !this.cacheOf(list))
			.slice(0, Math.max(0, maxLists - this.#caches.size));
		await Promise.all(
			added.map(async (list) => {
				const cache = lists.cache(list, this.#lifetime);
				this.#caches.set(itemRef(list), cache);
				await cache.open();
				if (!this.#lifetime.ended) this.#lifetime.add(cache.onDidChange(this.#changed));
			}),
		);
	}

	/** Looks for new replies in these threads while they are visible. A list that gets a reply changes. */
	checkReplies(threads: MyThreads, areVisible: () => boolean): void {
		const { sent, replyChecks } = this.#account;
		this.#checked = sentThreads(threads, sent.items, (list) => this.cacheOf(list));
		background(replyChecks.check(this.#checked, () => areVisible() && !this.#lifetime.ended));
	}

	/** While the rows are visible, reads lists that lack mails of the user: without webhooks, nothing else might read them. */
	lookForSent(lists: readonly ItemName[], areVisible: () => boolean): void {
		this.#awaiting = lists;
		if (!areVisible()) return;
		for (const list of lists) {
			if (!this.#isDue(list)) continue;
			this.#readAt.set(itemRef(list), timeOfDay());
			background(this.#read(list));
		}
	}

	/** After a failure, the list is read when it is due again. */
	async #read(list: ItemName): Promise<void> {
		try {
			await this.cacheOf(list)?.refreshMails();
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
		}
	}

	#isDue(list: ItemName): boolean {
		const times = [this.#readAt.get(itemRef(list)), this.cacheOf(list)?.mailsAsOf];
		return !times.some((at) => isRecent(at, intervalMs));
	}
}

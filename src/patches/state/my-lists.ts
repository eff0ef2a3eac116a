import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { ListCache } from './lists/list-cache.ts';
import type { ListAccount } from './mailing-lists.ts';
import { listsOfSent, type MyThreads } from './series/my-series.ts';
import { MyThreadIndex } from './series/my-thread-index.ts';
import { type SentThread, sentThreads } from './series/sent-threads.ts';

/** How many lists are opened for the replies to what the user has sent. */
const maxLists = 50;

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

	/** The user's threads, as far as lists are open. */
	get threads(): MyThreads {
		const { items, revision } = this.#account.sent;
		return this.#index.of(items, revision, (list) => this.cacheOf(list)?.threads);
	}

	/** Whether replies should be looked for again in threads that were passed to `checkReplies`. */
	get isCheckDue(): boolean {
		return this.#account.replyChecks.isDue(this.#checked);
	}

	cacheOf(list: ItemName): ListCache | undefined {
		return this.#caches.get(itemRef(list));
	}

	/** Opens what the disk has of the lists and of `others`, which makes no request. */
	async open(others: readonly ItemName[] = []): Promise<void> {
		const { lists, sent } = this.#account;
		const names = new Map(others.map((list) => [itemRef(list), list]));
		const added = [...names.values(), ...listsOfSent(sent.items.values())]
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

	/** Looks for new replies in these threads while they are visible. Lists that get one change. */
	checkReplies(threads: MyThreads, areVisible: () => boolean): void {
		const { sent, replyChecks } = this.#account;
		this.#checked = sentThreads(threads, sent.items, (list) => this.cacheOf(list));
		background(replyChecks.check(this.#checked, () => areVisible() && !this.#lifetime.ended));
	}
}

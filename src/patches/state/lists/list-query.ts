import * as v from 'valibot';
import { background } from '../../../base/background.ts';
import { isRecent, timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Event } from '../../../base/emitter.ts';
import type { Client } from '../../../forge/client/connect.ts';
import type { ForgeError } from '../../../forge/contract/errors.ts';
import type { Read } from '../../../forge/contract/read.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';
import { mailSummaryOf } from '../mails/mail-summary.ts';
import { MailWithPatchset } from './mail-with-patchset.ts';

const Found = v.object({
	mails: v.array(MailWithPatchset),
	/** Whether the forge finds more. */
	hasMore: v.boolean(),
	/** How many pages of results were requested. There may be fewer. */
	pages: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
type Found = Read<typeof Found>;

/** How many pages of results are read at first, and how many more each time that the user asks for older mails. */
const pagesAtATime = 4;
/** If the user looks again after this time, the forge is asked again. */
const staleMs = 60_000;

/** The newest mails of a list that match a query, as the forge has found them. */
export class ListQuery implements Disposable {
	readonly #found: ValueCache<Found>;
	#askedAt: number | undefined;
	/** Whether the result was shown since the forge was last asked. */
	#wasShown = false;
	/** While the user waits for older mails: how many pages to read. */
	#wantedPages: number | undefined;
	#loading: Promise<void> | undefined;

	/** `text` is in the search language of the forge. */
	constructor(key: ListKey, text: string, client: Client<typeof listRows>, { cache, log }: CacheContext) {
		const { owner, list } = key;
		this.#found = new ValueCache<Found>({
			read: async (signal, known) => {
				const mails: MailWithPatchset[] = [];
				const maxPages = this.#wantedPages ?? known?.pages ?? pagesAtATime;
				let count = 0;
				let hasMore = false;
				for await (const { rows, isLast } of client.posts(
					{ owner, list },
					{ signal, query: { search: text } },
				)) {
					for (const row of rows) {
						const mail = mailSummaryOf(row, row.is_request_pull ?? false);
						mails.push({ mail, patchset: row.patchset });
					}
					count += 1;
					if (count === maxPages) {
						hasMore = !isLast;
						break;
					}
				}
				return { mails, hasMore, pages: maxPages };
			},
			store: createValueStore({
				storage: cache,
				name: ['list-queries', `${listRef(key)} ${text}`],
				shape: Found,
				log,
			}),
			log,
		});
	}

	/** Undefined before the forge has answered once. */
	get mails(): readonly MailWithPatchset[] | undefined {
		return this.#found.value?.mails;
	}

	/** Whether the forge finds more mails than `mails`. */
	get hasMore(): boolean {
		return this.#found.value?.hasMore === true;
	}

	/** How many times mails were loaded: first, and each time that the user asked for older ones. */
	get loads(): number {
		return this.#pages / pagesAtATime;
	}

	get #pages(): number {
		return this.#found.value?.pages ?? pagesAtATime;
	}

	get lastError(): ForgeError | undefined {
		return this.#found.lastError;
	}

	get onDidChange(): Event<void> {
		return this.#found.onDidChange;
	}

	/** Reads the stored result from the disk. */
	open(): Promise<void> {
		return this.#found.open();
	}

	/** The user looks at the result: asks the forge if that was not done a short time ago. */
	refreshIfOld(): void {
		this.#wasShown = true;
		if (!isRecent(this.#askedAt, staleMs)) background(this.refresh());
	}

	/** Asks the forge again if the view still shows the result: a view that does draws each new result, and then calls `refreshIfOld`. */
	async refreshIfShown(): Promise<void> {
		if (this.#wasShown) await this.refresh();
	}

	async refresh(): Promise<void> {
		this.#askedAt = timeOfDay();
		this.#wasShown = false;
		// The stored result says how many pages to read.
		await this.open();
		await this.#found.refresh();
	}

	/** Reads older mails, too, and as many again at each later refresh. Concurrent callers share the mails. */
	async loadMore(): Promise<void> {
		this.#loading ??= this.#loadMore();
		await this.#loading;
	}

	async #loadMore(): Promise<void> {
		try {
			await this.open();
			this.#wantedPages = this.#pages + pagesAtATime;
			// A refresh that is under way reads fewer pages.
			this.#found.markOutdated();
			await this.refresh();
		} finally {
			this.#wantedPages = undefined;
			this.#loading = undefined;
		}
	}

	settled(): Promise<void> {
		return this.#found.settled();
	}

	dispose(): void {
		this.#found.dispose();
	}
}

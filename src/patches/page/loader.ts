import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { PageReads } from '../../platform/page/page-reads.ts';
import type { PageStatus } from '../../platform/page/page-status.ts';
import { ownerOf, whyEnded } from '../../platform/state/session-ending.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import { everyThread } from '../state/lists/series-summary.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import type { SeriesReader } from '../state/series/series-reader.ts';
import type { SeriesPageHost } from './host.ts';

type LoaderHost = Pick<SeriesPageHost, 'lists' | 'seen' | 'viewed'>;

/** The series of a page as its account knows it now: first from the disk, then from the forge. */
export class SeriesLoader implements Disposable {
	readonly #key: SeriesKey;
	readonly #host: LoaderHost;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	readonly #reads: PageReads;
	#account: ListAccount | undefined;
	#source: ListAccount | undefined;
	/** Kept after sign-out, so that the page can name the account. */
	#lastOwner: { readonly account: string; readonly instance: string } | undefined;
	#reader: SeriesReader | undefined;
	#list: ListCache | undefined;
	#seenUpTo: number | undefined;
	#wasKnown: boolean | undefined;
	/** The mails whose texts a read has begun to ask for. */
	#requested: ReadonlySet<number> = new Set();
	#isReadingMails = false;
	/** Ends what depends on `#source`. */
	#session = new Lifetime();

	constructor(key: SeriesKey, host: LoaderHost, changed: () => void) {
		this.#key = key;
		this.#host = host;
		this.#changed = changed;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });

		this.#reads = this.#lifetime.add(
			new PageReads({
				open: () => this.#open(),
				read: (signal) => this.#read(signal),
				isComplete: () => this.#wasKnown === true,
				didRead: changed,
				changed,
			}),
		);
		this.#lifetime.add(host.lists.onDidChange(() => this.#updateAccount()));
		this.#updateAccount();
	}

	/** The account, if it is signed in. */
	get account(): ListAccount | undefined {
		return this.#account;
	}

	/** The account that has read what the page shows. If its session has ended without the user signing out, the page shows what is known and stored. */
	get source(): ListAccount | undefined {
		return this.#source;
	}

	/** Resolves when the stored data was read. */
	get opened(): Promise<void> {
		return this.#source ? this.#reads.opened : Promise.resolve();
	}

	/** The known mails of the list. */
	get listed(): ListCache['mails'] | undefined {
		return this.#list?.mails;
	}

	get reading(): SeriesReading | undefined {
		return this.#reader?.reading;
	}

	/** The account and the forge of the page, even after the account has signed out. */
	get owner(): { readonly account: string; readonly instance: string } | undefined {
		return this.#lastOwner;
	}

	/** When the newest mail arrived that the user had seen before the page was opened; undefined if that is not known. */
	get seenUpTo(): number | undefined {
		return this.#seenUpTo;
	}

	/** Whether the account is signed in and the forge has not answered yet. */
	get isReading(): boolean {
		return this.#account !== undefined && !this.#reads.hasAnswer;
	}

	/** Whether mails that are not known may still arrive. */
	get isReadingMails(): boolean {
		return this.isReading || this.#isReadingMails || this.#hasNewMails;
	}

	/** Whether all mails of the series were known when the page was opened. Undefined until the disk was read. */
	get wasKnown(): boolean | undefined {
		return this.#wasKnown;
	}

	/** Whether to ask the forge for what the page only adds: not for a new page, which takes enough requests, and only if the forge answers. */
	get mayAskMore(): boolean {
		return this.#wasKnown === true && this.#reads.hasAnswer && !this.#reads.failure;
	}

	pageStatus(): PageStatus {
		const account = this.#account;
		if (!account) {
			const ended = this.#host.lists.endedSession(this.#key.account);
			const instance = this.#lastOwner?.instance ?? 'the forge';
			return { kind: 'signed-out', instance, ...(ended && { why: whyEnded(ended) }) };
		}
		const { name: instance, lists: address } = account.instance;
		return this.#reads.pageStatus({
			instance,
			address,
			isKnown: this.reading !== undefined,
			asOf: this.#reader?.asOf,
		});
	}

	async refresh(): Promise<void> {
		if (this.#account) await this.#reads.read();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		if (this.#reads.hasAnswer && this.#list)
			this.#host.seen.see(this.#key, everyThread(this.#list.threads), this.#list.patchsets);
		this.#reads.didDraw();
		if (this.#hasNewMails && !this.#isReadingMails) background(this.refresh());
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		this.#reads.didHide();
	}

	/** The page is visible again. */
	didShow(): void {
		this.#reads.retryNow();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Switches to the account as it is now: signed in, with another connection, or gone. */
	#updateAccount(): void {
		const account = this.#host.lists.of(this.#key.account);
		const source = account ?? this.#host.lists.endedAccount(this.#key.account);
		if (account === this.#account && source === this.#source && this.#lastOwner) return;
		this.#account = account;
		if (source !== this.#source) this.#hold(source);
		this.#reads.reset();
		const ended = ownerOf(this.#host.lists.endedSession(this.#key.account));
		if (source) this.#lastOwner = { account: source.session.account, instance: source.session.instance };
		else if (ended) this.#lastOwner = ended;
		if (account) background(this.#reads.read());
		else if (source) background(this.#reads.readStored());
		this.#changed();
	}

	#hold(source: ListAccount | undefined): void {
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#source = source;
		this.#reader = source?.series.hold(this.#key, this.#session);
		this.#list = source?.lists.cache({ owner: this.#key.owner, name: this.#key.list }, this.#session);
		if (this.#reader) this.#session.add(this.#reader.onDidChange(this.#changed));
	}

	async #open(): Promise<void> {
		const reader = this.#reader;
		await Promise.all([reader?.open(), this.#host.viewed.read(this.#key)]);
		if (this.#lifetime.ended || reader !== this.#reader) return;
		this.#wasKnown ??= reader?.reading?.unread.length === 0;
		const threads = this.#list ? everyThread(this.#list.threads) : [];
		this.#seenUpTo ??= this.#host.seen.seenUpToOf(this.#key, threads, this.#lastOwner?.account);
	}

	/** Whether mails have arrived in the list that no read has asked for. After a failure, the retry reads them. */
	get #hasNewMails(): boolean {
		const { unread = [] } = this.reading ?? {};
		return this.#reads.hasAnswer && !this.#reads.failure && unread.some((id) => !this.#requested.has(id));
	}

	async #read(signal: AbortSignal): Promise<ForgeError | undefined> {
		const reader = this.#reader;
		this.#requested = new Set(reader?.reading?.unread);
		this.#isReadingMails = true;
		try {
			await reader?.refresh(signal);
		} finally {
			this.#isReadingMails = false;
		}
		return reader?.lastError;
	}
}

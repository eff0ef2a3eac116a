import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { PageLoader } from '../../platform/page/page-loader.ts';
import { replyProblem } from '../model/permissions.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import { everyThread } from '../state/lists/series-summary.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import type { SeriesReader } from '../state/series/series-reader.ts';
import type { SeriesPageHost } from './host.ts';

type LoaderHost = Pick<SeriesPageHost, 'lists' | 'viewed'>;

/** Loads a series and its mails for its page. */
export class SeriesLoader extends PageLoader<ListAccount> {
	protected readonly area = 'lists';
	readonly #key: SeriesKey;
	readonly #host: LoaderHost;
	#reader: SeriesReader | undefined;
	#list: ListCache | undefined;
	#seenUpTo: number | undefined;
	#wasKnown: boolean | undefined;
	/** Whether the user has looked at the thread since the page became visible. */
	#hasLooked = false;
	/** The mails whose texts a read has begun to ask for. */
	#requested: ReadonlySet<number> = new Set();
	/** Whether a read of the forge runs, or is about to begin. */
	#isRefreshing = false;

	constructor(key: SeriesKey, host: LoaderHost, changed: () => void) {
		super(key.account, host.lists, changed);
		this.#key = key;
		this.#host = host;
		this.start();
	}

	/** The known mails of the list. */
	get listed(): ListCache['mails'] | undefined {
		return this.#list?.mails;
	}

	/** Why the user may not answer mails of the list, as far as is known. Empty if they may. */
	get replyProblem(): string {
		const { source } = this;
		const { owner, list } = this.#key;
		const details = this.#list?.details?.value;
		if (!source || !details) return '';
		const isSubscribed = source.lists.subscription({ owner, name: list }) !== undefined;
		return replyProblem(details, { me: source.session.account, isSubscribed });
	}

	get reading(): SeriesReading | undefined {
		return this.#reader?.reading;
	}

	/** The user had seen the mails that arrived up to this time before the page was opened. Undefined if that is not known. */
	get seenUpTo(): number | undefined {
		return this.#seenUpTo;
	}

	/** Whether the account is signed in and the forge has not answered yet. */
	get isReading(): boolean {
		return this.account !== undefined && !this.reads.hasAnswer;
	}

	/** Whether mails that are not known may still arrive. */
	get isReadingMails(): boolean {
		return this.isReading || this.#isRefreshing || this.#hasNewMails;
	}

	/** Whether all mails of the series were known when the page was opened. Undefined until the disk was read. */
	get wasKnown(): boolean | undefined {
		return this.#wasKnown;
	}

	/**
	 * Whether to ask the forge for what the page could do without. A new page does not, because it sends enough requests. Nor does a page whose
	 * forge has not answered.
	 */
	get mayAskMore(): boolean {
		return this.#wasKnown === true && this.reads.hasAnswer && !this.reads.failure;
	}

	override didDraw(isSeen = true): void {
		if (isSeen && this.reads.hasAnswer && this.#list) {
			const { threads, patchsets } = this.#list;
			this.#host.lists.seen.see(this.#key, everyThread(threads), patchsets, this.#hasLooked);
			this.#hasLooked = true;
		}
		super.didDraw();
		if (this.#hasNewMails && !this.#isRefreshing) background(this.#readNewMails());
	}

	override didHide(): void {
		this.#hasLooked = false;
		super.didHide();
	}

	protected get isKnown(): boolean {
		return this.reading !== undefined;
	}

	protected get wasStored(): boolean {
		return this.#wasKnown === true;
	}

	protected get asOf(): number | undefined {
		return this.#reader?.asOf;
	}

	protected setSource(source: ListAccount | undefined, lifetime: Lifetime): void {
		this.#reader = source?.series.hold(this.#key, lifetime);
		this.#list = source?.lists.cache({ owner: this.#key.owner, name: this.#key.list }, lifetime);
		if (this.#reader) lifetime.add(this.#reader.onDidChange(this.changed));
	}

	protected async readStored(): Promise<void> {
		const reader = this.#reader;
		await Promise.all([reader?.open(), this.#host.viewed.read(this.#key)]);
		if (this.lifetime.ended || reader !== this.#reader) return;
		this.#wasKnown ??= reader?.reading?.unread.length === 0;
		const threads = this.#list ? everyThread(this.#list.threads) : [];
		this.#seenUpTo ??= this.#host.lists.seen.seenUpToOf(this.#key, threads, this.owner?.account);
	}

	/** Sets `#isRefreshing` at once, because a page that is drawn again before the read has begun must not start a second one. */
	async #readNewMails(): Promise<void> {
		this.#isRefreshing = true;
		try {
			await this.refresh();
		} finally {
			this.#isRefreshing = false;
		}
	}

	/** Whether mails have arrived in the list that no read has asked for. After a failure, the retry reads them. */
	get #hasNewMails(): boolean {
		const { unread = [] } = this.reading ?? {};
		return this.reads.hasAnswer && !this.reads.failure && unread.some((id) => !this.#requested.has(id));
	}

	protected async readForge(signal: AbortSignal): Promise<ForgeError | undefined> {
		const reader = this.#reader;
		this.#requested = new Set(reader?.reading?.unread);
		this.#isRefreshing = true;
		try {
			await reader?.refresh(signal);
		} finally {
			this.#isRefreshing = false;
		}
		return reader?.lastError;
	}
}

import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Retrier } from '../../base/retrier.ts';
import { ForgeError, isTransient } from '../../forge/errors.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { Situation } from '../../platform/page/situation.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { ListCache } from '../state/list-cache.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import type { SeriesReader } from '../state/series-reader.ts';
import type { SeriesPageHost } from './host.ts';

interface SeriesLoaderOptions {
	readonly key: SeriesKey;
	readonly host: Pick<SeriesPageHost, 'lists' | 'seen' | 'viewed'>;
	readonly changed: () => void;
}

/**
 * The series of a page as its account knows it now: first from the disk, then from the forge. Retries by itself if the forge could not be
 * reached, but never for a page that is not visible.
 */
export class SeriesLoader implements Disposable {
	readonly #options: SeriesLoaderOptions;
	readonly #lifetime = new Lifetime();
	readonly #retrier: Retrier;
	#account: ListAccount | undefined;
	/** The last account, by whose name the user is told that it has signed out. */
	#lastOwner: { readonly account: string; readonly instance: string } | undefined;
	#reader: SeriesReader | undefined;
	#list: ListCache | undefined;
	#seenUpTo: number | undefined;
	/** Ends what depends on the account as it is signed in now. */
	#session = new Lifetime();
	#failure: { readonly error: ForgeError; readonly since: number } | undefined;
	#hasAnswer = false;
	/** Whether to read the series again as soon as the page is visible. */
	#isDue = false;
	/** Aborted when the page is hidden. */
	#whileVisible = new AbortController();
	#readCount = 0;

	constructor(options: SeriesLoaderOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		// Visibility does not matter here: `markOutdated` waits until the page is drawn, and only a visible page is drawn.
		this.#retrier = this.#lifetime.add(
			new Retrier({ isVisible: () => true, retry: () => this.markOutdated() }),
		);
		this.#lifetime.add(options.host.lists.onDidChange(() => this.#updateAccount()));
		this.#updateAccount();
	}

	get account(): ListAccount | undefined {
		return this.#account;
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

	/** Whether the forge is being asked, or will be asked again. */
	get isReading(): boolean {
		return this.#account !== undefined && !this.#hasAnswer;
	}

	situation(): Situation {
		const account = this.#account;
		if (!account) return { kind: 'signed-out', instance: this.#lastOwner?.instance ?? 'the forge' };
		if (!this.#failure) return this.#hasAnswer || this.reading ? { kind: 'good' } : { kind: 'reading' };
		const { error, since } = this.#failure;
		if (error.kind === 'missing') return { kind: 'missing' };
		if (error.kind === 'signed-out') return { kind: 'signed-out', instance: account.instance.name };
		if (error.kind === 'offline' || error.kind === 'timeout') {
			const host = URL.parse(account.instance.lists ?? '')?.host ?? account.instance.name;
			return { kind: 'offline', host, since, asOf: this.#reader?.asOf };
		}
		return { kind: 'failed', message: error.message };
	}

	async refresh(): Promise<void> {
		if (this.#reader) await this.#load(this.#reader);
	}

	/** The known data may be out of date. Reads it again at once if the page is visible, or else when it becomes visible. */
	markOutdated(): void {
		this.#isDue = true;
		this.#options.changed();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		if (this.#hasAnswer && this.#list)
			this.#options.host.seen.see(this.#options.key, this.#list.threads.series);
		if (!this.#isDue) return;
		this.#isDue = false;
		background(this.refresh());
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		if (this.#readCount === 0) return;
		this.#isDue = true;
		this.#whileVisible.abort();
		this.#whileVisible = new AbortController();
	}

	/** The page is visible again. */
	didShow(): void {
		this.#retrier.retryNow();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Switches to the account as it is now: signed in, with another connection, or gone. */
	#updateAccount(): void {
		const { key, host, changed } = this.#options;
		const account = host.lists.of(key.account);
		if (account === this.#account && this.#lastOwner) return;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#account = account;
		this.#reader = account?.series.hold(key, this.#session);
		this.#list = account?.lists.cache({ owner: key.owner, name: key.list }, this.#session);
		this.#failure = undefined;
		this.#hasAnswer = false;
		this.#retrier.reset();
		if (account) this.#lastOwner = { account: account.session.account, instance: account.session.instance };
		if (this.#reader) {
			this.#session.add(this.#reader.onDidChange(changed));
			background(this.#load(this.#reader));
		}
		changed();
	}

	/** Reads the series, first from the disk, then from the forge. */
	async #load(reader: SeriesReader): Promise<void> {
		const signal = AbortSignal.any([this.#whileVisible.signal, this.#lifetime.signal]);
		this.#readCount += 1;
		try {
			await Promise.all([reader.open(), this.#options.host.viewed.read(this.#options.key)]);
			if (this.#isOutdated(reader)) return;
			this.#seenUpTo ??= this.#options.host.seen.seenUpToOf(
				this.#options.key,
				this.#list?.threads.series ?? [],
			);
			this.#options.changed();
			await reader.refresh(signal);
			if (!signal.aborted) this.#recordOutcome(reader, reader.lastError);
		} catch (error) {
			if (signal.aborted || this.#isOutdated(reader)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#recordOutcome(reader, error);
		} finally {
			this.#readCount -= 1;
		}
	}

	#recordOutcome(reader: SeriesReader, error: ForgeError | undefined): void {
		if (this.#isOutdated(reader)) return;
		this.#failure = error && { error, since: this.#failure?.since ?? Date.now() };
		if (error && isTransient(error)) this.#retrier.schedule();
		else this.#retrier.reset();
		this.#hasAnswer = true;
		this.#options.changed();
	}

	/** Whether an answer is too late, because its account or its page is gone. */
	#isOutdated(reader: SeriesReader): boolean {
		return this.#lifetime.ended || reader !== this.#reader;
	}
}

import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { ForgeError } from '../../../forge/contract/errors.ts';
import { idOfSeries, isPatchsetKey, type SeriesKey } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import type { MailSummary } from '../mails/mail-summary.ts';
import { examineFiles } from './examine-files.ts';
import { type ReadSeriesOptions, readSeries } from './read-series.ts';
import { type SeriesInList, seriesInList } from './series-in-list.ts';

/** The list must outlive the reader. */
type SeriesReaderOptions = CacheContext & Omit<ReadSeriesOptions, 'update' | 'signal'>;

/** Changes of the list within this time are shown together. */
const burstMs = 16;
/** How many times texts are read, because those of some mails show that further mails belong to the series. */
const maxRounds = 4;

/**
 * A series, or a thread without patches, with the texts of its mails: from the disk at once, and from the forge as they arrive. A failed
 * refresh keeps what is known and sets `lastError` until a refresh succeeds.
 */
export class SeriesReader implements Disposable {
	readonly key: SeriesKey;
	readonly #options: SeriesReaderOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #update: Coalesced;
	/** When the forge has last answered, and what has failed since. */
	readonly #answers: ValueCache<null>;
	#opening: Promise<void> | undefined;
	#reading: SeriesReading | undefined;
	#known: SeriesInList | undefined;
	/** The mails of the series whose texts are known. */
	#fullMails: ReadonlyMap<number, FullMail> = new Map();

	constructor(options: SeriesReaderOptions) {
		const { key, list, cache, log } = options;
		this.key = key;
		this.#options = options;
		this.#answers = this.#lifetime.add(
			new ValueCache({
				read: (signal) => this.#readForge(signal),
				store: createValueStore({
					storage: cache,
					name: ['series', idOfSeries(key)],
					shape: v.null(),
					log,
				}),
				log,
			}),
		);
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a series failed', failure)),
		);
		this.#lifetime.add(this.#answers.onDidChange(() => this.#changes.fire()));
		const logFailure = (failure: unknown) => log.error('A series could not be read from the disk', failure);
		this.#update = coalesce(this.#lifetime, burstMs, () => this.#readUnlessEnded(), {
			onError: logFailure,
			soon: true,
		});
		this.#lifetime.add(
			list.onDidChange(() => {
				if (this.#opening) this.#update();
			}),
		);
	}

	/** Undefined if nothing is known of the series. */
	get reading(): SeriesReading | undefined {
		return this.#reading;
	}

	/** Whether a refresh is running. */
	get isReading(): boolean {
		return this.#answers.isReading;
	}

	get lastError(): ForgeError | undefined {
		return this.#answers.lastError;
	}

	/** When a refresh last succeeded, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.#answers.asOf;
	}

	/** Fires when `reading`, `isReading`, `lastError` or `asOf` changes. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Reads what is known from the disk, and sends no request. */
	open(): Promise<void> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	/**
	 * Reads the series from the forge. Concurrent callers share the requests, which are cancelled when all of them have aborted. Resolves
	 * when `reading` or `lastError` shows the outcome.
	 */
	refresh(signal?: AbortSignal): Promise<void> {
		return this.#answers.refresh(signal);
	}

	/** Resolves when what was read is on the disk. */
	async settled(): Promise<void> {
		const { list, mails } = this.#options;
		await Promise.all([list.settled(), mails.settled(), this.#answers.settled()]);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #open(): Promise<void> {
		const { key, list, mails } = this.#options;
		await Promise.all([this.#answers.open(), list.open()]);
		if (!isPatchsetKey(key) && !list.mails.has(key.mail)) {
			const summary = await mails.summary(key.mail);
			if (summary) list.addListed(summary);
		}
		await this.#updateNow();
	}

	async #updateNow(): Promise<void> {
		this.#update();
		await this.#update.flush();
	}

	async #readForge(signal: AbortSignal): Promise<null> {
		await this.open();
		const failure = await readSeries({ ...this.#options, signal, update: () => this.#showKnown() });
		if (failure) throw failure;
		return null;
	}

	async #showKnown() {
		await this.#updateNow();
		return { known: this.#known, unread: this.#reading?.unread ?? [] };
	}

	async #readUnlessEnded(): Promise<void> {
		try {
			await this.#readKnown();
		} catch (error) {
			if (!this.#lifetime.ended) throw error;
		}
	}

	/** Finds the series in what is known, and reads the texts of its mails from the disk. Texts can show that more mails belong to it. */
	async #readKnown(): Promise<void> {
		const { key, list, mails } = this.#options;
		let known = seriesInList(key, list, this.#fullMails);
		for (let round = 0; known && round < maxRounds; round++) {
			const ids = known.mails.map(({ id }) => id);
			const unread = ids.filter((id) => !this.#fullMails.has(id));
			const read = await mails.read(unread, this.#lifetime.signal);
			if (read.size === 0) break;
			await examineFiles(read.values(), this.#lifetime.signal);
			this.#fullMails = new Map([...this.#fullMails, ...read]);
			known = seriesInList(key, list, this.#fullMails);
		}
		this.#show(known);
	}

	#show(known: SeriesInList | undefined): void {
		const reading = known && readingOf(known, this.#fullMails);
		this.#known = known;
		// Mails that turned out not to belong to the series are not kept.
		this.#fullMails = reading?.mails ?? new Map();
		this.#options.list.putTexts(this.#fullMails.values());
		if (isDeepStrictEqual(reading, this.#reading)) return;
		this.#reading = reading;
		this.#changes.fire();
	}
}

function readingOf(
	{ chain, version, patchsets, mails, newerPatches }: SeriesInList,
	fullMails: ReadonlyMap<number, FullMail>,
): SeriesReading {
	const read = mails.flatMap((summary) => {
		const mail = fullMails.get(summary.id);
		return mail ? [[summary.id, withPosition(mail, summary)] as const] : [];
	});
	return {
		chain,
		version,
		patchsets,
		mails: new Map(read),
		unread: mails.map(({ id }) => id).filter((id) => !fullMails.has(id)),
		newerPatches,
	};
}

/** The mail with the parent and thread that the forge has listed last. They change if a parent arrives after its reply. */
function withPosition(mail: FullMail, { parent, thread }: MailSummary): FullMail {
	const parentId = parent ?? undefined;
	const threadId = thread ?? undefined;
	return mail.parentId === parentId && mail.threadId === threadId ? mail : { ...mail, parentId, threadId };
}

import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { listAll } from '../../../forge/client/pages.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { listExtraRows, listRows } from '../../../forge/rows/lists.ts';
import type { Email, Patchset } from '../../../forge/shapes/lists.ts';
import { isPatchsetKey, type SeriesKey } from '../../../platform/model/keys.ts';
import { unlessRefused } from '../../../platform/state/unless-refused.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { OpenPatchset } from '../lists/patchset-collection.ts';
import { patchsetOf } from '../lists/series-summary.ts';
import type { MailStore } from '../mails/mail-store.ts';
import type { SeriesInList } from './series-in-list.ts';

interface KnownSeries {
	readonly known: SeriesInList | undefined;
	readonly unread: readonly number[];
}

export interface ReadSeriesOptions {
	readonly key: SeriesKey;
	readonly client: Client<typeof listRows>;
	/** Undefined in REST. */
	readonly extras?: Client<typeof listExtraRows> | undefined;
	readonly list: ListCache;
	readonly mails: MailStore;
	/** Shows what is known now, and returns it with the ids of its mails that were not read. */
	readonly update: () => Promise<KnownSeries>;
	readonly signal: AbortSignal;
}

const maxConcurrentReads = 4;
/** If a complete series has more unread threads, its new replies are looked for in the newest mails of the list instead. */
const maxThreads = 2;
/** After this many failures without a success, no more mails are requested. */
const maxFailures = 20;
/** How often to look for further threads in what was read. */
const maxRounds = 4;

/**
 * Reads a series from the forge: the status, the threads of its mails, and what they lack. Stores what was read. Resolves with the first
 * failure, after reading whatever else it can. Rejects if the signal is aborted.
 */
export async function readSeries(options: ReadSeriesOptions): Promise<ForgeError | undefined> {
	const fetcher = new SeriesFetcher(options);
	await fetcher.run();
	return fetcher.failure;
}

class SeriesFetcher {
	failure: ForgeError | undefined;
	readonly #options: ReadSeriesOptions;
	/** The names of the requests that were sent. */
	readonly #asked = new Set<string>();
	readonly #succeeded = new Set<string>();
	#isStopped = false;

	constructor(options: ReadSeriesOptions) {
		this.#options = options;
	}

	async run(): Promise<void> {
		const { key, extras, update } = this.#options;
		if (extras && isPatchsetKey(key) && !this.#prefersNewMails(await update()))
			await this.#readPatchset(key.patchset, () => this.#openThread(extras, key.patchset));
		// Sends nothing if the patchset was just read: `#ask` sends each request once.
		const status = isPatchsetKey(key) ? this.#readPatchset(key.patchset) : undefined;
		await Promise.all([status, this.#readThreads()]);
		// The status may have revealed further threads.
		await this.#readThreads();
		const { known, unread } = await update();
		const patchset = known?.version && patchsetOf(known.version);
		if (patchset !== undefined) await this.#readPatchset(patchset);
		await this.#readMails(unread);
		await update();
	}

	/** Ends early if the forge seems to refuse all mails. */
	async #readMails(ids: readonly number[]): Promise<void> {
		let isAnyRead = false;
		let failures = 0;
		await forEachConcurrently(ids, maxConcurrentReads, async (id) => {
			if (!isAnyRead && failures >= maxFailures) return;
			await this.#readMail(id);
			if (this.#succeeded.has(`mail ${id}`)) isAnyRead = true;
			else failures += 1;
		});
	}

	async #readThreads(): Promise<void> {
		const { key, update } = this.#options;
		for (let round = 0; round < maxRounds; round++) {
			const shown = await update();
			const { known } = shown;
			if (this.#asked.has('new mails')) return;
			if (this.#prefersNewMails(shown)) return this.#readNewMails();
			const roots = this.#unreadRoots(known);
			if (roots.length > 0)
				await forEachConcurrently(roots, maxConcurrentReads, (root) => this.#readThread(root));
			else if (isPatchsetKey(key) && isIncomplete(known)) await this.#readPatches(key.patchset);
			else if (!isPatchsetKey(key) && !known) await this.#readMail(key.mail);
			else return;
		}
	}

	#unreadRoots(known: SeriesInList | undefined): readonly number[] {
		return known?.roots.filter((root) => !this.#asked.has(`thread ${root}`)) ?? [];
	}

	/** Whether to look for new replies in the newest mails of the list instead of in each thread. */
	#prefersNewMails({ known, unread }: KnownSeries): boolean {
		const isWhole = unread.length === 0 && !isIncomplete(known);
		return isWhole && this.#options.list.isComplete && this.#unreadRoots(known).length > maxThreads;
	}

	#readNewMails(): Promise<void> {
		return this.#ask('new mails', () => this.#options.list.refreshMails());
	}

	#readPatchset(patchset: number, open?: OpenPatchset): Promise<void> {
		const { list, signal } = this.#options;
		return this.#ask(`patchset ${patchset}`, async () => {
			await list.readPatchset(patchset, signal, open);
		});
	}

	/** Reads a patchset together with its thread, and marks the thread as read. Undefined if the forge cannot answer for both. */
	async #openThread(extras: Client<typeof listExtraRows>, patchset: number): Promise<Patchset | undefined> {
		const { key, signal } = this.#options;
		const { owner, list } = key;
		const opened = await unlessRefused(extras.openSeries({ owner, list, patchset }, { signal }));
		const [root] = opened?.thread ?? [];
		if (root) this.#asked.add(`thread ${root.id}`);
		this.#put(opened?.thread ?? []);
		return opened?.patchset;
	}

	#readThread(root: number): Promise<void> {
		return this.#ask(`thread ${root}`, async () => {
			try {
				const { client, signal } = this.#options;
				// If a later page fails, the mails of the earlier ones are shown.
				for await (const { rows } of client.thread({ email: root }, { signal })) this.#put(rows);
			} catch (error) {
				if (!(error instanceof ForgeError && error.kind === 'missing')) throw error;
				await this.#findThread(root, error);
			}
		});
	}

	/** Reads a mail that no longer starts its thread, because the mail that it replies to has arrived. */
	async #findThread(mailId: number, missing: ForgeError): Promise<void> {
		const { list, mails, signal } = this.#options;
		const read = await mails.fetch(mailId, signal);
		if (read.thread_id === null || read.thread_id === mailId) throw missing;
		list.putMails([read]);
	}

	#readPatches(patchset: number): Promise<void> {
		const { key, client, signal } = this.#options;
		const { owner, list } = key;
		return this.#ask(`patches ${patchset}`, async () =>
			this.#put(await listAll(client.patches({ owner, list, patchset }, { signal }))),
		);
	}

	#readMail(id: number): Promise<void> {
		const { list, mails, signal } = this.#options;
		return this.#ask(`mail ${id}`, async () => list.putMails([await mails.fetch(id, signal)]));
	}

	#put(mails: readonly Email[]): void {
		this.#options.mails.put(mails);
		this.#options.list.putMails(mails);
	}

	/** Sends a request once. After a failure that further requests would have too, sends none. */
	async #ask(name: string, send: () => Promise<void>): Promise<void> {
		const { signal } = this.#options;
		signal.throwIfAborted();
		if (this.#isStopped || this.#asked.has(name)) return;
		this.#asked.add(name);
		try {
			await send();
			this.#succeeded.add(name);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ForgeError)) throw error;
			this.failure ??= error;
			this.#isStopped ||= stopsReading(error);
		}
	}
}

/** Whether further requests would fail too. */
export const stopsReading = ({ kind }: ForgeError): boolean =>
	kind === 'offline' || kind === 'timeout' || kind === 'busy' || kind === 'signed-out';

/** Whether patches are missing that the forge may have. */
const isIncomplete = (known: SeriesInList | undefined): boolean =>
	known?.version === undefined || known.version.of === undefined || known.version.missing.length > 0;

import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { listExtraRows, listRows } from '../../../forge/rows/lists.ts';
import { idOfSeries, type SeriesKey } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { SharedResources } from '../../../platform/state/cache/shared-resources.ts';
import { allMails } from '../../model/series/chain.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import type { AccountLists } from '../lists/account-lists.ts';
import { MailStore } from '../mails/mail-store.ts';
import { SeriesReader } from './series-reader.ts';

/** The series of an account's mailing lists, and their mails. */
export class SeriesReaders implements Disposable {
	readonly mails: MailStore;
	readonly #client: Client<typeof listRows>;
	readonly #extras: Client<typeof listExtraRows> | undefined;
	readonly #lists: AccountLists;
	readonly #storage: CacheContext;
	readonly #lifetime = new Lifetime();
	readonly #readers = this.#lifetime.add(new SharedResources<HeldReader>());

	/** `extras` is undefined in REST. */
	constructor(
		client: Client<typeof listRows>,
		extras: Client<typeof listExtraRows> | undefined,
		lists: AccountLists,
		storage: CacheContext,
	) {
		this.#client = client;
		this.#extras = extras;
		this.#lists = lists;
		this.#storage = storage;
		this.mails = this.#lifetime.add(new MailStore(client, storage));
	}

	/** The reader of a series, shared by its holders; disposed when the lifetimes of all of them have ended. */
	hold(key: SeriesKey, lifetime: Lifetime): SeriesReader {
		return this.#readers.hold(idOfSeries(key), lifetime, () => this.#open(key)).reader;
	}

	/**
	 * Reads a version of a series: from the disk if all its patches are there, otherwise from the forge. Fails with a `ForgeError` if
	 * nothing is known of it.
	 */
	async readVersion(key: SeriesKey, signal: AbortSignal): Promise<SeriesReading> {
		const lifetime = this.#lifetime.child();
		const reader = this.hold(key, lifetime);
		try {
			await reader.open();
			if (!hasAllPatches(reader.reading)) await reader.refresh(signal);
			if (reader.reading) return reader.reading;
			throw reader.lastError ?? new ForgeError('missing', "This patchset wasn't found.");
		} finally {
			// The reader must not end before it has settled, because until then the disk does not have what was read.
			background(reader.settled().finally(() => lifetime.dispose()));
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#open(key: SeriesKey): HeldReader {
		const lifetime = new Lifetime();
		const { owner, list } = key;
		const reader = new SeriesReader({
			...this.#storage,
			client: this.#client,
			extras: this.#extras,
			key,
			mails: this.mails,
			list: this.#lists.cache({ owner, name: list }, lifetime),
		});
		lifetime.add(reader);
		return { reader, dispose: () => lifetime.dispose() };
	}
}

interface HeldReader extends Disposable {
	readonly reader: SeriesReader;
}

/** Whether the texts of all mails of the version are known. */
export function hasAllPatches(reading: SeriesReading | undefined): reading is SeriesReading {
	if (!reading?.version || reading.version.of === undefined || reading.version.missing.length > 0)
		return false;
	const sent = allMails({ ...reading.version, replaced: [] });
	return sent.every(({ id }) => reading.mails.has(id));
}

import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import type { ForgeError } from '../../forge/errors.ts';
import { listAll } from '../../forge/pages.ts';
import type { listRows } from '../../forge/rows/lists.ts';
import { List, type Patchset } from '../../forge/shapes/lists.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { CachedValue } from '../../platform/state/cached-value.ts';
import { Collection } from '../../platform/state/collection.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { createValueStore } from '../../platform/state/value-store.ts';
import { type ListedMail, listedMailOf } from './listed-mail.ts';
import { type ListedThreads, threadsOf } from './listed-series.ts';
import { createPatchsetStore } from './patchset-store.ts';
import { createRecentMails } from './recent-mails.ts';

interface ListCacheOptions {
	readonly key: ListKey;
	/** Whether the account's own lists have the details of this one. */
	readonly isOwn: boolean;
	readonly client: Client<typeof listRows>;
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** The patchsets and the newest mails of a list: from the disk at once, and from the forge as they arrive. */
export class ListCache implements Disposable {
	readonly key: ListKey;
	/** Undefined for an own list. */
	readonly details: CachedValue<List> | undefined;
	readonly #client: ListCacheOptions['client'];
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #patchsets: Collection<number, Patchset>;
	readonly #mails: Collection<number, ListedMail>;
	readonly #stores: readonly { settled(): Promise<void> }[];
	readonly #readPatchsets = new Set<number>();
	/** What was found in the mails and patchsets of these revisions. */
	#found: { readonly revisions: string; readonly threads: ListedThreads } | undefined;

	constructor({ key, isOwn, client, cache, log, now = Date.now }: ListCacheOptions) {
		const { owner, list } = key;
		const name = listRef(key);
		this.key = key;
		this.#client = client;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a mailing list failed', failure)),
		);
		const store = createPatchsetStore(cache, name, log);
		this.#patchsets = this.#lifetime.add(
			new Collection<number, Patchset>({
				store,
				pages: (signal) => client.patchsets({ owner, list }, { signal }),
				idOf: ({ id }) => id,
				toStored: (patchset) => ({ ...patchset, list: null }),
				isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
				...{ log, now },
			}),
		);
		const recent = createRecentMails({ key, client, cache, log, now });
		this.#mails = this.#lifetime.add(recent.mails);
		this.#stores = [store, recent.store];
		this.details = isOwn
			? undefined
			: this.#lifetime.add(
					new CachedValue<List>({
						read: (signal) => client.list({ owner, list }, { signal }),
						store: createValueStore({ storage: cache, name: ['list', name], shape: List, log }),
						...{ log, now },
					}),
				);
		for (const items of [this.#patchsets, this.#mails])
			this.#lifetime.add(items.onDidChange(() => this.#changes.fire()));
		if (this.details) this.#lifetime.add(this.details.onDidChange(() => this.#changes.fire()));
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get lastError(): ForgeError | undefined {
		return this.#patchsets.lastError ?? this.#mails.lastError ?? this.details?.lastError;
	}

	/** When the forge last answered for the newest patchsets. */
	get asOf(): number | undefined {
		return this.#patchsets.asOf;
	}

	/** Whether all patchsets and the newest mails were read at least once. */
	get isComplete(): boolean {
		return this.#patchsets.isComplete && this.#mails.isComplete;
	}

	get threads(): ListedThreads {
		const revisions = `${this.#mails.revision} ${this.#patchsets.revision}`;
		if (this.#found?.revisions !== revisions)
			this.#found = { revisions, threads: threadsOf(this.#mails.items, this.#patchsets.items) };
		return this.#found.threads;
	}

	/** Resolves when the stored data is read from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.#patchsets.open(), this.#mails.open(), this.details?.open()]);
	}

	/** Reads the details, the patchsets and the newest mails, as `Collection.refresh` does. */
	async refresh(which: { readonly newestOnly?: boolean } = {}): Promise<void> {
		if (this.#lifetime.ended) return;
		await this.open();
		await Promise.all([this.#patchsets.refresh(which), this.#mails.refresh(which), this.details?.refresh()]);
	}

	/** Reads the patches of a patchset once, whose mails are older than the known ones. Fails with a `ForgeError`. */
	async readPatches(patchset: number): Promise<void> {
		if (this.#readPatchsets.has(patchset)) return;
		const { owner, list } = this.key;
		const { signal } = this.#lifetime;
		const mails = await listAll(this.#client.patches({ owner, list, patchset }, { signal }));
		for (const mail of mails) {
			const isPull = this.#mails.items.get(mail.id)?.isPull === true;
			this.#mails.put(listedMailOf(mail, isPull));
		}
		this.#readPatchsets.add(patchset);
	}

	/** Resolves when the known data is on the disk. */
	async settled(): Promise<void> {
		await Promise.all([...this.#stores.map((store) => store.settled()), this.details?.settled()]);
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}
}

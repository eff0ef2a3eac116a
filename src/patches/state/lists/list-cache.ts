import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { listAll } from '../../../forge/client/pages.ts';
import type { ForgeError } from '../../../forge/contract/errors.ts';
import type { listExtraRows, listRows } from '../../../forge/rows/lists.ts';
import type { Email, List, Patchset } from '../../../forge/shapes/lists.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import type { ServiceAddresses } from '../../../platform/model/references.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import type { Collection } from '../../../platform/state/cache/collection.ts';
import { CountStore } from '../../../platform/state/cache/count-store.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { type MailSummary, mailSummaryOf, withText } from '../mails/mail-summary.ts';
import { countsOf, type ListCounts, ListCountsShape } from './list-counts.ts';
import { createListDetails } from './list-details.ts';
import { ListOpening } from './list-opening.ts';
import { ListQuery } from './list-query.ts';
import { createMailCollection } from './mail-collection.ts';
import { type NamedPatchset, type OpenPatchset, PatchsetCollection } from './patchset-collection.ts';
import type { ThreadSummaries } from './series-summary.ts';
import { ThreadIndex } from './thread-index.ts';

interface ListCacheOptions extends CacheContext {
	readonly key: ListKey;
	/** The user name of the account, with the tilde. */
	readonly me: string;
	/** Whether the account's own lists have the details of this one. */
	readonly isOwn: boolean;
	readonly client: Client<typeof listRows>;
	/** Undefined in REST. */
	readonly extras?: Client<typeof listExtraRows> | undefined;
	/** The web addresses of the forge. */
	readonly home?: ServiceAddresses;
}

/** How many patchsets and mails are read in all when a list is read for the first time. The fewer patchsets it has, the more mails are read. */
const rowsAtFirst = 1450;

/** The newest patchsets and mails of a list: from the disk at once, and from the forge as they arrive. */
export class ListCache implements Disposable {
	readonly key: ListKey;
	/** Undefined for one of the account's own lists. */
	readonly details: ValueCache<List> | undefined;
	readonly #home: ServiceAddresses;
	readonly #client: Client<typeof listRows>;
	readonly #storage: CacheContext;
	readonly #lifetime = new Lifetime();
	readonly #opening: ListOpening;
	readonly #changes: Emitter<void>;
	readonly #patchsets: PatchsetCollection;
	readonly #mails: Collection<number, MailSummary>;
	readonly #recent: ReturnType<typeof createMailCollection>;
	readonly #counts: CountStore<ListCounts>;
	readonly #stores: readonly { settled(): Promise<void> }[];
	/** The patchsets whose patches were read. */
	readonly #withPatches = new Set<number>();
	/** By their texts. */
	readonly #queries = new Map<string, ListQuery>();
	readonly #threadIndex = new ThreadIndex();
	/** The last `threads`, and the revisions of the mails and patchsets that they were found in. */
	#threads: { readonly revisions: string; readonly threads: ThreadSummaries } | undefined;

	constructor(options: ListCacheOptions) {
		const { key, me, isOwn, client, extras, cache, log, home = {} } = options;
		this.key = key;
		this.#home = home;
		this.#client = client;
		this.#storage = { cache, log };
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a mailing list failed', failure)),
		);
		this.#opening = new ListOpening(key, extras, this.#lifetime.signal);
		const readFirstPatchsets = () => this.#opening.first('patchsets');
		this.#patchsets = this.#lifetime.add(
			new PatchsetCollection(key, client, this.#storage, readFirstPatchsets),
		);
		const maxRowsAtFirst = () => rowsAtFirst - this.#patchsets.rowCount;
		const readFirstMails = () => this.#opening.first('mails');
		const reading = { maxRowsAtFirst, readFirst: readFirstMails };
		const recent = createMailCollection({ key, me, client, cache, log, ...reading });
		this.#mails = this.#lifetime.add(recent.mails);
		this.#recent = recent;
		this.#counts = this.#lifetime.add(
			new CountStore<ListCounts>({
				storage: cache,
				name: ['list-counts', listRef(key)],
				shape: ListCountsShape,
				log,
				open: () => this.open(),
				count: () => countsOf(this, this.threads),
			}),
		);
		this.#stores = [this.#patchsets, recent.store, this.#counts];
		if (!isOwn) this.details = this.#lifetime.add(createListDetails(key, client, this.#storage));
		const didChangeItem = () => {
			this.#counts.didChangeItem();
			this.#changes.fire();
		};
		for (const items of [this.#patchsets.known, this.#mails])
			this.#lifetime.add(items.onDidChange(didChangeItem));
		if (this.details) this.#lifetime.add(this.details.onDidChange(() => this.#changes.fire()));
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get lastError(): ForgeError | undefined {
		return this.#patchsets.known.lastError ?? this.#mails.lastError ?? this.details?.lastError;
	}

	/** Whether patchsets, mails or details are being read. */
	get isReading(): boolean {
		return this.#patchsets.known.isReading || this.#mails.isReading || this.details?.isReading === true;
	}

	/** When the forge last answered for both the newest patchsets and the newest mails. */
	get asOf(): number | undefined {
		const [patchsets, mails] = [this.#patchsets.known.asOf, this.#mails.asOf];
		return patchsets === undefined || mails === undefined ? undefined : Math.min(patchsets, mails);
	}

	/** When the forge last answered for the newest mails. */
	get mailsAsOf(): number | undefined {
		return this.#mails.asOf;
	}

	/** Whether the forge has older patchsets than those that are known. */
	get hasOlder(): boolean {
		return this.#patchsets.hasOlder;
	}

	/** Whether the forge has older mails than those that are known. */
	get hasOlderMails(): boolean {
		return this.#recent.hasOlder;
	}

	/** Whether the newest patchsets and mails were read at least once. */
	get isComplete(): boolean {
		return this.#patchsets.known.isComplete && this.#mails.isComplete;
	}

	/** The mails that were read, by id. */
	get mails(): ReadonlyMap<number, MailSummary> {
		return this.#mails.items;
	}

	get size(): number {
		return this.mails.size + this.patchsets.size;
	}

	/** By id. */
	get patchsets(): ReadonlyMap<number, Patchset> {
		return this.#patchsets.known.items;
	}

	get threads(): ThreadSummaries {
		const revisions = `${this.#mails.revision} ${this.#patchsets.known.revision}`;
		if (this.#threads?.revisions !== revisions) {
			const threads = this.#threadIndex.of(this.mails, this.patchsets);
			this.#threads = { revisions, threads };
		}
		return this.#threads.threads;
	}

	/** What the row of the list shows, until the list itself is read from the disk. */
	get storedCounts(): ListCounts | undefined {
		return this.#counts.value;
	}

	/** Resolves when the stored data is read from the disk. */
	async open(): Promise<void> {
		const { known } = this.#patchsets;
		await Promise.all([known.open(), this.#mails.open(), this.details?.open(), this.#counts.read()]);
		this.#counts.didOpenItem();
	}

	/** Resolves when what the collapsed row of the list shows is read from the disk. */
	async openRow(): Promise<void> {
		await Promise.all([this.#counts.open(), this.details?.open()]);
	}

	/**
	 * Reads the details, the patchsets and the newest mails, as `Collection.refresh` does. After the *Refresh* command, also reads
	 * the newest open patchsets again, because their statuses may have changed. A brief refresh leaves out what rarely changes: the details and
	 * pull requests.
	 */
	async refresh(
		which: { readonly newestOnly?: boolean; readonly isManual?: boolean; readonly isBrief?: boolean } = {},
	): Promise<void> {
		if (this.#lifetime.ended) return;
		await this.open();
		const hasDetails = this.details?.value !== undefined && !this.details.lastError;
		const details = which.isBrief && hasDetails ? undefined : this.details;
		const parts = { patchsets: this.#patchsets, recent: this.#recent, details };
		await Promise.all([
			this.#opening.refresh(parts, which),
			...(which.newestOnly ? [] : [...this.#queries.values()].map((query) => query.refreshIfShown())),
		]);
	}

	/** The forge has answered that the details, the newest mails and the newest patchsets have not changed. */
	confirmNewest(): void {
		for (const items of [this.#patchsets.known, this.#mails]) items.confirmNewest();
	}

	/** Reads more than the first page, however recent the last read is: the mails back to those that are known, or the patchsets that are read at first. */
	readFurtherPages(kind: 'mails' | 'patchsets'): Promise<void> {
		return (kind === 'mails' ? this.#mails : this.#patchsets).refresh({ readsAll: true });
	}

	/** Reads older patchsets and mails, too, and the known ones again. */
	async loadOlder(): Promise<void> {
		await this.open();
		await Promise.all([this.#patchsets.loadOlder(), this.#recent.hasOlder && this.#recent.loadOlder()]);
	}

	/** What a query finds. The forge is asked when the user looks at it, and with later refreshes of the list while it is shown. */
	query(text: string): ListQuery {
		const known = this.#queries.get(text);
		if (known) return known;
		const query = this.#lifetime.add(new ListQuery(this.key, text, this.#client, this.#storage));
		this.#lifetime.add(query.onDidChange(() => this.#changes.fire()));
		this.#queries.set(text, query);
		return query;
	}

	/** Reads the newest mails. Fails with a `ForgeError`. */
	async refreshMails(): Promise<void> {
		await this.#mails.refresh();
		if (this.#mails.lastError) throw this.#mails.lastError;
	}

	/** Stores mails that the forge has sent for another request, and the patchsets that they name. Ignores mails of other lists. */
	putMails(mails: readonly Email[]): void {
		for (const mail of mails) {
			const { id, list, patchset, is_request_pull } = mail;
			if (list && (list.name !== this.key.list || list.owner.canonical_name !== this.key.owner)) continue;
			const known = this.#mails.items.get(id);
			this.#mails.put(mailSummaryOf(mail, is_request_pull ?? known?.isPull ?? false, known));
			if (patchset) this.#patchsets.addNamed(patchset);
		}
	}

	/** Adds a mail that was stored elsewhere, and the patchset that it names, unless they are known. */
	addListed(mail: MailSummary, patchset?: NamedPatchset | null): void {
		this.#mails.add(mail);
		if (patchset) this.#patchsets.addNamed(patchset);
	}

	/** Stores what the texts of known mails say about reviews and tickets. */
	putTexts(mails: Iterable<FullMail>): void {
		for (const fullMail of mails) {
			const known = this.#mails.items.get(fullMail.id);
			const updated = known && withText(known, fullMail, this.#home);
			if (updated && updated !== known) this.#mails.put(updated);
		}
	}

	/** Reads the patches of a patchset whose mails are older than the known ones. Does so only once. Fails with a `ForgeError`. */
	async readPatches(patchset: number): Promise<void> {
		if (this.#withPatches.has(patchset)) return;
		const { owner, list } = this.key;
		const { signal } = this.#lifetime;
		this.putMails(await listAll(this.#client.patches({ owner, list, patchset }, { signal })));
		this.#withPatches.add(patchset);
	}

	/** Whether all that the list says about a patchset is known. */
	readonly isListed = (patchset: number): boolean => this.#patchsets.isListed(patchset);

	/** A known patchset. */
	patchset(id: number): Patchset | undefined {
		return this.#patchsets.known.items.get(id);
	}

	/** Reads a patchset again, with what `open` returns if it can. Fails with a `ForgeError`. */
	readPatchset(patchset: number, signal = this.#lifetime.signal, open?: OpenPatchset): Promise<Patchset> {
		return this.#patchsets.read(patchset, signal, open);
	}

	/** Shows patchsets as another window has stored them, unless they are older. */
	readStored(patchsets: readonly number[]): Promise<void> {
		return this.#patchsets.readStored(patchsets);
	}

	/** Stores a patchset as the forge returned it. */
	putPatchset(patchset: Patchset): void {
		this.#patchsets.known.put(patchset);
	}

	/** Resolves when the known data is on the disk. */
	async settled(): Promise<void> {
		const stores = [...this.#stores, ...this.#queries.values()];
		await Promise.all([...stores.map((store) => store.settled()), this.details?.settled()]);
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}
}

import type { Disposable } from '../../../base/disposable.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { OpenedList, Patchset } from '../../../forge/shapes/lists.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { Collection } from '../../../platform/state/cache/collection.ts';
import { newestOpenPatchsets } from './open-patchsets.ts';
import { pagesAfter } from './pages-after.ts';
import { createPatchsetStore } from './patchset-store.ts';

/** How many pages of patchsets are read at first, and how many more each time that the user loads more: a list may have hundreds. */
const pagesAtATime = 20;

/** Reads a patchset with another request, which begins now. Returns undefined if that request cannot read it. */
export type OpenPatchset = () => Promise<Patchset | undefined>;

/** What a mail or another patchset tells of a patchset that it names. */
export type NamedPatchset = Omit<Patchset, 'list' | 'cover_letter' | 'superseded_by'>;

/** The newest patchsets of a list, and older ones when the user loads more. */
export class PatchsetCollection implements Disposable {
	readonly known: Collection<number, Patchset>;
	readonly #key: ListKey;
	readonly #client: Client<typeof listRows>;
	readonly #readFirst: () => Promise<OpenedList['patchsets'] | undefined>;
	readonly #store: ReturnType<typeof createPatchsetStore>;
	/** The patchsets that the forge has listed to this window. A patchset that is known only from a mail has fewer details. */
	readonly #listed = new Set<number>();
	#maxPages = pagesAtATime;
	/** How many patchsets the forge has, and whether all of them were read. */
	#counted: { readonly total: number | undefined; readonly pageSize: number; readonly areAllRead: boolean } =
		{ total: 0, pageSize: 1, areAllRead: true };

	/** `readFirst` returns the first page if another request has brought it. */
	constructor(
		key: ListKey,
		client: Client<typeof listRows>,
		{ cache, log }: CacheContext,
		readFirst: () => Promise<OpenedList['patchsets'] | undefined> = async () => undefined,
	) {
		this.#key = key;
		this.#client = client;
		this.#readFirst = readFirst;
		this.#store = createPatchsetStore(cache, listRef(key), log);
		this.known = new Collection<number, Patchset>({
			store: this.#store,
			pages: (signal) => this.#newest(signal),
			idOf: ({ id }) => id,
			toStored: (patchset) => ({ ...this.#withKnown(patchset), list: null }),
			isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
			isOlder: (one, other) => updatedAt(one) < updatedAt(other),
			log,
		});
	}

	/** Whether the forge has older patchsets than those that are known. */
	get hasOlder(): boolean {
		const { total, areAllRead } = this.#counted;
		return !areAllRead && (total === undefined || this.known.items.size < total);
	}

	/** How many patchsets are read, as far as the forge has told. */
	get rowCount(): number {
		const { total = Number.POSITIVE_INFINITY, pageSize, areAllRead } = this.#counted;
		return Math.min(this.#maxPages * pageSize, areAllRead ? this.known.items.size : total);
	}

	/** Whether all that a list says about a patchset is known. */
	isListed(patchset: number): boolean {
		return this.#listed.has(patchset) || this.known.items.get(patchset)?.submitter != null;
	}

	/** After the *Refresh* command, also reads the newest open patchsets again, because their statuses may have changed. */
	refresh(which: {
		readonly newestOnly?: boolean;
		readonly readsAll?: boolean;
		readonly isManual?: boolean;
	}): Promise<void> {
		const wanted = which.isManual ? newestOpenPatchsets(this.known.items) : [];
		return this.known.refresh({ ...which, wanted });
	}

	/** Reads older patchsets, too, and the known ones again. */
	async loadOlder(): Promise<void> {
		await this.known.open();
		const knownPages = Math.ceil(this.known.items.size / this.#counted.pageSize);
		this.#maxPages = Math.max(knownPages, this.#maxPages) + pagesAtATime;
		await this.known.refresh({ readsAll: true });
	}

	/** Reads a patchset again, with what `open` returns if it can, and learns of the later version that has superseded it. Fails with a `ForgeError`. */
	async read(patchset: number, signal: AbortSignal, open?: OpenPatchset): Promise<Patchset> {
		const { owner, list } = this.#key;
		const requestedAt = this.known.sequence;
		const read = (await open?.()) ?? (await this.#client.patchset({ owner, list, patchset }, { signal }));
		this.known.put(read, requestedAt);
		const later = read.superseded_by;
		if (later) this.addNamed(later);
		return read;
	}

	/** Adds a patchset that a mail or another patchset names, unless it is known. */
	addNamed(patchset: NamedPatchset): void {
		this.known.add({ ...patchset, list: null, cover_letter: null, superseded_by: null });
	}

	/** Shows patchsets as another window has stored them, unless they are older. */
	async readStored(patchsets: readonly number[]): Promise<void> {
		for (const stored of await this.#store.readSome(patchsets)) {
			const known = this.known.items.get(stored.id);
			if (known && updatedAt(stored) >= updatedAt(known) && stored.status !== known.status)
				this.known.put(stored);
		}
	}

	/** Resolves when the known data is on the disk. */
	settled(): Promise<void> {
		return this.#store.settled();
	}

	/** Data that was put before is still written to the disk. */
	dispose(): void {
		this.known.dispose();
	}

	/**
	 * Completes a patchset that was read with what is known of it: what programs have said, which the list leaves out, and the submitter. If the
	 * forge cannot name the submitter of one patchset, the whole page is read without submitters.
	 */
	#withKnown(patchset: Patchset): Patchset {
		const known = this.known.items.get(patchset.id);
		const tools = patchset.tools ?? known?.tools;
		const submitter = patchset.submitter ?? known?.submitter ?? null;
		return { ...patchset, submitter, ...(tools && { tools }) };
	}

	async *#newest(signal: AbortSignal) {
		const { owner, list } = this.#key;
		const first = await this.#readFirst();
		const pages = pagesAfter(first, (query) => this.#client.patchsets({ owner, list }, { signal, query }));
		let count = 0;
		for await (const { rows, total, isLast } of pages) {
			count += 1;
			for (const { id } of rows) this.#listed.add(id);
			const pageSize = count === 1 ? Math.max(rows.length, 1) : this.#counted.pageSize;
			this.#counted = { total, pageSize, areAllRead: isLast };
			const isEnough = count >= this.#maxPages;
			// Patchsets on pages that are not read are not gone.
			yield {
				rows,
				isLast,
				total: isEnough && !isLast ? Number.POSITIVE_INFINITY : total,
			};
			if (isEnough) return;
		}
	}
}

const updatedAt = ({ updated }: Patchset): number => parseTime(updated) ?? 0;

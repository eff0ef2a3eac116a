import * as v from 'valibot';
import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { listAll, type Page } from '../../../forge/client/pages.ts';
import { isTransient } from '../../../forge/contract/errors.ts';
import type { trackerRows } from '../../../forge/rows/trackers.ts';
import { Label, type Ticket } from '../../../forge/shapes/trackers.ts';
import { type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';
import { type LabelNames, renamedLabels } from '../../model/renamed-labels.ts';

interface TrackerLabelsOptions {
	readonly key: TrackerKey;
	readonly client: Client<typeof trackerRows>;
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	readonly tickets: () => Iterable<Ticket>;
	/**
	 * Called when labels were changed, with the new names of those that were renamed and the tickets that were known before the labels were
	 * read. Resolves when everything that names the labels has the new names.
	 */
	readonly didChange: (names: LabelNames, earlier: ReadonlySet<Ticket>) => Promise<void>;
	readonly log: Log;
}

/** The labels of a tracker, which are read again if a ticket has one that is not known. */
export class TrackerLabels implements Disposable {
	readonly list: ValueCache<readonly Label[]>;
	readonly #lifetime = new Lifetime();
	/** Whether a ticket that was read has a label that is not known. */
	#hasNew = false;
	/** The tickets that were known before the read of the labels that is under way. */
	#earlier: ReadonlySet<Ticket> | undefined;
	/** The calls of `didChange` that have not ended. */
	readonly #following = new Set<Promise<void>>();

	constructor({ key, client, cache, tickets, didChange, log }: TrackerLabelsOptions) {
		const { owner, tracker } = key;
		this.list = this.#lifetime.add(
			new ValueCache<readonly Label[]>({
				read: (signal) => listAll(client.labels({ owner, tracker }, { signal })),
				store: createValueStore({
					storage: cache,
					name: ['labels', trackerRef(key)],
					shape: v.array(Label),
					log,
				}),
				log,
			}),
		);
		let known: readonly Label[] | undefined;
		this.#lifetime.add(
			this.list.onDidChange(() => {
				const { value, isReading } = this.list;
				if (known && value && value !== known) {
					const following = didChange(renamedLabels(known, value), this.#earlier ?? new Set());
					this.#following.add(following);
					background(following.finally(() => this.#following.delete(following)));
				}
				known = value;
				this.#earlier = isReading ? (this.#earlier ?? new Set(tickets())) : undefined;
			}),
		);
	}

	/** Reads the labels again, even if they are being read, and waits until `didChange` has followed the change. */
	async readAgain(): Promise<void> {
		this.list.markOutdated();
		await this.list.refresh();
		await Promise.all(this.#following);
	}

	/** Passes on the tickets that are read, and notices their labels. */
	async *notice(pages: AsyncIterable<Page<Ticket>>): AsyncGenerator<Page<Ticket>> {
		for await (const page of pages) {
			this.#hasNew ||= page.rows.some((ticket) => this.#isNewIn(ticket));
			yield page;
		}
	}

	/** The tickets were read, perhaps together with the labels. */
	async didReadTickets({ withLabels }: { readonly withLabels: boolean }): Promise<void> {
		if (this.#hasNew && !withLabels) await this.list.refresh();
		this.#hasNew = false;
	}

	/** A ticket has arrived with the answer to a change. */
	didArriveWith(ticket: Ticket): void {
		if (this.#isNewIn(ticket)) background(this.list.refresh());
	}

	/** The forge has answered, so labels that could not be read for a while are read again. */
	didReach(): void {
		if (this.list.lastError && isTransient(this.list.lastError)) background(this.list.refresh());
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#isNewIn({ labels }: Ticket): boolean {
		const { value } = this.list;
		return value !== undefined && labels.some((label) => value.every(({ name }) => name !== label));
	}
}

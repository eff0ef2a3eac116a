import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import { listAll } from '../../forge/pages.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import { Tracker } from '../../forge/shapes/trackers.ts';
import { CachedValue } from '../../platform/state/cached-value.ts';
import { type Pin, Pins } from '../../platform/state/pins.ts';
import { SharedResources } from '../../platform/state/shared-resources.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { trimFolder } from '../../platform/state/trim-folder.ts';
import { createValueStore } from '../../platform/state/value-store.ts';
import { TrackerCache, type TrackerCacheOptions } from './tracker-cache.ts';
import { TrackerPermissions } from './tracker-permissions.ts';

interface TrackersOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof trackerRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	readonly log: Log;
	readonly didChangeHere?: TrackerCacheOptions['didChangeHere'];
	readonly now?: () => number;
}

const bounds = { files: 100, bytes: 512 * 1024 * 1024 };

/** The trackers of an account: its own, and the pinned ones of other users. */
export class Trackers implements Disposable {
	/** The newest first, as the forge lists them. */
	readonly own: CachedValue<readonly Tracker[]>;
	readonly permissions: TrackerPermissions;
	readonly #options: TrackersOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #pins: Pins;
	readonly #trackerCaches = this.#lifetime.add(new SharedResources<TrackerCache>());

	constructor(options: TrackersOptions) {
		const { account, me, client, cache, permanent, log, now } = options;
		this.#options = options;
		this.permissions = new TrackerPermissions({ me, client, ...(now && { now }) });
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for trackers failed', failure)),
		);
		this.#pins = new Pins({
			storage: permanent,
			name: ['pins', account],
			log,
			changed: () => this.#changes.fire(),
		});
		this.own = this.#lifetime.add(
			new CachedValue<readonly Tracker[]>({
				read: (signal) => listAll(client.trackers({ owner: me }, { signal })),
				store: createValueStore({ storage: cache, name: ['trackers'], shape: v.array(Tracker), log }),
				log,
				...(now && { now }),
			}),
		);
		this.#lifetime.add(this.own.onDidChange(() => this.#changes.fire()));
	}

	/** In the order in which they were pinned. */
	get pins(): readonly Pin[] {
		return this.#pins.all;
	}

	get arePinsUnreadable(): boolean {
		return this.#pins.areUnreadable;
	}

	/** Fires when the account's own trackers, their details or its pins change. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Loads the account's own trackers and its pins from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.own.open(), this.#pins.read()]);
		if (!this.#lifetime.ended) this.#changes.fire();
		coalesce(this.#lifetime, 30_000, () => this.#trim())();
	}

	pin(pin: Pin): Promise<void> {
		return this.#pins.pin(pin);
	}

	unpin(pin: Pin): Promise<void> {
		return this.#pins.unpin(pin);
	}

	/** The cache of a tracker, shared by its holders; disposed when the lifetimes of all of them have ended. */
	tracker(owner: string, name: string, holder: Lifetime): TrackerCache {
		const { account, client, cache, log, didChangeHere, now } = this.#options;
		const key = { account, owner, tracker: name };
		return this.#trackerCaches.hold(
			`${owner}/${name}`,
			holder,
			() => new TrackerCache({ key, client, cache, log, didChangeHere, ...(now && { now }) }),
		);
	}

	/** Stores one of the account's own trackers as the forge returned it. */
	put(tracker: Tracker): void {
		const known = this.own.value;
		if (!known) {
			background(this.own.refresh());
			return;
		}
		const isNew = !known.some(({ name }) => name === tracker.name);
		this.own.put(
			isNew ? [tracker, ...known] : known.map((one) => (one.name === tracker.name ? tracker : one)),
		);
	}

	/** Removes one of the account's own trackers from the list after it was deleted. */
	remove(name: string): void {
		if (this.own.value) this.own.put(this.own.value.filter((one) => one.name !== name));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #trim(): Promise<void> {
		try {
			for (const folder of ['tickets', 'labels']) await trimFolder(this.#options.cache, [folder], bounds);
		} catch (error) {
			this.#options.log.warn('Old tickets could not be removed', error);
		}
	}
}

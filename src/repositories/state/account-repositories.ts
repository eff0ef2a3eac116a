import * as v from 'valibot';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import { listAll } from '../../forge/pages.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import { Repository } from '../../forge/shapes/repositories.ts';
import type { Objects } from '../../platform/git/objects.ts';
import { CachedValue } from '../../platform/state/cached-value.ts';
import { type Pin, Pins, withPins } from '../../platform/state/pins.ts';
import { SharedResources } from '../../platform/state/shared-resources.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { createValueStore } from '../../platform/state/value-store.ts';
import { ObjectFiles } from './object-files.ts';
import { RepositoryCache } from './repository-cache.ts';

interface AccountRepositoriesOptions {
	/** The id of the account's session. */
	readonly account: string;
	/** The account's user name, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof repositoryRows>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	/** For the user's decisions; stays when the account signs out. */
	readonly permanent: Storage;
	/** The objects of a repository's local clones. */
	readonly localObjects?: (repository: Pin) => readonly Objects[];
	/** The most bytes of objects that are kept on the disk. */
	readonly mostBytes: () => number;
	readonly log: Log;
	readonly now?: () => number;
}

/** The repositories of an account: its own, and the pinned ones of other users. */
export class AccountRepositories implements Disposable {
	/** The newest first, as the forge lists them. */
	readonly own: CachedValue<readonly Repository[]>;
	readonly pins: Pins;
	readonly #options: AccountRepositoriesOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #caches = this.#lifetime.add(new SharedResources<RepositoryCache>());
	readonly #objectFiles: ObjectFiles;

	constructor(options: AccountRepositoriesOptions) {
		const { account, me, client, cache, permanent, log, now } = options;
		this.#options = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for repositories failed', failure)),
		);
		this.#objectFiles = new ObjectFiles({ storage: cache, log, mostBytes: options.mostBytes });
		this.pins = new Pins({
			storage: permanent,
			name: ['repository-pins', account],
			log,
			changed: () => this.#changes.fire(),
		});
		this.own = this.#lifetime.add(
			new CachedValue<readonly Repository[]>({
				read: (signal) => listAll(client.repositories({ owner: me }, { signal })),
				store: createValueStore({
					storage: cache,
					name: ['repositories'],
					shape: v.array(Repository),
					log,
				}),
				log,
				...(now && { now }),
			}),
		);
		this.#lifetime.add(this.own.onDidChange(() => this.#changes.fire()));
	}

	/** Fires when the account's own repositories, their details or its pins change. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** The names of the own repositories, sorted, then of those that are pinned. */
	get names(): readonly Pin[] {
		const { me } = this.#options;
		const own = (this.own.value ?? []).map(({ name, owner }) => ({
			owner: owner?.canonical_name ?? me,
			name,
		}));
		return withPins(
			own.toSorted((one, other) => one.name.localeCompare(other.name)),
			this.pins.all,
		);
	}

	/** Loads the account's own repositories and its pins from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.own.open(), this.pins.read()]);
		if (!this.#lifetime.ended) this.#changes.fire();
	}

	/** An own repository as the forge listed it. */
	details({ owner, name }: Pin): Repository | undefined {
		const { me } = this.#options;
		return owner === me ? this.own.value?.find((one) => one.name === name) : undefined;
	}

	/** The cache of a repository, shared by its holders; disposed when the lifetimes of all of them have ended. */
	repository({ owner, name }: Pin, holder: Lifetime): RepositoryCache {
		const { account, me, client, cache, localObjects, log, now } = this.#options;
		const create = () =>
			new RepositoryCache({
				...{ key: { account, owner, repository: name }, client, cache, log },
				isOwn: owner === me,
				objectFiles: this.#objectFiles,
				...(localObjects && { localObjects: () => localObjects({ owner, name }) }),
				...(now && { now }),
			});
		return this.#caches.hold(`${owner}/${name}`, holder, create);
	}

	/** Stores one of the account's own repositories as the forge returned it. `name` is the name that it had before. */
	put(repository: Repository, name = repository.name): void {
		const known = this.own.value;
		if (!known) {
			background(this.own.refresh());
			return;
		}
		const isNew = known.every((one) => one.name !== name);
		this.own.put(isNew ? [repository, ...known] : known.map((one) => (one.name === name ? repository : one)));
	}

	/** Removes one of the account's own repositories from the list after it was deleted. */
	remove(name: string): void {
		if (this.own.value) this.own.put(this.own.value.filter((one) => one.name !== name));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

import * as v from 'valibot';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import type { ForgeError } from '../../forge/errors.ts';
import { listAll } from '../../forge/pages.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import { Commit, Reference, Repository } from '../../forge/shapes/repositories.ts';
import type { Objects } from '../../platform/git/objects.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { CachedValue } from '../../platform/state/cached-value.ts';
import type { Storage } from '../../platform/state/storage.ts';
import { createValueStore } from '../../platform/state/value-store.ts';
import { branchesOf, tagsOf } from '../model/branches.ts';
import type { Revision } from '../model/revision.ts';
import { CommitLog } from './commit-log.ts';
import type { RepositorySource } from './remote-files.ts';

interface RepositoryCacheOptions {
	readonly key: RepositoryKey;
	/** Whether the account's list has the details of this repository. */
	readonly isOwn: boolean;
	readonly client: Client<typeof repositoryRows>;
	/** Holds only data that can be read from the forge again. */
	readonly cache: Storage;
	readonly objects: Objects;
	readonly log: Log;
	readonly now?: () => number;
}

/** What is known of a repository: its references and newest commits from the disk at once, then from the forge. */
export class RepositoryCache implements RepositorySource, Disposable {
	readonly key: RepositoryKey;
	readonly objects: Objects;
	readonly references: CachedValue<readonly Reference[]>;
	/** The history of the default branch. */
	readonly commits: CommitLog;
	/** Undefined for an own repository, whose details the account's list has. */
	readonly details: CachedValue<Repository> | undefined;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;

	constructor({ key, isOwn, client, cache, objects, log, now = Date.now }: RepositoryCacheOptions) {
		this.key = key;
		this.objects = objects;
		const { owner, repository } = key;
		const name = repositoryRef(key);
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a repository failed', failure)),
		);
		this.references = this.#lifetime.add(
			new CachedValue<readonly Reference[]>({
				read: (signal) => listAll(client.references({ owner, repository }, { signal })),
				store: createValueStore({
					storage: cache,
					name: ['references', name],
					shape: v.array(Reference),
					log,
				}),
				log,
				now,
			}),
		);
		const pages = (start: string | undefined, signal: AbortSignal) =>
			client.log({ owner, repository }, { signal, ...(start !== undefined && { query: { start } }) });
		const store = createValueStore({ storage: cache, name: ['log', name], shape: v.array(Commit), log });
		this.commits = this.#lifetime.add(new CommitLog({ pages, store, log, now }));
		this.details = isOwn
			? undefined
			: this.#lifetime.add(
					new CachedValue<Repository>({
						read: (signal) => client.repository({ owner, repository }, { signal }),
						store: createValueStore({ storage: cache, name: ['repository', name], shape: Repository, log }),
						log,
						now,
					}),
				);
		for (const { onDidChange } of [this.references, this.commits, this.details].filter((one) => !!one))
			this.#lifetime.add(onDidChange(() => this.#changes.fire()));
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get lastError(): ForgeError | undefined {
		return this.references.lastError ?? this.commits.lastError ?? this.details?.lastError;
	}

	/** When the forge last answered for the references. */
	get asOf(): number | undefined {
		return this.references.asOf;
	}

	/** The default branch first; undefined before the references are known. */
	get branches(): ReturnType<typeof branchesOf> | undefined {
		const { value } = this.references;
		return value && branchesOf(value, this.commits.newest);
	}

	get tags(): readonly Reference[] {
		return tagsOf(this.references.value ?? []);
	}

	/** Resolves when the stored data is read from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.references.open(), this.commits.open(), this.details?.open()]);
	}

	/** Reads the references and the newest commits; with `newestOnly`, what the row of the repository itself shows. */
	async refresh({ newestOnly = false } = {}): Promise<void> {
		if (this.#lifetime.ended) return;
		await this.open();
		const below = newestOnly ? [] : [this.references.refresh(), this.commits.refresh()];
		await Promise.all([this.details?.refresh(), ...below]);
	}

	/** Reads what was never read. */
	async load(): Promise<void> {
		await this.open();
		const isUnread = this.references.value === undefined || this.commits.all === undefined;
		if (isUnread) await this.refresh();
	}

	async commitOf(revision: Revision): Promise<string | undefined> {
		if (revision.kind === 'commit') return revision.id;
		await this.load();
		if (this.references.value === undefined && this.references.lastError) throw this.references.lastError;
		if (revision.name === 'HEAD') return this.branches?.defaultBranch?.target ?? this.commits.newest;
		return this.references.value?.find(({ name }) => name === revision.name)?.target;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

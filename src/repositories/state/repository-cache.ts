import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { isRecent } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { LruCache } from '../../base/lru-cache.ts';
import type { Client } from '../../forge/client/connect.ts';
import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { repositoryExtraRows } from '../../forge/rows/repositories.ts';
import { Commit, Repository } from '../../forge/shapes/repositories.ts';
import type { CloneObjects, ReadObject } from '../../platform/git/objects.ts';
import { isObjectId } from '../../platform/git/tree-entries.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { CacheContext } from '../../platform/state/account-items.ts';
import { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../platform/state/cache/value-store.ts';
import type { Refs } from '../model/refs.ts';
import { findReference, type KnownCommit, type Revision } from '../model/revision.ts';
import { AnnotatedTags } from './annotated-tags.ts';
import { CommitLog } from './commit-log.ts';
import { ForgeObjects, type RepositoryClient } from './forge-objects.ts';
import { LogReader } from './log-reader.ts';
import { ObjectCache } from './object-cache.ts';
import type { ObjectFiles } from './object-files.ts';
import { createReferences, divideReferences, type References } from './references.ts';
import { refreshRepository } from './refresh-repository.ts';
import type { RepositorySource } from './remote-files.ts';

interface RepositoryCacheOptions extends CacheContext {
	readonly key: RepositoryKey;
	/** Whether the account's list has the details of this repository. */
	readonly isOwn: boolean;
	readonly client: RepositoryClient;
	/** Undefined in REST. */
	readonly extras?: Client<typeof repositoryExtraRows> | undefined;
	readonly objectFiles: ObjectFiles;
	/** The objects of the repository's local clones. */
	readonly localObjects?: (() => readonly CloneObjects[]) | undefined;
}

/** How many logs of branches and tags are kept for views. */
const maxLogs = 50;

/** Reading a file of a branch asks the forge again if its last answer for the references is older than this. */
const staleMs = 60_000;

/** What is known of a repository: its references and newest commits, from the disk at once and then from the forge. */
export class RepositoryCache implements RepositorySource, Disposable {
	readonly key: RepositoryKey;
	readonly objects: ObjectCache;
	/** The history of the default branch. */
	readonly history: CommitLog;
	/** Undefined for one of the user's repositories, whose details the account's list has. */
	readonly details: ValueCache<Repository> | undefined;
	readonly annotatedTags: AnnotatedTags;
	/** The objects on the forge. */
	readonly #source: ForgeObjects;
	readonly #extras: Client<typeof repositoryExtraRows> | undefined;
	readonly #references: ValueCache<References>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	/** The logs of branches and tags that are shown, by what these lead to. */
	readonly #logs = new LruCache<LogReader>(maxLogs, () => 1);

	constructor(options: RepositoryCacheOptions) {
		const { key, isOwn, client, extras, cache, objectFiles, localObjects, log } = options;
		this.key = key;
		const { owner, repository } = key;
		const remote = { client, owner, repository };
		const name = repositoryRef(key);
		const source = new ForgeObjects(remote);
		this.#source = source;
		this.#extras = extras;
		this.objects = new ObjectCache(source, objectFiles, localObjects);
		this.annotatedTags = new AnnotatedTags((target, options) => this.objects.peel(target, options));
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a repository failed', failure)),
		);
		this.#references = this.#lifetime.add(createReferences(remote, source, cache, log));
		const store = createValueStore({ storage: cache, name: ['log', name], shape: v.array(Commit), log });
		this.history = this.#lifetime.add(new CommitLog(() => new LogReader(this.objects, 'HEAD'), store, log));
		this.details = isOwn
			? undefined
			: this.#lifetime.add(
					new ValueCache<Repository>({
						read: (signal) => client.repository({ owner, repository }, { signal }),
						store: createValueStore({ storage: cache, name: ['repository', name], shape: Repository, log }),
						log,
					}),
				);
		for (const one of [this.#references, this.history, this.details])
			if (one) this.#lifetime.add(one.onDidChange(() => this.#didChange()));
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get lastError(): ForgeError | undefined {
		return this.#references.lastError ?? this.#historyError ?? this.details?.lastError;
	}

	/** Whether references, the newest commits or the details are being read. */
	get isReading(): boolean {
		return this.#references.isReading || this.history.isReading || this.details?.isReading === true;
	}

	/** When the forge last answered for the references. */
	get asOf(): number | undefined {
		return this.#references.asOf;
	}

	/** The branches and tags. Undefined before they are known. */
	get refs(): Refs | undefined {
		return this.references && divideReferences(this.references).refs;
	}

	/** All references, as the forge has listed them. */
	get references(): References | undefined {
		return this.#references.value;
	}

	/** The full names of the known references. */
	get referenceNames(): ReadonlySet<string> {
		return this.references ? divideReferences(this.references).names : new Set();
	}

	/** The commit of the default branch; undefined if there is none, or none is known. */
	get head(): string | undefined {
		return this.#references.value?.head ?? undefined;
	}

	/** Whether there may be branches and tags that the forge has not listed. */
	get hasPartialRefs(): boolean {
		return this.#references.value?.isPartial === true;
	}

	/** Resolves when the stored data is read from the disk. */
	async open(): Promise<void> {
		await Promise.all([this.#references.open(), this.history.open(), this.details?.open()]);
	}

	/** Reads the details, the references and the newest commits; with `newestOnly`, only the details, which the repository's row shows. */
	async refresh({ newestOnly = false } = {}): Promise<void> {
		if (this.#lifetime.ended) return;
		await this.open();
		if (newestOnly) await this.details?.refresh();
		else await this.#refreshAll();
	}

	/** The forge has answered that the details and the references are as they are known. */
	confirmNewest(): void {
		const { references } = this;
		if (references && !this.isReading) this.#references.put(references);
	}

	/** Reads the references if they were never read. Fails with a `ForgeError`. */
	async load(): Promise<Refs> {
		await this.open();
		if (this.refs === undefined) await this.#readReferences();
		const { refs } = this;
		if (refs) return refs;
		throw this.#references.lastError ?? new DOMException('The repository was closed.', 'AbortError');
	}

	/** Reads the references if they are not known and no read has failed. A view draws its rows again when a read ends, which must not begin another one. */
	async readOnce(): Promise<void> {
		await this.open();
		if (this.refs === undefined && !this.#references.lastError) await this.#readReferences();
	}

	/**
	 * The id of the commit or annotated tag that a revision names. VS Code asks for files again and again, so the answer comes from the known
	 * references, and old ones are refreshed in the background. If none are known because the forge has refused to list them, the same refusal is
	 * thrown until it is old.
	 */
	async commitOf(revision: Revision): Promise<string | undefined> {
		if (revision.kind === 'commit') return revision.id;
		await this.open();
		const { lastError } = this.#references;
		const isRefused = lastError !== undefined && !isTransient(lastError);
		if (this.refs === undefined && isRefused && this.#wasReadRecently) throw lastError;
		await this.load();
		if (!this.isReading && !this.#wasReadRecently) background(this.refresh());
		return this.knownCommitOf(revision)?.commit;
	}

	/** As `commitOf`, without reading anything. Undefined before the references are known. */
	knownCommitOf(revision: Revision): KnownCommit | undefined {
		if (revision.kind === 'commit') return { commit: revision.id };
		const { value } = this.#references;
		if (!value) return undefined;
		if (revision.name === 'HEAD') return { commit: this.head };
		return { commit: value.references.find(({ name }) => name === revision.name)?.target };
	}

	/** The id of the commit of a revision, even if that is an annotated tag. */
	async peeledCommitOf(revision: Revision): Promise<string | undefined> {
		const target = await this.commitOf(revision);
		return target === undefined || revision.kind === 'commit' ? target : this.objects.peel(target);
	}

	/** The log of `target`, which a branch or tag leads to: a commit or an annotated tag. At least its newest commits are read. Undefined for a tag of a file or folder. */
	async openLog(target: string): Promise<LogReader | undefined> {
		const { signal } = this.#lifetime;
		const log = this.#logs.get(target) ?? (await this.#beginLog(target, signal));
		if (!log) return undefined;
		this.#logs.set(target, log);
		if (log.commits.length === 0) await log.readMore(signal);
		return log;
	}

	/** Reads the next page of a log of `openLog`. */
	async loadMore(target: string): Promise<void> {
		const log = await this.openLog(target);
		await log?.readMore(this.#lifetime.signal);
		if (!this.#lifetime.ended) this.#changes.fire();
	}

	/** Begins to read the history of a commit. */
	logFrom(commit: string): LogReader {
		return new LogReader(this.objects, commit);
	}

	/** The revision that a text names as the forge reads it: a branch, a tag, an id or its beginning. */
	async readRevision(text: string, options?: ReadObject): Promise<Revision | undefined> {
		if (isObjectId(text)) return { kind: 'commit', id: text };
		await this.load();
		const found = findReference(text, this.referenceNames);
		if (found !== undefined) return { kind: 'ref', name: found };
		const id = await this.#source.resolve(text, options);
		return id === undefined ? undefined : { kind: 'commit', id };
	}

	/** Finds out which tags are annotated. Reports a change only if it has learned something, because a view then asks again. */
	async lookUpTags(): Promise<void> {
		const hasLearned = await this.annotatedTags.lookUp(this.refs?.tags ?? [], this.#lifetime.signal);
		if (hasLearned && !this.#lifetime.ended) this.#changes.fire();
	}

	/** Resolves when the references and the newest commits are on the disk. */
	async settled(): Promise<void> {
		await Promise.all([this.#references.settled(), this.history.settled()]);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** A missing `HEAD` is no failure if there are references: it names a branch that does not exist. */
	get #historyError(): ForgeError | undefined {
		const { lastError } = this.history;
		const hasNoHead = this.refs !== undefined && this.head === undefined;
		return hasNoHead && lastError?.kind === 'missing' ? undefined : lastError;
	}

	#refreshAll(): Promise<void> {
		const { key, details, history } = this;
		const parts = { key, details, references: this.#references, history };
		return refreshRepository(parts, this.#extras, this.#lifetime.signal);
	}

	/** Refreshes everything, and waits only for the references. */
	async #readReferences(): Promise<void> {
		if (this.#lifetime.ended) return;
		background(this.#refreshAll());
		await this.#references.refresh();
	}

	async #beginLog(target: string, signal: AbortSignal): Promise<LogReader | undefined> {
		const isBranch = this.refs?.branches.some(({ commit }) => commit === target) === true;
		const commit = isBranch ? target : await this.objects.peel(target, { signal });
		return commit === undefined ? undefined : this.logFrom(commit);
	}

	/** Whether the last read of the references ended a short time ago, even if it failed. */
	get #wasReadRecently(): boolean {
		const { asOf, endedAt } = this.#references;
		return isRecent(asOf, staleMs) || isRecent(endedAt, staleMs);
	}

	#didChange(): void {
		this.objects.remember(this.history.all ?? []);
		this.#changes.fire();
	}
}

import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Turns } from '../../base/turns.ts';
import type { Family } from '../../forge/webhooks/families.ts';
import type { Account, Accounts, Caller } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import type { Hooks } from '../server/hooks.ts';
import { invalid, missing, Refusal } from '../server/refusal.ts';
import { BareRepository, createBare } from './bare.ts';
import { firstPushedBranch, makePrintable, pushBody } from './push.ts';
import { PushListener, type ReferenceUpdate } from './push-listener.ts';
import {
	checkName,
	isVisible,
	type RepositoriesState,
	type RepositoryName,
	type RepositoryRecord,
	serializeRepository,
	type Visibility,
} from './repository-record.ts';

export interface RepositoriesOptions {
	readonly state: RepositoriesState;
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly hooks: Hooks;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	/** The folder of the bare repositories, each at `~owner/name.git`. */
	readonly folder: string;
}

export interface RepositoryDetails {
	readonly name?: string;
	readonly description?: string;
	readonly visibility?: Visibility;
}

/** The target of a repository's own webhooks. */
const hookTargetOf = ({ owner, name }: RepositoryRecord) => ({ owner: `~${owner}`, repository: name });

/** The repositories of the forge. The state holds their details, the disk their content. */
export class HostedRepositories {
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	readonly #options: RepositoriesOptions;
	readonly #bare = new Map<number, BareRepository>();
	readonly #pushListener: PushListener;
	/** Nothing may happen between checking a name and using its folder. */
	readonly #writes = new Turns();

	constructor(options: RepositoriesOptions) {
		this.#options = options;
		this.accounts = options.accounts;
		this.drift = options.drift;
		this.#pushListener = new PushListener((id, updates) => this.pushed(id, updates));
	}

	/** The port that receives notifications of pushes. */
	get pushPort(): number | undefined {
		return this.#pushListener.port;
	}

	/** Makes the repositories of an earlier run report pushes. New repositories do so from their creation. */
	async start(): Promise<void> {
		for (const stored of this.#options.state.repositories) {
			const folder = this.pathOf(stored);
			if (!existsSync(join(folder, 'HEAD'))) await createBare(folder);
			await this.#pushListener.install(stored.id, folder);
		}
	}

	async stop(): Promise<void> {
		await this.#writes.ended;
		await this.#pushListener.close();
		for (const stored of this.#options.state.repositories)
			await this.#pushListener.uninstall(this.pathOf(stored));
		await Promise.all([...this.#bare.values()].map((bare) => bare.end()));
	}

	/** The folder of the bare repository, to which git can push. */
	pathOf({ owner, name }: RepositoryName): string {
		return join(this.#options.folder, `~${owner}`, `${name}.git`);
	}

	/** The content of a repository. */
	bare(stored: RepositoryRecord): BareRepository {
		const known = this.#bare.get(stored.id);
		if (known) return known;
		const opened = new BareRepository(this.pathOf(stored));
		this.#bare.set(stored.id, opened);
		return opened;
	}

	/** The repositories of an account that are listed for the viewer, newest first. */
	of(owner: Account, viewer: Account): RepositoryRecord[] {
		return this.#options.state.repositories
			.filter((repository) => repository.owner === owner.name)
			.filter(({ visibility }) => visibility === 'public' || owner.name === viewer.name)
			.sort((a, b) => b.id - a.id);
	}

	/** A repository by its name. Throws if the viewer may not see it. */
	find(owner: Account, name: string, viewer: Account | undefined): RepositoryRecord {
		const stored = this.#named(owner.name, name);
		if (!stored) throw missing();
		if (isVisible(stored, viewer)) return stored;
		throw this.drift.has('private-is-html')
			? new Refusal(403, 'You do not have the permission to access the requested resource.', {
					html: true,
				})
			: missing();
	}

	byId(id: number): RepositoryRecord | undefined {
		return this.#options.state.repositories.find((repository) => repository.id === id);
	}

	async create(owner: Account, details: RepositoryDetails & { name: string }): Promise<RepositoryRecord> {
		return this.#writes.run(async () => {
			this.#checkFree(owner.name, details.name);
			const { state, now, changed } = this.#options;
			const moment = now().toISOString();
			const stored: RepositoryRecord = {
				id: state.next++,
				owner: owner.name,
				name: details.name,
				description: details.description ?? '',
				visibility: details.visibility ?? 'public',
				created: moment,
				updated: moment,
			};
			await createBare(this.pathOf(stored));
			await this.#pushListener.install(stored.id, this.pathOf(stored));
			state.repositories.push(stored);
			changed();
			this.#notifyOwner(stored, 'repo:create');
			return stored;
		});
	}

	async update(owner: Account, name: string, details: RepositoryDetails): Promise<RepositoryRecord> {
		return this.#writes.run(async () => {
			const stored = this.find(owner, name, owner);
			if (Object.keys(details).length === 0) return stored;
			if (details.name !== undefined && details.name !== name) await this.#rename(stored, details.name);
			stored.description = details.description ?? stored.description;
			stored.visibility = details.visibility ?? stored.visibility;
			this.#touch(stored);
			this.#notifyOwner(stored, 'repo:update');
			return stored;
		});
	}

	async delete(owner: Account, name: string): Promise<void> {
		return this.#writes.run(async () => {
			const stored = this.find(owner, name, owner);
			const { state, hooks, changed } = this.#options;
			state.repositories = state.repositories.filter((repository) => repository !== stored);
			changed();
			await this.#close(stored);
			await rm(this.pathOf(stored), { recursive: true, force: true, maxRetries: 3 });
			hooks.removeHooks('repository', hookTargetOf(stored));
			const body = { id: stored.id };
			const details = { records: { repository: stored } };
			hooks.emit('repositoriesUser', { owner: `~${stored.owner}` }, 'repo:delete', body, details);
		});
	}

	/** Delivers a push to webhooks. Returns the answers of the hooks that the push waits for, to show to the pusher. */
	async pushed(id: number, updates: readonly ReferenceUpdate[]): Promise<string> {
		const stored = this.byId(id);
		if (!stored || updates.length === 0) return '';
		const bare = this.bare(stored);
		const branch = firstPushedBranch(updates);
		if (branch !== undefined && !(await bare.resolve('HEAD'))) await bare.setDefaultBranch(branch);
		this.#touch(stored);
		// Only a process with access to the files can push, and they belong to the owner.
		const push = await pushBody(bare, updates, this.accounts.find(stored.owner));
		const target = hookTargetOf(stored);
		const records = { repository: stored, updates };
		this.#options.hooks.emit('repository', target, 'repo:post-update', push, { records });
		return makePrintable(await this.#options.hooks.emitSync('repository', target, 'repo:post-update', push));
	}

	/** Refuses a webhook on a repository that the caller may not see. */
	check(family: Family, params: Readonly<Record<string, string>>, caller: Caller): void {
		if (family !== 'repository') return;
		this.find(this.accounts.subject(params.owner, caller), params.repository ?? '', caller.account);
	}

	#named(owner: string, name: string): RepositoryRecord | undefined {
		return this.#options.state.repositories.find(
			(repository) => repository.owner === owner && repository.name === name,
		);
	}

	#checkFree(owner: string, name: string, except?: RepositoryRecord): void {
		checkName(name);
		// Case-insensitive file systems treat names that differ only in case as one folder.
		const isSameName = (one: RepositoryRecord) => one.name.toLowerCase() === name.toLowerCase();
		const isTaken = this.#options.state.repositories.some(
			(repository) => repository !== except && repository.owner === owner && isSameName(repository),
		);
		if (isTaken) throw invalid('name', 'This name is already in use.');
	}

	async #rename(stored: RepositoryRecord, name: string): Promise<void> {
		this.#checkFree(stored.owner, name, stored);
		const before = this.pathOf(stored);
		await this.#close(stored);
		await rename(before, this.pathOf({ owner: stored.owner, name }));
		const target = hookTargetOf(stored);
		stored.name = name;
		this.#options.hooks.moveHooks('repository', target, hookTargetOf(stored));
	}

	async #close(stored: RepositoryRecord): Promise<void> {
		const bare = this.#bare.get(stored.id);
		this.#bare.delete(stored.id);
		await bare?.end();
	}

	#touch(stored: RepositoryRecord): void {
		stored.updated = this.#options.now().toISOString();
		this.#options.changed();
	}

	#notifyOwner(stored: RepositoryRecord, event: 'repo:create' | 'repo:update'): void {
		const { hooks, drift } = this.#options;
		const body = serializeRepository(stored, drift);
		const details = { records: { repository: stored } };
		hooks.emit('repositoriesUser', { owner: `~${stored.owner}` }, event, body, details);
	}
}

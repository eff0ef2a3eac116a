import { isDeepStrictEqual } from 'node:util';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import type { AccountSource } from './account-source.ts';

interface PerAccountOptions<Opened extends Account> {
	readonly forges: AccountSource;
	/** Creates a feature's data of an account, which `lifetime` disposes; undefined if the forge does not have what the feature needs. */
	readonly create: (account: Account, lifetime: Lifetime) => Opened | undefined;
	/** Loads the stored data of an account. */
	readonly open: (opened: Opened) => Promise<void>;
	readonly log: Log;
}

interface OpenAccount<Opened> {
	readonly opened: Opened;
	readonly lifetime: Lifetime;
}

/** A feature's data of each signed-in account. */
export class PerAccount<Opened extends Account> implements Disposable {
	protected readonly lifetime = new Lifetime();
	readonly #options: PerAccountOptions<Opened>;
	readonly #changes: Emitter<void>;
	readonly #accounts = new Map<string, OpenAccount<Opened>>();
	/** Accounts whose sessions have ended without the user signing out. */
	readonly #ended = new Map<string, OpenAccount<Opened>>();

	constructor(options: PerAccountOptions<Opened>) {
		this.#options = options;
		this.#changes = this.lifetime.add(
			new Emitter<void>((failure) => options.log.error('A listener for accounts failed', failure)),
		);
	}

	get accounts(): readonly Opened[] {
		return [...this.#accounts.values()].map(({ opened }) => opened);
	}

	of(account: string): Opened | undefined {
		return this.#accounts.get(account)?.opened;
	}

	/** What is known and stored of an account whose session has ended without the user signing out. Nothing is read from the forge. */
	endedAccount(account: string): Opened | undefined {
		const known = this.#ended.get(account);
		if (known) return known.opened;
		const ended = this.#accounts.has(account) ? undefined : this.#options.forges.endedAccount(account);
		const created = ended && this.#create(ended);
		if (!created) return undefined;
		this.#ended.set(account, created);
		background(this.#options.open(created.opened));
		return created.opened;
	}

	endedSession(account: string): EndedSession | undefined {
		return this.#options.forges.endedSession(account);
	}

	/** Whether an account exists only in this window, like the account of the sample forge. */
	readonly isTemporary = (account: string): boolean => this.#options.forges.isTemporary(account);

	/** Fires when accounts are added or removed. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Opens accounts that are new, or have a new connection or other permissions, and closes those that are gone. */
	async update(): Promise<void> {
		const { forges, open } = this.#options;
		const current = new Map(forges.accounts.map((account) => [account.session.id, account]));
		const isEnded = (id: string) => !current.has(id) && forges.endedAccount(id) !== undefined;
		for (const [id, account] of this.#accounts) {
			if (isSame(account.opened, current.get(id))) continue;
			this.#accounts.delete(id);
			if (isEnded(id)) this.#ended.set(id, account);
			else account.lifetime.dispose();
		}
		for (const [id, { lifetime }] of this.#ended) {
			if (isEnded(id)) continue;
			this.#ended.delete(id);
			lifetime.dispose();
		}
		const loading: Promise<void>[] = [];
		for (const [id, account] of current) {
			if (this.#accounts.has(id)) continue;
			const created = this.#create(account);
			if (!created) continue;
			this.#accounts.set(id, created);
			loading.push(open(created.opened));
		}
		this.#changes.fire();
		await Promise.all(loading);
	}

	dispose(): void {
		this.lifetime.dispose();
	}

	#create(account: Account): OpenAccount<Opened> | undefined {
		const lifetime = this.lifetime.child();
		const opened = this.#options.create(account, lifetime);
		if (opened) return { opened, lifetime };
		lifetime.dispose();
		return undefined;
	}
}

/** Whether what a feature has opened can stay open. It keeps its first session, so of the session, only the token may have changed. */
const isSame = (opened: Account, current: Account | undefined): boolean =>
	opened.connection === current?.connection &&
	isDeepStrictEqual(permissionsOf(opened), permissionsOf(current));

/** As a set, because forges list permissions in any order. Null if a token does not state them. */
const permissionsOf = ({ session: { scopes } }: Account) => scopes && new Set(scopes);

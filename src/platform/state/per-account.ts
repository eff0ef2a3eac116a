import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../../signin/connection.ts';
import type { AccountSource } from './account-source.ts';

interface PerAccountOptions<Opened extends Account> {
	readonly forges: Pick<AccountSource, 'accounts'>;
	/** Creates a feature's data of an account, which `lifetime` disposes; undefined if the forge does not have what the feature needs. */
	readonly create: (account: Account, lifetime: Lifetime) => Opened | undefined;
	/** Loads the stored data of an account. */
	readonly open: (opened: Opened) => Promise<void>;
	readonly log: Log;
}

/** A feature's data of each signed-in account. */
export class PerAccount<Opened extends Account> implements Disposable {
	readonly #options: PerAccountOptions<Opened>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #accounts = new Map<string, { readonly opened: Opened; readonly lifetime: Lifetime }>();

	constructor(options: PerAccountOptions<Opened>) {
		this.#options = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => options.log.error('A listener for accounts failed', failure)),
		);
	}

	get all(): readonly Opened[] {
		return [...this.#accounts.values()].map(({ opened }) => opened);
	}

	of(account: string): Opened | undefined {
		return this.#accounts.get(account)?.opened;
	}

	/** Fires when accounts are added or removed. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Opens accounts that are new or have a new connection, and closes those that are gone. */
	async update(): Promise<void> {
		const { forges, create, open } = this.#options;
		const current = new Map(forges.accounts.map((account) => [account.session.id, account]));
		for (const [id, { opened, lifetime }] of this.#accounts) {
			if (current.get(id)?.connection === opened.connection) continue;
			this.#accounts.delete(id);
			lifetime.dispose();
		}
		const loading: Promise<void>[] = [];
		for (const [id, account] of current) {
			if (this.#accounts.has(id)) continue;
			const lifetime = this.#lifetime.child();
			const opened = create(account, lifetime);
			if (!opened) {
				lifetime.dispose();
				continue;
			}
			this.#accounts.set(id, { opened, lifetime });
			loading.push(open(opened));
		}
		this.#changes.fire();
		await Promise.all(loading);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

import * as v from 'valibot';
import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import type { Shape } from '../../../forge/read.ts';
import { type PatchsetKey, spellSeries } from '../../../platform/model/keys.ts';
import type { Storage } from '../../../platform/state/storage.ts';
import { createValueStore } from '../../../platform/state/value-store.ts';
import type { StatusOutbox } from './pending-status.ts';

interface OwnStatusesOptions {
	readonly outbox: Pick<StatusOutbox, 'onDidSettle' | 'changeOnItsWay'>;
	/** The cached data of each account, which all windows share. */
	readonly caches: { of(account: string): Storage };
	readonly log: Log;
}

const mostKept = 200;

const Statuses: Shape<readonly string[]> = v.array(v.string());

/** The statuses that the user has set here lately, in any window. The forge does not say who has set a status. */
export class OwnStatuses implements Disposable {
	readonly #options: OwnStatusesOptions;
	readonly #lifetime = new Lifetime();
	/** The statuses of each account, the latest last. */
	readonly #known = new Map<string, readonly string[]>();

	constructor(options: OwnStatusesOptions) {
		this.#options = options;
		this.#lifetime.add(
			options.outbox.onDidSettle(({ entry: { key, steps }, result }) => {
				const status = steps.at(-1)?.change.status;
				if (result.kind === 'sent' && status !== undefined) background(this.#add(key, status));
			}),
		);
	}

	/** Reads what other windows have added. */
	async read(account: string): Promise<void> {
		const stored = await this.#store(account).load();
		this.#put(account, [...(stored?.value ?? []), ...(this.#known.get(account) ?? [])]);
	}

	has(key: PatchsetKey, status: string): boolean {
		const isOnItsWay = this.#options.outbox.changeOnItsWay(key)?.status === status;
		return isOnItsWay || this.#known.get(key.account)?.includes(nameOf(key, status)) === true;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #add(key: PatchsetKey, status: string): Promise<void> {
		const { account } = key;
		this.#put(account, [...(this.#known.get(account) ?? []), nameOf(key, status)]);
		await this.read(account);
		await this.#store(account).save({ value: this.#known.get(account) ?? [], asOf: Date.now() });
	}

	#put(account: string, statuses: readonly string[]): void {
		this.#known.set(account, [...new Set(statuses)].slice(-mostKept));
	}

	#store(account: string) {
		const { caches, log } = this.#options;
		const storage = caches.of(account);
		return createValueStore({ storage, name: ['own-statuses'], shape: Statuses, log });
	}
}

const nameOf = (key: PatchsetKey, status: string): string => `${spellSeries(key)} ${status}`;

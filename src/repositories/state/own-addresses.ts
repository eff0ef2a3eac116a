import * as v from 'valibot';
import { isRecent } from '../../base/clock.ts';
import { FailurePauses } from '../../base/failure-pauses.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import type { CacheContext } from '../../platform/state/account-items.ts';
import { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../platform/state/cache/value-store.ts';

const staleMs = 24 * 60 * 60_000;
/** The shortest pause after a failure, because each unexplained push asks. */
const pauseMs = 60 * 60_000;

/** The mail addresses that the commits of an account's user may have: the address of the account, and the addresses in the user's clones. */
export class OwnAddresses {
	/** Returns the addresses in the settings of git in the user's clones. */
	readonly #local: () => readonly string[];
	readonly #ofAccount: ValueCache<string>;
	readonly #pauses = new FailurePauses(pauseMs);

	constructor(
		client: Client<typeof repositoryRows>,
		local: () => readonly string[],
		{ cache, log }: CacheContext,
	) {
		this.#local = local;
		this.#ofAccount = new ValueCache<string>({
			read: async (signal) => (await client.user({}, { signal })).email ?? '',
			store: createValueStore({ storage: cache, name: ['own-address'], shape: v.string(), log }),
			log,
		});
	}

	/** In lower case. Asks the forge at most once a day, or once an hour while that fails. Without an answer, the addresses that are known. */
	async read(signal: AbortSignal): Promise<ReadonlySet<string>> {
		const address = this.#ofAccount;
		await address.open();
		if (!isRecent(address.asOf, staleMs) && !this.#pauses.isPaused('all')) {
			await address.refresh(signal);
			if (address.lastError) this.#pauses.begin('all');
		}
		await address.settled();
		signal.throwIfAborted();
		const all = [address.value ?? '', ...this.#local()];
		return new Set(all.filter((one) => one !== '').map((one) => one.toLowerCase()));
	}
}

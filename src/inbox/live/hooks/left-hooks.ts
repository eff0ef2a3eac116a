import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Storage } from '../../../platform/state/store/storage.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { type HookRecord, tokenId } from './hook-record.ts';
import { HookStore } from './hook-store.ts';

interface LeftHooksOptions {
	/** Not that of the account, which signing out removes. */
	readonly storage: Storage;
	/** The key that encrypts what is stored. */
	readonly key: () => Promise<string | undefined>;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** The newest records are kept, because those of a token that has expired are never used. */
const mostRecords = 500;
const never = new AbortController().signal;

/**
 * The records of hooks that could not be removed when their account signed out. The next session with the same
 * token takes them over: no other token sees them.
 */
export class LeftHooks {
	readonly #store: HookStore;
	readonly #token: string;

	constructor(
		{ storage, key, secrets, log }: LeftHooksOptions,
		{ instance, account: user, token }: Pick<Session, 'instance' | 'account' | 'token'>,
	) {
		const account = `${instance} ${user}`;
		this.#store = new HookStore({
			storage,
			name: ['left-hooks', account],
			key,
			account,
			secrets,
			log,
		});
		this.#token = tokenId(token);
	}

	async add(records: readonly HookRecord[]): Promise<void> {
		if (records.length > 0) await this.#change((before) => [...before, ...records].slice(-mostRecords));
	}

	/** Those of the current token. */
	async read(): Promise<readonly HookRecord[]> {
		return (await this.#store.read()).filter(({ token }) => token === this.#token);
	}

	async remove(records: readonly HookRecord[]): Promise<void> {
		const secrets = new Set(records.map(({ secret }) => secret));
		if (secrets.size > 0) await this.#change((before) => before.filter(({ secret }) => !secrets.has(secret)));
	}

	async #change(change: (before: readonly HookRecord[]) => readonly HookRecord[]): Promise<void> {
		await this.#store.takeOver(never);
		await this.#store.change(change);
	}
}

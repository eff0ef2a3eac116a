import type { Secrets } from '../../base/secrets.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { newKey } from './encryption.ts';

/** The part of the editor's secret storage that sessions need. */
export interface SecretStore {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
}

const keyName = 'sessions/key';
const isKey = (text: string) => Buffer.from(text, 'base64').length === 32;

/**
 * The one key of all sessions. It is made once and never deleted: in a browser, each window has its own copy of the secret storage and
 * writes all of it, so windows would overwrite each other's changes.
 */
export class SessionKey {
	readonly #secretStore: SecretStore;
	readonly #secrets: Secrets;

	constructor(secretStore: SecretStore, secrets: Secrets) {
		this.#secretStore = secretStore;
		this.#secrets = secrets;
	}

	/** Returns undefined if there is no valid key. Rejects with a message for the user if the secret storage does not answer. */
	async get(): Promise<string | undefined> {
		const key = await describeStorageErrors(() => this.#secretStore.get(keyName));
		if (key === undefined || !isKey(key)) return undefined;
		this.#secrets.add(key);
		return key;
	}

	/** Rejects with a message for the user if the editor does not store the key. */
	async make(): Promise<string> {
		const key = newKey();
		this.#secrets.add(key);
		await describeStorageErrors(() => this.#secretStore.store(keyName, key));
		if ((await this.get()) !== key) throw storageError();
		return key;
	}
}

/** Replaces an error of the secret storage with a message that tells the user what to do. The log gets the original error as its cause. */
export async function describeStorageErrors<T>(work: () => PromiseLike<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		throw storageError(cause);
	}
}

const storageError = (cause?: unknown) =>
	new ForgeError(
		'refused',
		"VS Code's secret storage does not work, so nothing can be stored there. Unlock the keyring of this machine, then try again.",
		{ cause },
	);

import type { Secrets } from '../base/secrets.ts';
import { ForgeError } from '../forge/errors.ts';
import { newKey } from './encryption.ts';

/** The part of the editor's secret storage that sessions need. */
export interface Vault {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
}

const name = 'sessions/key';
const isKey = (text: string) => Buffer.from(text, 'base64').length === 32;

/**
 * The one key of all sessions. It is made once and never deleted: in a browser, each window has its own copy of the secret storage and
 * writes all of it, so anything stored more than once gets lost for some window.
 */
export class SessionKey {
	readonly #vault: Vault;
	readonly #secrets: Secrets;

	constructor(vault: Vault, secrets: Secrets) {
		this.#vault = vault;
		this.#secrets = secrets;
	}

	/** Returns undefined if there is no valid key. Rejects with a message for the user if the secret storage does not answer. */
	async get(): Promise<string | undefined> {
		const key = await inWords(() => this.#vault.get(name));
		if (key === undefined || !isKey(key)) return undefined;
		this.#secrets.add(key);
		return key;
	}

	/** Rejects with a message for the user if the editor does not store the key. */
	async make(): Promise<string> {
		const key = newKey();
		this.#secrets.add(key);
		await inWords(() => this.#vault.store(name, key));
		if ((await this.get()) !== key) throw refused();
		return key;
	}
}

/** Replaces an error of the secret storage with a message that tells the user what to do. The log gets the original error as its cause. */
export async function inWords<T>(work: () => PromiseLike<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		throw refused(cause);
	}
}

const refused = (cause?: unknown) =>
	new ForgeError(
		'refused',
		"VS Code's secret storage does not work, so nothing can be stored there. Unlock the keyring of this machine, then try again.",
		{ cause },
	);

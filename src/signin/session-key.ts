import type { Secrets } from '../base/secrets.ts';
import { ForgeError } from '../forge/errors.ts';
import { newKey } from './encryption.ts';

/** The editor's keeper of secrets, as far as it is needed. */
export interface Vault {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
}

const name = 'sessions/key';
const isKey = (text: string) => Buffer.from(text, 'base64').length === 32;

/**
 * The one key of all sessions. It is made once and never deleted: in a browser each window has its own copy of the secret
 * storage and writes all of it, so that whatever is put there more than once is lost for somebody.
 */
export class SessionKey {
	readonly #vault: Vault;
	readonly #secrets: Secrets;

	constructor(vault: Vault, secrets: Secrets) {
		this.#vault = vault;
		this.#secrets = secrets;
	}

	/** Undefined where there is none that is good. Rejects, in words, when the editor's secret storage does not answer. */
	async get(): Promise<string | undefined> {
		const key = await inWords(() => this.#vault.get(name));
		if (key === undefined || !isKey(key)) return undefined;
		this.#secrets.add(key);
		return key;
	}

	/** Rejects, in words, when the editor does not keep it. */
	async make(): Promise<string> {
		const key = newKey();
		this.#secrets.add(key);
		await inWords(() => this.#vault.store(name, key));
		if ((await this.get()) !== key) throw refused();
		return key;
	}
}

/** Whatever the secret storage says when it refuses is for the log; a person is told what can be done. */
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
		"The editor's secret storage does not work, so that nothing can be kept there. Unlock the keyring of this machine, then try again.",
		{ cause },
	);

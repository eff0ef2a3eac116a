import type { Secrets } from '../../../base/secrets.ts';
import { describeStorageErrors } from '../../../signin/sessions/session-key.ts';
import type { MailServer } from './mail-server.ts';

/** The part of the editor's secret storage that the password needs. */
interface SecretStore {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
}

const keyName = 'mail/password';

/** The password of the user's mail server, in the editor's secret storage. It is given to no other server or user than those it was entered for. */
export class MailPasswords {
	readonly #store: SecretStore;
	readonly #secrets: Secrets;
	readonly #checkStorage: () => Promise<void>;

	/** `checkStorage` rejects if this window would overwrite what another one has stored. */
	constructor(store: SecretStore, secrets: Secrets, checkStorage: () => Promise<void>) {
		this.#store = store;
		this.#secrets = secrets;
		this.#checkStorage = checkStorage;
	}

	async get(server: MailServer): Promise<string | undefined> {
		const text = await describeStorageErrors(() => this.#store.get(keyName));
		const prefix = loginOf(server, '');
		if (!text?.startsWith(prefix)) return undefined;
		const password = text.slice(prefix.length);
		this.#secrets.add(password);
		return password;
	}

	async set(server: MailServer, password: string): Promise<void> {
		this.#secrets.add(password);
		await this.#checkStorage();
		await describeStorageErrors(() => this.#store.store(keyName, loginOf(server, password)));
	}

	/** Masks, in all logs, a password that is not stored here. */
	hide(password: string): void {
		this.#secrets.add(password);
	}

	/** Whether there was one. */
	async forget(): Promise<boolean> {
		const text = await describeStorageErrors(() => this.#store.get(keyName));
		if (text === undefined) return false;
		await this.#checkStorage();
		await describeStorageErrors(() => this.#store.delete(keyName));
		return true;
	}
}

/** A password with what it belongs to. A server on another port may be run by another user of its machine. */
export const loginOf = ({ host, port, user }: MailServer, password = ''): string =>
	`${JSON.stringify([host.toLowerCase(), port, user])}\n${password}`;

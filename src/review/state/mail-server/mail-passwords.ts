import * as v from 'valibot';
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

/** The passwords of the user's mail servers, in the editor's secret storage. Each is given to no other server or user than those it was entered for. */
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
		const prefix = loginOf(server, '');
		const password = (await this.#logins()).find((login) => login.startsWith(prefix))?.slice(prefix.length);
		if (password !== undefined) this.#secrets.add(password);
		return password;
	}

	async set(server: MailServer, password: string): Promise<void> {
		this.#secrets.add(password);
		await this.#checkStorage();
		const others = (await this.#logins()).filter((login) => !login.startsWith(loginOf(server, '')));
		const logins = JSON.stringify([...others, loginOf(server, password)]);
		await describeStorageErrors(() => this.#store.store(keyName, logins));
	}

	/** Masks, in all logs, a password that is not stored here. */
	hide(password: string): void {
		this.#secrets.add(password);
	}

	/** An earlier version has stored one login as it is. */
	async #logins(): Promise<readonly string[]> {
		const text = await describeStorageErrors(() => this.#store.get(keyName));
		const logins = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text);
		if (logins.success) return logins.output;
		return text === undefined ? [] : [text];
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

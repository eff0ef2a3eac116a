import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { ForgeError } from '../forge/errors.ts';
import { keyIdOf, seal, unseal } from './encryption.ts';
import type { Session } from './session.ts';
import { Entries, type EntryName, fileName, onDisk } from './session-files.ts';
import { type Entry, readSealedPart, type SealedPart } from './session-format.ts';
import { SessionKey, type Vault } from './session-key.ts';

/** Why an account is no longer signed in. */
type Ending =
	/** The forge no longer accepts the token. */
	| 'refused'
	/** The stored session could not be read. */
	| 'unreadable'
	/**
	 * Another window signed in, and the editor does not give this window the secret until it is reloaded. Or another client of a remote
	 * machine has signed in or renewed its token.
	 */
	| 'elsewhere';

/** An account that needs a new sign-in. If the file is damaged, even the account is unknown. */
export type Ended =
	| { readonly id: string; readonly instance: string; readonly account: string; readonly ending: Ending }
	| { readonly id: string; readonly ending: 'damaged' };

export interface SafeOptions {
	readonly vault: Vault;
	/** Shared by all windows of this machine and by nothing else. */
	readonly folder: string;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** Stands for a key that could not be read. */
const trouble = Symbol('trouble');

/**
 * Stores sessions. The editor's secret storage holds one key, and each session is a file that this key decrypts. All windows see the same
 * files at every moment. The same is not true of the secret storage: in a browser, each window has its own copy and writes all of it. So
 * any window can sign in, renew tokens and end sessions for all windows. Where clients share the files of a remote machine, each has its
 * own key and ignores the files of the others.
 */
export class SessionStore {
	readonly #options: SafeOptions;
	readonly #entries: Entries;
	readonly #key: SessionKey;
	readonly #begun = Date.now();
	/** Sessions whose files could not be read. Each is logged once. */
	readonly #closed = new Set<string>();
	#hasToldOfOthers = false;
	#lastKeyId: string | undefined;

	constructor(options: SafeOptions) {
		this.#options = options;
		this.#entries = new Entries(options.folder);
		this.#key = new SessionKey(options.vault, options.secrets);
	}

	/** Reads all stored sessions. For one that cannot be read now but may be readable next time, returns what `known` has. */
	async all(known: (id: string) => Session | Ended | undefined): Promise<readonly (Session | Ended)[]> {
		const names = await this.#entries.names();
		if (names.length === 0) return [];
		const key = await this.#keyOrTrouble();
		if (key !== trouble) this.#tellOfOthers(names, key);
		const found = await Promise.all(names.map((name) => this.#one(name, key, known(name.id))));
		return [...new Map(found.filter((one) => one !== undefined).map((one) => [one.id, one])).values()];
	}

	/** The name of the file of a session, with the key that was read last. */
	fileName(id: string): string | undefined {
		return this.#lastKeyId === undefined ? undefined : fileName({ id, keyId: this.#lastKeyId });
	}

	/** Stores a session in place of one with the same id. Rejects with a message for the user if that fails. */
	put(session: Session): Promise<void> {
		return this.#alone(async () => {
			const key = await this.#key.get();
			if (key === undefined) await this.#mustNotBeBehind();
			await this.#write(session, key ?? (await this.#key.make()));
		});
	}

	/** Stores a session in place of `used`. Returns false if the stored session is no longer `used`. */
	replace(used: Session, session: Session): Promise<boolean> {
		return this.#ifStill(used, (key) => this.#write(session, key));
	}

	/** Reduces a stored session to its account. Returns false if the stored session is no longer `used`. */
	refuse(used: Session): Promise<boolean> {
		const { id, instance, account } = used;
		return this.#ifStill(used, (key) =>
			this.#entries.write({ id, keyId: keyIdOf(key) }, { version: 1, instance, account, ended: 'refused' }),
		);
	}

	/** Works on a full disk, too: there is no lock then, but no other window can write the session again either. */
	async remove(id: string): Promise<void> {
		const work = async () => {
			const key = await this.#keyOrTrouble();
			// While the key cannot be read, the window shows the session of the last key.
			const own = key === trouble ? this.#lastKeyId : key && keyIdOf(key);
			if (own !== undefined) await this.#entries.remove({ id, keyId: own });
		};
		await this.#alone(work).catch(work);
	}

	/** Rejects with a message for the user if the secret storage does not answer. */
	async checkKey(): Promise<void> {
		await this.#key.get();
	}

	/** Rejects with a message for the user if this window must not write to the secret storage now. */
	async check(): Promise<void> {
		if ((await this.#key.get()) === undefined) await this.#mustNotBeBehind();
	}

	/** Only one window at a time may change a file depending on its contents. */
	#alone<T>(work: () => Promise<T>): Promise<T> {
		return onDisk(async () => {
			// Only reading sessions is needed in every window.
			const { withFileLock } = await import('../base/file-lock.ts');
			return withFileLock(`${this.#options.folder}.lock`, work);
		});
	}

	#ifStill(used: Session, act: (key: string) => Promise<void>): Promise<boolean> {
		return this.#alone(async () => {
			const key = await this.#key.get();
			if (key === undefined) return false;
			const entry = await this.#entries.read({ id: used.id, keyId: keyIdOf(key) });
			if (typeof entry === 'string') return false;
			if (open(key, entry)?.token !== used.token) return false;
			await act(key);
			return true;
		});
	}

	#write(session: Session, key: string): Promise<void> {
		const { id, instance, account, door, token, scopes, expires, refresh, client } = session;
		const kept: SealedPart = { door, token, scopes, expires, refresh, client };
		const sealed = seal(key, labelOf(session), JSON.stringify(kept));
		return this.#entries.write({ id, keyId: sealed.keyId }, { version: 1, instance, account, sealed });
	}

	/**
	 * Called by a window without a key. If another window has made the key since this one was opened, this window would make a second key
	 * and overwrite the first for all windows. Rejects in that case. The file of another client of a remote machine looks the same.
	 */
	async #mustNotBeBehind(): Promise<void> {
		for (const name of await this.#entries.names()) {
			if (!(await this.#entries.isSince(name, this.#begun))) continue;
			throw new ForgeError(
				'refused',
				'Another window, or another computer that uses this remote machine, signed in first. Reload this window, then sign in again.',
			);
		}
	}

	async #keyOrTrouble(): Promise<string | undefined | typeof trouble> {
		try {
			const key = await this.#key.get();
			this.#lastKeyId = key && keyIdOf(key);
			return key;
		} catch (error) {
			this.#options.log.warn('The key of the sign-ins could not be read', error);
			return trouble;
		}
	}

	/** Only the log explains an account that is missing because the key was lost: it may belong to another client. */
	#tellOfOthers(names: readonly EntryName[], key: string | undefined): void {
		const own = key && keyIdOf(key);
		const others = names.filter(({ keyId }) => keyId !== own).length;
		if (others === 0 || this.#hasToldOfOthers) return;
		this.#hasToldOfOthers = true;
		this.#options.log.info(`The folder of sign-ins has ${others} of other keys, which are not used here`);
	}

	async #one(
		name: EntryName,
		key: string | undefined | typeof trouble,
		known: Session | Ended | undefined,
	): Promise<Session | Ended | undefined> {
		const { id } = name;
		try {
			const found = await this.#understood(name, key, known);
			this.#closed.delete(id);
			return found;
		} catch (error) {
			if (!this.#closed.has(id))
				this.#options.log.warn(`The sign-in kept as ${id} cannot be read now`, error);
			this.#closed.add(id);
			return known ?? { id, ending: 'damaged' };
		}
	}

	async #understood(
		name: EntryName,
		key: string | undefined | typeof trouble,
		known: Session | Ended | undefined,
	): Promise<Session | Ended | undefined> {
		const { id, keyId } = name;
		if (typeof key === 'string' && keyIdOf(key) !== keyId) return undefined;
		if (key === undefined && !(await this.#entries.isSince(name, this.#begun))) return undefined;
		const entry = await this.#entries.read(name);
		if (entry === 'none' || entry === 'later') return undefined;
		if (entry === 'damaged') {
			if (known === undefined || !('account' in known)) return { id, ending: 'damaged' };
			return { id, instance: known.instance, account: known.account, ending: 'unreadable' };
		}
		const { instance, account, sealed } = entry;
		if (!sealed) return { id, instance, account, ending: entry.ended ?? 'unreadable' };
		if (key === trouble) return known ?? { id, instance, account, ending: 'unreadable' };
		if (key === undefined) return { id, instance, account, ending: 'elsewhere' };
		const kept = open(key, entry);
		return kept ? { id, instance, account, ...kept } : { id, instance, account, ending: 'unreadable' };
	}
}

const labelOf = ({ instance, account }: Pick<Entry, 'instance' | 'account'>) => `${instance}\n${account}`;

/** Decrypts a session. Returns undefined if the key does not open it or the content is not a session. */
function open(key: string, entry: Entry): SealedPart | undefined {
	const text = entry.sealed && unseal(key, labelOf(entry), entry.sealed);
	return text === undefined ? undefined : readSealedPart(text);
}

import { basename, dirname } from 'node:path';
import { timeOfDay } from '../../base/clock.ts';
import { type HeldLock, ownLock } from '../../base/files/held-lock.ts';
import { lockAgainIfLost } from '../../base/files/lock-again-if-lost.ts';
import type { Log } from '../../base/log/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { describeDiskErrors } from './disk-errors.ts';
import { keyIdOf, seal, unseal } from './encryption.ts';
import type { AccountName, Session } from './session.ts';
import { fileName, type SessionFileName, SessionFiles } from './session-files.ts';
import {
	type RefusalReason,
	readSealedPart,
	type SealedPart,
	type SessionEntry,
	writeSealedPart,
} from './session-format.ts';
import { type SecretStore, SessionKey } from './session-key.ts';

/** Why an account is no longer signed in. */
type Ending =
	| RefusalReason
	/** The stored session could not be read. */
	| 'unreadable'
	/**
	 * Another window signed in, and the editor does not give this window the secret until it is reloaded. Or another client of a remote
	 * machine has signed in or renewed its token.
	 */
	| 'elsewhere';

/** An account that needs a new sign-in. If the file is damaged, even the account is unknown. */
export type EndedSession =
	| { readonly id: string; readonly instance: string; readonly account: string; readonly ending: Ending }
	| { readonly id: string; readonly ending: 'damaged' };

/** Stands for a key that could not be read. */
const unreadableKey = Symbol('unreadable key');

/**
 * Stores sessions, each in a file that is encrypted with one key from the editor's secret storage. All windows see the same files, so
 * any window can sign in, renew tokens and end sessions for all. The secret storage could not do that: in a browser, each window has
 * a copy of it and writes all of it. Where clients share the files of a remote machine, each has a key and ignores the files of the
 * others. Reasons: docs/decisions/session-files.md.
 */
export class SessionStore {
	readonly #folder: string;
	readonly #log: Log;
	readonly #files: SessionFiles;
	readonly #key: SessionKey;
	readonly #openedAt = timeOfDay();
	/** Sessions whose files could not be read. Each is logged once. */
	readonly #loggedUnreadable = new Set<string>();
	#hasLoggedOthers = false;
	#lastKeyId: string | undefined;

	/** All windows of this machine share the folder. Nothing else is in it. */
	constructor(secretStore: SecretStore, folder: string, secrets: Secrets, log: Log) {
		this.#folder = folder;
		this.#log = log;
		this.#files = new SessionFiles(folder);
		this.#key = new SessionKey(secretStore, secrets);
	}

	/** Reads all stored sessions. For one that cannot be read now but may be readable next time, returns what `known` has. */
	async all(
		known: (id: string) => Session | EndedSession | undefined,
	): Promise<readonly (Session | EndedSession)[]> {
		const names = await this.#files.names();
		if (names.length === 0) return [];
		const key = await this.#readKey();
		if (key !== unreadableKey) this.#logOthers(names, key);
		const found = await Promise.all(names.map((name) => this.#readOne(name, key, known(name.id))));
		// Without its key, a window cannot tell which of several files with one id is its own, and takes the last.
		return [...new Map(found.filter((one) => one !== undefined).map((one) => [one.id, one])).values()];
	}

	/** The name of the file of a session, with the key that was read last. */
	fileName(id: string): string | undefined {
		return this.#lastKeyId === undefined ? undefined : fileName({ id, keyId: this.#lastKeyId });
	}

	/** Stores a session in place of one with the same id. Rejects with a message for the user if that fails. */
	put(session: Session): Promise<void> {
		return this.#withLock(async ({ confirm }) => {
			const key = await this.#key.get();
			if (key === undefined) await this.#checkForNewerKey();
			await this.#write(session, key ?? (await this.#key.make()), confirm);
		});
	}

	/** Stores a session in place of `used`. Returns false if the stored session is no longer `used`. */
	replace(used: Session, session: Session): Promise<boolean> {
		return this.#ifUnchanged(used, (key, confirm) => this.#write(session, key, confirm));
	}

	/** Reduces a stored session to its account. Returns false if the stored session is no longer `used`. */
	refuse(used: Session, ended: RefusalReason = 'refused'): Promise<boolean> {
		const { id, instance, account } = used;
		return this.#ifUnchanged(used, (key, confirm) =>
			this.#files.write({ id, keyId: keyIdOf(key) }, { version: 1, instance, account, ended }, confirm),
		);
	}

	/**
	 * Removes a session unless it `mustStay`. Works on a full disk, too: there is no lock then, but no other window can write the session
	 * again either.
	 */
	async remove(id: string, mustStay: (stored: SealedPart) => boolean): Promise<void> {
		const work = async ({ confirm }: HeldLock) => {
			const key = await this.#readKey();
			// While the key cannot be read, the window shows the session of the last key.
			const keyId = key === unreadableKey ? this.#lastKeyId : key && keyIdOf(key);
			if (keyId === undefined) return;
			// A file that cannot be read can be removed.
			const stored = typeof key === 'string' && (await this.#read(id, key).catch(() => undefined));
			if (stored && mustStay(stored)) return;
			await confirm();
			await this.#files.remove({ id, keyId });
		};
		await this.#withLock(work).catch(() => work(ownLock));
	}

	/** Rejects with a message for the user if the secret storage does not answer. */
	async checkKey(): Promise<void> {
		await this.#key.get();
	}

	/** Rejects with a message for the user if this window must not write to the secret storage now. */
	async check(): Promise<void> {
		if ((await this.#key.get()) === undefined) await this.#checkForNewerKey();
	}

	/** Only one window at a time may change a file depending on its contents. */
	#withLock<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
		return describeDiskErrors(async () => {
			// Every window reads sessions, but few write them.
			const { fileStorage } = await import('../../base/files/file-storage.ts');
			return lockAgainIfLost(fileStorage(dirname(this.#folder), this.#log), [basename(this.#folder)], work);
		});
	}

	#ifUnchanged(
		used: Session,
		change: (key: string, confirm: HeldLock['confirm']) => Promise<void>,
	): Promise<boolean> {
		return this.#withLock(async ({ confirm }) => {
			const key = await this.#key.get();
			if (key === undefined) return false;
			if ((await this.#read(used.id, key))?.token !== used.token) return false;
			await change(key, confirm);
			return true;
		});
	}

	/** Returns undefined if there is no session, or none that can be decrypted. */
	async #read(id: string, key: string): Promise<SealedPart | undefined> {
		const entry = await this.#files.read({ id, keyId: keyIdOf(key) });
		return typeof entry === 'string' ? undefined : decrypt(key, entry);
	}

	#write(session: Session, key: string, confirm: HeldLock['confirm']): Promise<void> {
		const { id, instance, account, ...rest } = session;
		const part = writeSealedPart(rest);
		const sealed = seal(key, labelOf(session), part);
		return this.#files.write({ id, keyId: sealed.keyId }, { version: 1, instance, account, sealed }, confirm);
	}

	/**
	 * Called by a window without a key. If another window has made the key since this one was opened, this window would make a second key
	 * and overwrite the first for all windows. Rejects in that case. The file of another client of a remote machine looks the same.
	 */
	async #checkForNewerKey(): Promise<void> {
		for (const name of await this.#files.names()) {
			if (!(await this.#files.isWrittenAfter(name, this.#openedAt))) continue;
			throw new ForgeError(
				'refused',
				'Another window, or another computer that uses this remote machine, signed in first. Reload this window, then sign in again.',
			);
		}
	}

	async #readKey(): Promise<string | undefined | typeof unreadableKey> {
		try {
			const key = await this.#key.get();
			this.#lastKeyId = key && keyIdOf(key);
			return key;
		} catch (error) {
			this.#log.warn('The key of the sign-ins could not be read', error);
			return unreadableKey;
		}
	}

	/**
	 * Logs that there are sessions of other keys, because the user does not see them. They belong to other clients, or this client has lost
	 * its key.
	 */
	#logOthers(names: readonly SessionFileName[], key: string | undefined): void {
		const ownKeyId = key && keyIdOf(key);
		const count = names.filter(({ keyId }) => keyId !== ownKeyId).length;
		if (count === 0 || this.#hasLoggedOthers) return;
		this.#hasLoggedOthers = true;
		this.#log.info(`Sign-ins that were encrypted with other keys and are not used here: ${count}`);
	}

	async #readOne(
		name: SessionFileName,
		key: string | undefined | typeof unreadableKey,
		known: Session | EndedSession | undefined,
	): Promise<Session | EndedSession | undefined> {
		const { id } = name;
		try {
			const found = await this.#interpret(name, key, known);
			this.#loggedUnreadable.delete(id);
			return found;
		} catch (error) {
			if (!this.#loggedUnreadable.has(id))
				this.#log.warn(`The sign-in kept as ${id} cannot be read now`, error);
			this.#loggedUnreadable.add(id);
			return known ?? { id, ending: 'damaged' };
		}
	}

	async #interpret(
		name: SessionFileName,
		key: string | undefined | typeof unreadableKey,
		known: Session | EndedSession | undefined,
	): Promise<Session | EndedSession | undefined> {
		const { id, keyId } = name;
		// The file of another client.
		if (typeof key === 'string' && keyIdOf(key) !== keyId) return undefined;
		// Without a key, this client has sessions only if another of its windows has signed in since this one was opened.
		if (key === undefined && !(await this.#files.isWrittenAfter(name, this.#openedAt))) return undefined;
		const entry = await this.#files.read(name);
		if (entry === 'none' || entry === 'later') return undefined;
		if (entry === 'damaged') {
			if (known === undefined || !('account' in known)) return { id, ending: 'damaged' };
			return { id, instance: known.instance, account: known.account, ending: 'unreadable' };
		}
		const { instance, account, sealed } = entry;
		if (!sealed) return { id, instance, account, ending: entry.ended ?? 'unreadable' };
		if (key === unreadableKey) return known ?? { id, instance, account, ending: 'unreadable' };
		if (key === undefined) return { id, instance, account, ending: 'elsewhere' };
		const part = decrypt(key, entry);
		return part ? { id, instance, account, ...part } : { id, instance, account, ending: 'unreadable' };
	}
}

const labelOf = ({ instance, account }: AccountName) => `${instance}\n${account}`;

/** Decrypts a session. Returns undefined if the key does not open it or the content is not a session. */
function decrypt(key: string, entry: SessionEntry): SealedPart | undefined {
	const text = entry.sealed && unseal(key, labelOf(entry), entry.sealed);
	return text === undefined ? undefined : readSealedPart(text);
}

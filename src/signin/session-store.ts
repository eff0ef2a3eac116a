import * as v from 'valibot';
import { withFileLock } from '../base/file-lock.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { ForgeError } from '../forge/errors.ts';
import { keyIdOf, seal, unseal } from './encryption.ts';
import type { Session } from './session.ts';
import { Entries, type Entry, type EntryName, fileName, onDisk } from './session-files.ts';
import { SessionKey, type Vault } from './session-key.ts';

/** Why an account that was signed in is so no longer. */
type Ending =
	/** The forge did not accept its token any more. */
	| 'refused'
	/** What was kept of it could not be read. */
	| 'unreadable'
	/**
	 * It was signed in in another window, and the editor does not tell this window the secret before it is loaded anew. Or another client of a
	 * remote machine has signed in, or renewed its token.
	 */
	| 'elsewhere';

/** An account that needs somebody to sign in. Of a damaged file not even the account is known. */
export type Ended =
	| { readonly id: string; readonly instance: string; readonly account: string; readonly ending: Ending }
	| { readonly id: string; readonly ending: 'damaged' };

const text = v.pipe(v.string(), v.nonEmpty());

/** What of a session is secret, or changes with its token. */
const Kept = v.object({
	door: v.picklist(['token', 'browser', 'exchange']),
	token: text,
	scopes: v.nullable(v.array(v.string())),
	expires: v.nullable(v.number()),
	refresh: v.nullable(text),
	client: v.nullable(text),
});
type Kept = v.InferOutput<typeof Kept>;

export interface SafeOptions {
	readonly vault: Vault;
	/** Shared by all windows of this machine, and by nobody else. */
	readonly folder: string;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** Takes the place of a key that could not be asked for. */
const trouble = Symbol('trouble');

/**
 * What is kept of sessions. The editor's secret storage holds one key, and for each session there is a file that it opens: the
 * files are the same for all windows at every moment, which the secret storage is not (in a browser each window has a copy of its
 * own, and writes all of it). So people can sign in, tokens be renewed, and sessions ended, by any window for all. Where clients share the
 * files of a remote machine, each has its own key, and takes no notice of the files of the others.
 */
export class SessionStore {
	readonly #options: SafeOptions;
	readonly #entries: Entries;
	readonly #key: SessionKey;
	readonly #begun = Date.now();
	/** Sessions whose files could not be read, each told once. */
	readonly #closed = new Set<string>();
	#hasToldOfOthers = false;
	#lastKeyId: string | undefined;

	constructor(options: SafeOptions) {
		this.#options = options;
		this.#entries = new Entries(options.folder);
		this.#key = new SessionKey(options.vault, options.secrets);
	}

	/** All that is kept. Of what cannot be read now, and may be the next time, the answer is what was known of it. */
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

	/** Keeps a session; one with its id makes way. Rejects, in words, if that cannot be. */
	put(session: Session): Promise<void> {
		return this.#alone(async () => {
			const key = await this.#key.get();
			if (key === undefined) await this.#mustNotBeBehind();
			await this.#write(session, key ?? (await this.#key.make()));
		});
	}

	/** Keeps a session in place of `used`; false if it is not that any more which is kept. */
	replace(used: Session, session: Session): Promise<boolean> {
		return this.#ifStill(used, (key) => this.#write(session, key));
	}

	/** Keeps of a session no more than whose it was, if it is still that which is kept. */
	refuse(used: Session): Promise<boolean> {
		const { id, instance, account } = used;
		return this.#ifStill(used, (key) =>
			this.#entries.write({ id, keyId: keyIdOf(key) }, { version: 1, instance, account, ended: 'refused' }),
		);
	}

	/** Needs no room on the disk: without any, there is no lock, but no other window can write the session again either. */
	async remove(id: string): Promise<void> {
		const work = async () => {
			const key = await this.#keyOrTrouble();
			// The session that a window shows while the key cannot be read is that of the last key.
			const own = key === trouble ? this.#lastKeyId : key && keyIdOf(key);
			if (own !== undefined) await this.#entries.remove({ id, keyId: own });
		};
		await this.#alone(work).catch(work);
	}

	/** Rejects, in words, when the secret storage does not answer. */
	async checkKey(): Promise<void> {
		await this.#key.get();
	}

	/** Rejects, in words, where nothing must be put into the secret storage by this window now. */
	async check(): Promise<void> {
		if ((await this.#key.get()) === undefined) await this.#mustNotBeBehind();
	}

	/** What changes a file depending on what it holds is done by one window at a time. */
	#alone<T>(work: () => Promise<T>): Promise<T> {
		return onDisk(() => withFileLock(`${this.#options.folder}.lock`, work));
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
		const kept: Kept = { door, token, scopes: scopes && [...scopes], expires, refresh, client };
		const sealed = seal(key, labelOf(session), JSON.stringify(kept));
		return this.#entries.write({ id, keyId: sealed.keyId }, { version: 1, instance, account, sealed });
	}

	/**
	 * For a window without a key. If another window has made the key since this one was opened, this one would make a second key and
	 * take the first from all. The file of another client of a remote machine looks the same.
	 */
	async #mustNotBeBehind(): Promise<void> {
		for (const name of await this.#entries.names()) {
			if (!(await this.#entries.isSince(name, this.#begun))) continue;
			throw new ForgeError(
				'refused',
				'Another window, or another computer that uses this remote machine, has signed in first. Reload this window, then sign in here.',
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

	/** An account that is missing because the key was lost is explained by the log alone: it may be that of another client. */
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

/** What the key opens; undefined where it does not, or that is no session. */
function open(key: string, entry: Entry): Kept | undefined {
	const text = entry.sealed && unseal(key, labelOf(entry), entry.sealed);
	const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), text);
	return kept.success ? kept.output : undefined;
}

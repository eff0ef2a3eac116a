import * as v from 'valibot';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { ForgeError } from '../forge/errors.ts';
import { Entries, type Entry, onDisk } from './entries.ts';
import type { Session } from './session.ts';
import { SessionKey, type Vault } from './session-key.ts';
import { keyIdOf, seal, unseal } from './strongbox.ts';
import { inTurn } from './turn.ts';

/** Why an account that was signed in is so no longer. */
type Ending =
	/** The forge did not accept its token any more. */
	| 'refused'
	/** What was kept of it could not be read. */
	| 'unreadable'
	/** It was signed in in another window, and the editor does not tell this window the secret before it is loaded anew. */
	| 'elsewhere';

/** An account that needs somebody to sign in. */
export interface Ended {
	readonly id: string;
	readonly instance: string;
	readonly account: string;
	readonly ending: Ending;
}

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
 * own, and writes all of it). So people can sign in, tokens be renewed, and sessions ended, by any window for all.
 */
export class Safe {
	readonly #options: SafeOptions;
	readonly #entries: Entries;
	readonly #key: SessionKey;
	readonly #begun = Date.now();
	/** Files that could not be opened, each told once. */
	readonly #closed = new Set<string>();

	constructor(options: SafeOptions) {
		this.#options = options;
		this.#entries = new Entries(options.folder);
		this.#key = new SessionKey(options.vault, options.secrets);
	}

	/** All that is kept. Of what cannot be read now, and may be the next time, the answer is what was known of it. */
	async all(known: (id: string) => Session | Ended | undefined): Promise<readonly (Session | Ended)[]> {
		const ids = await this.#entries.ids();
		const key = ids.length === 0 ? undefined : await this.#keyOrTrouble();
		const found = await Promise.all(ids.map((id) => this.#one(id, key, known(id))));
		return found.filter((one) => one !== undefined);
	}

	/** Keeps a session; one with its id makes way. Rejects, in words, if that cannot be. */
	put(session: Session): Promise<void> {
		return this.#alone(async () => {
			const key = await this.#key.get();
			const entry = await this.#entries.read(session.id);
			const isOurs = key !== undefined && typeof entry === 'object' && entry.sealed?.keyId === keyIdOf(key);
			if (!isOurs) await this.#mustNotBeBehind(key);
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
		return this.#ifStill(used, () =>
			this.#entries.write(id, { version: 1, instance, account, ended: 'refused' }),
		);
	}

	remove(id: string): Promise<void> {
		return this.#alone(() => this.#entries.remove(id));
	}

	/** Rejects, in words, when the secret storage does not answer. */
	async checkKey(): Promise<void> {
		await this.#key.get();
	}

	/** Rejects, in words, where nothing must be put into the secret storage by this window now. */
	async check(): Promise<void> {
		await this.#mustNotBeBehind(await this.#key.get());
	}

	/** What changes a file depending on what it holds is done by one window at a time. */
	#alone<T>(work: () => Promise<T>): Promise<T> {
		return onDisk(() => inTurn(`${this.#options.folder}.turn`, work));
	}

	#ifStill(used: Session, act: (key: string) => Promise<void>): Promise<boolean> {
		return this.#alone(async () => {
			const key = await this.#key.get();
			const entry = await this.#entries.read(used.id);
			if (key === undefined || typeof entry === 'string') return false;
			if (open(key, entry)?.token !== used.token) return false;
			await act(key);
			return true;
		});
	}

	#write(session: Session, key: string): Promise<void> {
		const { id, instance, account, door, token, scopes, expires, refresh, client } = session;
		const kept: Kept = { door, token, scopes: scopes && [...scopes], expires, refresh, client };
		const sealed = seal(key, labelOf(session), JSON.stringify(kept));
		return this.#entries.write(id, { version: 1, instance, account, sealed });
	}

	/** A window that was open before another one made the key would make a second one, and take the first from all. */
	async #mustNotBeBehind(key: string | undefined): Promise<void> {
		const own = key && keyIdOf(key);
		for (const id of await this.#entries.ids()) {
			const entry = await this.#entries.read(id).catch(() => 'damaged' as const);
			if (typeof entry === 'string' || !entry.sealed || entry.sealed.keyId === own) continue;
			if (!(await this.#entries.isSince(id, this.#begun))) continue;
			throw new ForgeError(
				'refused',
				'Another window has signed in first. Reload this window, then sign in here.',
			);
		}
	}

	async #keyOrTrouble(): Promise<string | undefined | typeof trouble> {
		try {
			return await this.#key.get();
		} catch (error) {
			this.#options.log.warn('The key of the sign-ins could not be read', error);
			return trouble;
		}
	}

	async #one(
		id: string,
		key: string | undefined | typeof trouble,
		known: Session | Ended | undefined,
	): Promise<Session | Ended | undefined> {
		try {
			const found = await this.#understood(id, key, known);
			this.#closed.delete(id);
			return found;
		} catch (error) {
			if (!this.#closed.has(id))
				this.#options.log.warn(`The sign-in kept as ${id} cannot be read now`, error);
			this.#closed.add(id);
			return known;
		}
	}

	async #understood(
		id: string,
		key: string | undefined | typeof trouble,
		known: Session | Ended | undefined,
	): Promise<Session | Ended | undefined> {
		const entry = await this.#entries.read(id);
		if (entry === 'none' || entry === 'later') return undefined;
		if (entry === 'damaged') return this.#drop(id, undefined);
		const { instance, account, sealed } = entry;
		if (!sealed) return { id, instance, account, ending: entry.ended ?? 'unreadable' };
		if (key === trouble) return known ?? { id, instance, account, ending: 'unreadable' };
		if (key === undefined || keyIdOf(key) !== sealed.keyId) {
			const ending = (await this.#entries.isSince(id, this.#begun)) ? 'elsewhere' : 'unreadable';
			return { id, instance, account, ending };
		}
		const kept = open(key, entry);
		return kept ? { id, instance, account, ...kept } : this.#drop(id, entry);
	}

	/** What the key does not open will not be readable the next time either: it is told, and goes. */
	async #drop(id: string, entry: Entry | undefined): Promise<Ended | undefined> {
		await this.#alone(async () => {
			// Somebody may have signed in meanwhile.
			if (JSON.stringify(await this.#entries.read(id)) !== JSON.stringify(entry ?? 'damaged')) return;
			if (!entry) return this.#entries.remove(id);
			const { instance, account } = entry;
			await this.#entries.write(id, { version: 1, instance, account });
		});
		if (entry) return { id, instance: entry.instance, account: entry.account, ending: 'unreadable' };
		this.#options.log.warn(`The sign-in kept as ${id} could not be read and was removed. Sign in again.`);
		return undefined;
	}
}

const labelOf = ({ instance, account }: Pick<Entry, 'instance' | 'account'>) => `${instance}\n${account}`;

/** What the key opens; undefined where it does not, or that is no session. */
function open(key: string, entry: Entry): Kept | undefined {
	const text = entry.sealed && unseal(key, labelOf(entry), entry.sealed);
	const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), text);
	return kept.success ? kept.output : undefined;
}

import * as v from 'valibot';
import { Emitter, type Event } from '../base/emitter.ts';
import { Flights } from '../base/flight.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { Entries, type Entry } from './entries.ts';
import { accountLabel, type Session, sessionId } from './session.ts';
import { keyIdOf, newKey, seal, unseal } from './strongbox.ts';

/** The editor's keeper of secrets, as far as it is needed. */
export interface Vault {
	get(key: string): PromiseLike<string | undefined>;
	store(key: string, value: string): PromiseLike<void>;
	delete(key: string): PromiseLike<void>;
}

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

interface Change {
	readonly added: readonly Session[];
	readonly removed: readonly Session[];
	readonly changed: readonly Session[];
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

interface LedgerOptions {
	readonly vault: Vault;
	/** Shared by all windows of this machine, and by nobody else. */
	readonly folder: string;
	readonly secrets: Secrets;
	readonly log: Log;
}

const keyName = (id: string) => `session/${id}`;
const labelOf = ({ instance, account }: Pick<Entry, 'instance' | 'account'>) => `${instance}\n${account}`;

/**
 * Who is signed in. Of each session the editor's secret storage holds a key, and a file what the key opens: the file is the same
 * for all windows at every moment, which the secret storage is not (in a browser each window has a copy of its own, and
 * writes all of it). So tokens can be renewed, and sessions ended, by any window for all.
 */
export class Ledger {
	readonly #options: LedgerOptions;
	readonly #entries: Entries;
	readonly #changes: Emitter<Change>;
	readonly #begun = Date.now();
	#sessions: ReadonlyMap<string, Session> = new Map();
	readonly #passing = new Map<string, Session>();
	#ended: readonly Ended[] = [];
	readonly #keys = new Flights<string, { readonly key: string; readonly isNew: boolean }>();
	#reading: Promise<void> | undefined;
	#again = false;

	constructor(options: LedgerOptions) {
		this.#options = options;
		this.#entries = new Entries(options.folder);
		this.#changes = new Emitter((failure) =>
			options.log.error('A change of accounts was not taken in', failure),
		);
	}

	get onDidChange(): Event<Change> {
		return this.#changes.event;
	}

	get sessions(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	/** Accounts that were signed in and have to be again. */
	get ended(): readonly Ended[] {
		return this.#ended;
	}

	get(id: string): Session | undefined {
		return this.#sessions.get(id);
	}

	/** Reads what any window has changed. Calls that come meanwhile are served by one more reading. */
	async read(): Promise<void> {
		if (this.#reading) {
			this.#again = true;
			return this.#reading;
		}
		this.#reading = (async () => {
			try {
				do {
					this.#again = false;
					await this.#readAll();
				} while (this.#again);
			} finally {
				this.#reading = undefined;
			}
		})();
		return this.#reading;
	}

	/** Keeps a session; one of the same account makes way. Fails if the editor does not keep the secret. */
	async put(given: Omit<Session, 'id'>): Promise<Session> {
		const { instance, account } = given;
		const session = { id: sessionId(instance, account), ...given };
		this.#hide(session);
		const { key, isNew } = await this.#keys.join(session.id, () => this.#keyOf(session.id));
		const { door, token, scopes, expires, refresh, client } = session;
		const kept: Kept = { door, token, scopes: scopes && [...scopes], expires, refresh, client };
		const sealed = seal(key, labelOf(session), JSON.stringify(kept));
		try {
			await this.#entries.write(session.id, { version: 1, instance, account, sealed });
		} catch (error) {
			if (isNew) await this.#forgetKey(session.id);
			throw error;
		}
		await this.read();
		return session;
	}

	/** A session of this window alone, which nothing keeps. */
	async pass(given: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(given.instance, given.account), ...given };
		this.#hide(session);
		this.#passing.set(session.id, session);
		await this.read();
		return session;
	}

	/** Ends a session in all windows. */
	async remove(id: string): Promise<void> {
		this.#passing.delete(id);
		await this.#entries.remove(id);
		await this.#forgetKey(id);
		await this.read();
	}

	/** Ends a session because the forge has ended it; the account is remembered until somebody signs in or dismisses it. */
	async refuse({ id, instance, account }: Session): Promise<void> {
		if (this.#passing.has(id)) return this.remove(id);
		await this.#entries.write(id, { version: 1, instance, account, ended: 'refused' });
		await this.#forgetKey(id);
		await this.read();
	}

	/** The newest that any window has kept of a session; undefined when it has ended. */
	async newest(id: string): Promise<Session | undefined> {
		await this.read();
		return this.#sessions.get(id);
	}

	dispose(): void {
		this.#changes.dispose();
	}

	async #readAll(): Promise<void> {
		const found = await Promise.all((await this.#entries.ids()).map((id) => this.#readOne(id)));
		const sessions = new Map(this.#passing);
		const ended: Ended[] = [];
		for (const one of found) {
			if (one === undefined) continue;
			if ('ending' in one) ended.push(one);
			else sessions.set(one.id, one);
		}
		const before = this.#sessions;
		const all = [...sessions.values()];
		const change: Change = {
			added: all.filter(({ id }) => !before.has(id)),
			removed: [...before.values()].filter(({ id }) => !sessions.has(id)),
			changed: all.filter((one) => {
				const known = before.get(one.id);
				return known !== undefined && JSON.stringify(known) !== JSON.stringify(one);
			}),
		};
		const known = new Set(this.#ended.map((one) => JSON.stringify(one)));
		for (const one of ended) {
			if (one.ending !== 'unreadable' || known.has(JSON.stringify(one))) continue;
			this.#options.log.warn(`The sign-in of ${accountLabel(one)} could not be read. Sign in again.`);
		}
		const endedNow = JSON.stringify(ended) !== JSON.stringify(this.#ended);
		this.#sessions = sessions;
		this.#ended = ended;
		if (endedNow || change.added.length + change.removed.length + change.changed.length > 0) {
			this.#changes.fire(change);
		}
	}

	async #readOne(id: string): Promise<Session | Ended | undefined> {
		const entry = await this.#entries.read(id);
		if (entry === 'none' || entry === 'later') return undefined;
		if (entry === 'damaged') return this.#drop(id, undefined);
		const { instance, account, sealed } = entry;
		if (!sealed) return { id, instance, account, ending: entry.ended ?? 'unreadable' };
		let key: string | undefined;
		try {
			key = await this.#options.vault.get(keyName(id));
		} catch (error) {
			// It may be there the next time: what was known of it stays.
			this.#options.log.warn(`The key of ${accountLabel(entry)} could not be read`, error);
			return this.#sessions.get(id) ?? { id, instance, account, ending: 'unreadable' };
		}
		if (key !== undefined) this.#options.secrets.add(key);
		if (key === undefined || !isKey(key) || keyIdOf(key) !== sealed.keyId) {
			const ending = (await this.#entries.isSince(id, this.#begun)) ? 'elsewhere' : 'unreadable';
			return { id, instance, account, ending };
		}
		const text = unseal(key, labelOf(entry), sealed);
		const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), text);
		if (!kept.success) return this.#drop(id, entry);
		const session: Session = { id, instance, account, ...kept.output };
		this.#hide(session);
		return session;
	}

	/** What cannot be read will not be readable the next time either: it is told, and goes. */
	async #drop(id: string, entry: Entry | undefined): Promise<Ended | undefined> {
		await this.#forgetKey(id);
		if (!entry) {
			this.#options.log.warn(`The sign-in kept as ${id} could not be read and was removed. Sign in again.`);
			await this.#entries.remove(id);
			return undefined;
		}
		const { instance, account } = entry;
		await this.#entries.write(id, { version: 1, instance, account });
		return { id, instance, account, ending: 'unreadable' };
	}

	/** The key of a session; a new one where there is none that is good. */
	async #keyOf(id: string): Promise<{ readonly key: string; readonly isNew: boolean }> {
		const { vault, secrets } = this.#options;
		const known = await vault.get(keyName(id));
		if (known !== undefined && isKey(known)) return { key: known, isNew: false };
		const key = newKey();
		secrets.add(key);
		await vault.store(keyName(id), key);
		return { key, isNew: true };
	}

	/** A key whose box is gone opens nothing; that it could not be deleted is no reason to fail. */
	async #forgetKey(id: string): Promise<void> {
		try {
			await this.#options.vault.delete(keyName(id));
		} catch (error) {
			this.#options.log.warn('The key of a sign-in that has ended could not be deleted', error);
		}
	}

	#hide({ token, refresh }: Session): void {
		this.#options.secrets.add(token);
		if (refresh !== null) this.#options.secrets.add(refresh);
	}
}

const isKey = (text: string) => Buffer.from(text, 'base64').length === 32;

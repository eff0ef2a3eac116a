import { Emitter, type Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { accountLabel, type Session, sessionId } from './session.ts';
import type { RefusalReason, SealedPart } from './session-format.ts';
import type { SecretStore } from './session-key.ts';
import { type EndedSession, SessionStore } from './session-store.ts';

export type { SecretStore } from './session-key.ts';
export type { EndedSession } from './session-store.ts';

export interface SessionChange {
	readonly added: readonly Session[];
	readonly removed: readonly Session[];
	readonly changed: readonly Session[];
	/** The ids of accounts that have signed out or were dismissed, but not of those whose sessions have ended in another way. */
	readonly forgotten: readonly string[];
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The sessions of this window and all others, with an event for changes. */
export class SessionRegistry {
	readonly #secrets: Secrets;
	readonly #log: Log;
	readonly #store: SessionStore;
	readonly #changes: Emitter<SessionChange>;
	#sessions: ReadonlyMap<string, Session> = new Map();
	readonly #temporary = new Map<string, Session>();
	readonly #everTemporary = new Set<string>();
	/** Tokens of sessions that have ended in this window, but whose files could not be removed. */
	readonly #unremovedTokens = new Set<string>();
	#ended: readonly EndedSession[] = [];
	#reading: Promise<void> | undefined;
	#mustReadAgain = false;

	/** The folder contains the files of the sessions. */
	constructor(secretStore: SecretStore, folder: string, secrets: Secrets, log: Log) {
		this.#secrets = secrets;
		this.#log = log;
		this.#store = new SessionStore(secretStore, folder, secrets, log);
		this.#changes = new Emitter((failure) => log.error('A listener for sessions failed', failure));
	}

	get onDidChange(): Event<SessionChange> {
		return this.#changes.event;
	}

	get sessions(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	/** Accounts that were signed in and need a new sign-in. */
	get ended(): readonly EndedSession[] {
		return this.#ended;
	}

	get(id: string): Session | undefined {
		return this.#sessions.get(id);
	}

	/** Whether a session exists only in this window. False for one that has ended. */
	isTemporary(id: string): boolean {
		return this.#temporary.has(id);
	}

	/** Whether an account is, or was, signed in only in this window. */
	wasTemporary(id: string): boolean {
		return this.#everTemporary.has(id);
	}

	/** The name of the file that stores a session. Undefined for a session that exists only in this window, and until the key is read. */
	fileName(id: string): string | undefined {
		return this.#temporary.has(id) ? undefined : this.#store.fileName(id);
	}

	/** Reads the changes of all windows. Calls during a read share one more read after it. */
	async read(): Promise<void> {
		if (this.#reading) {
			this.#mustReadAgain = true;
			return this.#reading;
		}
		this.#reading = (async () => {
			try {
				do {
					this.#mustReadAgain = false;
					await this.#readAll();
				} while (this.#mustReadAgain);
			} finally {
				this.#reading = undefined;
			}
		})();
		return this.#reading;
	}

	/** Stores a session in place of an earlier one of the same account. Rejects with a message for the user if it cannot be stored. */
	async put(newSession: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(newSession.instance, newSession.account), ...newSession };
		this.#addSecrets(session);
		await this.#store.put(session);
		this.#unremovedTokens.delete(session.token);
		await this.read();
		if (this.#sessions.has(session.id)) return session;
		throw new ForgeError(
			'refused',
			'The sign-in was not saved. It may have been ended in another window, or the keyring of this machine does not work. Sign in again.',
		);
	}

	/**
	 * Stores the next token of a session if the stored one is still `used`. Returns undefined if the user has signed out, or in again,
	 * meanwhile. Rejects with a message for the user if it cannot be stored.
	 */
	async replace(used: Session, next: Omit<Session, 'id'>): Promise<Session | undefined> {
		const session = { ...next, id: used.id };
		this.#addSecrets(session);
		let isStored: boolean;
		if (this.#temporary.has(used.id)) {
			isStored = this.#temporary.get(used.id)?.token === used.token;
			if (isStored) this.#temporary.set(used.id, session);
		} else isStored = await this.#store.replace(used, session);
		await this.read();
		return isStored ? session : undefined;
	}

	/** Adds a session that exists only in this window and is not stored. */
	async addTemporary(newSession: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(newSession.instance, newSession.account), ...newSession };
		this.#addSecrets(session);
		this.#temporary.set(session.id, session);
		this.#everTemporary.add(session.id);
		try {
			await this.read();
		} catch (error) {
			this.#temporary.delete(session.id);
			throw error;
		}
		return session;
	}

	/**
	 * Ends a session in all windows, or forgets an account whose session has ended. Keeps the session of a sign-in that this window does not
	 * know yet. If the file cannot be removed, the session ends in this window only, and the call rejects.
	 */
	async remove(id: string): Promise<void> {
		this.#temporary.delete(id);
		const known = this.#sessions.get(id);
		const token = known?.token;
		const isNew = (stored: SealedPart) =>
			!this.#unremovedTokens.has(stored.token) && (!known || known.signedIn !== stored.signedIn);
		try {
			await this.#store.remove(id, isNew);
		} catch (cause) {
			if (token !== undefined) this.#unremovedTokens.add(token);
			throw new ForgeError(
				'refused',
				'The sign-in could not be removed from the disk of this machine, so you are signed out in this window only. Check that the disk is writable, reload the window, then sign out again.',
				{ cause },
			);
		} finally {
			await this.read();
		}
	}

	/**
	 * Ends a session whose token the forge no longer accepts. Remembers the account until the user signs in again or dismisses it. Does nothing and
	 * returns false if the session has another token by now.
	 */
	async refuse(used: Session, why: RefusalReason = 'refused'): Promise<boolean> {
		let isEnded: boolean;
		if (this.#temporary.has(used.id)) {
			isEnded = this.#temporary.get(used.id)?.token === used.token;
			if (isEnded) this.#temporary.delete(used.id);
		} else isEnded = await this.#store.refuse(used, why);
		await this.read();
		return isEnded;
	}

	/** Reads the latest version of a session that any window has stored. Returns undefined if the session has ended. */
	async readNewest(id: string): Promise<Session | undefined> {
		await this.read();
		return this.#sessions.get(id);
	}

	/** Rejects with a message for the user if the secret storage does not answer. */
	checkKey(): Promise<void> {
		return this.#store.checkKey();
	}

	/**
	 * Rejects with a message for the user if this window must not write to the secret storage: if the storage does not answer or if, in a
	 * browser, this window would overwrite what another window has stored.
	 */
	checkStorage(): Promise<void> {
		return this.#store.check();
	}

	dispose(): void {
		this.#changes.dispose();
	}

	async #readAll(): Promise<void> {
		const found = await this.#store.all(
			(id) => this.#sessions.get(id) ?? this.#ended.find((one) => one.id === id),
		);
		const sessions = new Map(this.#temporary);
		const ended: EndedSession[] = [];
		for (const one of found) {
			if ('ending' in one) ended.push(one);
			else if (!this.#unremovedTokens.has(one.token)) {
				this.#addSecrets(one);
				sessions.set(one.id, one);
			}
		}
		const before = this.#sessions;
		const endedBefore = this.#ended;
		this.#sessions = sessions;
		this.#ended = ended;
		this.#logUnreadable(ended, endedBefore);
		const all = [...sessions.values()];
		const change: SessionChange = {
			added: all.filter(({ id }) => !before.has(id)),
			removed: [...before.values()].filter(({ id }) => !sessions.has(id)),
			changed: all.filter((one) => before.has(one.id) && !isEqual(before.get(one.id), one)),
			forgotten: [...before.keys(), ...endedBefore.map(({ id }) => id)].filter(
				(id) => !sessions.has(id) && ended.every((one) => one.id !== id),
			),
		};
		const hasChanged = change.added.length + change.removed.length + change.changed.length > 0;
		if (hasChanged || !isEqual(ended, endedBefore)) this.#changes.fire(change);
	}

	#logUnreadable(ended: readonly EndedSession[], before: readonly EndedSession[]): void {
		for (const one of ended) {
			if (before.some((earlier) => isEqual(earlier, one))) continue;
			const what = one.ending === 'damaged' ? `kept as ${one.id}` : `of ${accountLabel(one)}`;
			if (one.ending === 'damaged' || one.ending === 'unreadable')
				this.#log.warn(`The sign-in ${what} could not be read. Sign in again.`);
		}
	}

	#addSecrets({ token, refresh }: Session): void {
		this.#secrets.add(token);
		if (refresh !== null) this.#secrets.add(refresh);
	}
}

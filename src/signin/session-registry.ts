import { Emitter, type Event } from '../base/emitter.ts';
import { ForgeError } from '../forge/errors.ts';
import { accountLabel, type Session, sessionId } from './session.ts';
import { type Ended, type SafeOptions, SessionStore } from './session-store.ts';

export type { Vault } from './session-key.ts';
export type { Ended } from './session-store.ts';

interface Change {
	readonly added: readonly Session[];
	readonly removed: readonly Session[];
	readonly changed: readonly Session[];
}

/** The sessions of this window and all others, with an event for changes. */
export class SessionRegistry {
	readonly #options: SafeOptions;
	readonly #safe: SessionStore;
	readonly #changes: Emitter<Change>;
	#sessions: ReadonlyMap<string, Session> = new Map();
	readonly #passing = new Map<string, Session>();
	/** Tokens of sessions that have ended in this window, but whose files could not be removed. */
	readonly #left = new Set<string>();
	#ended: readonly Ended[] = [];
	#reading: Promise<void> | undefined;
	#again = false;

	constructor(options: SafeOptions) {
		this.#options = options;
		this.#safe = new SessionStore(options);
		this.#changes = new Emitter((failure) => options.log.error('A listener for sessions failed', failure));
	}

	get onDidChange(): Event<Change> {
		return this.#changes.event;
	}

	get sessions(): readonly Session[] {
		return [...this.#sessions.values()];
	}

	/** Accounts that were signed in and need a new sign-in. */
	get ended(): readonly Ended[] {
		return this.#ended;
	}

	get(id: string): Session | undefined {
		return this.#sessions.get(id);
	}

	/** The name of the file that stores a session. Undefined for a session that exists only in this window. */
	fileName(id: string): string | undefined {
		return this.#passing.has(id) ? undefined : this.#safe.fileName(id);
	}

	/** Reads the changes of all windows. Calls during a read share one more read after it. */
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

	/** Stores a session in place of an earlier one of the same account. Rejects with a message for the user if it cannot be stored. */
	async put(given: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(given.instance, given.account), ...given };
		this.#hide(session);
		await this.#safe.put(session);
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
		this.#hide(session);
		let isKept: boolean;
		if (this.#passing.has(used.id)) {
			isKept = this.#passing.get(used.id)?.token === used.token;
			if (isKept) this.#passing.set(used.id, session);
		} else isKept = await this.#safe.replace(used, session);
		await this.read();
		return isKept ? session : undefined;
	}

	/** Adds a session that exists only in this window and is not stored. */
	async pass(given: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(given.instance, given.account), ...given };
		this.#hide(session);
		this.#passing.set(session.id, session);
		await this.read();
		return session;
	}

	/** Ends a session in all windows. If its file cannot be removed, the session ends in this window only, and the call rejects. */
	async remove(id: string): Promise<void> {
		this.#passing.delete(id);
		const token = this.#sessions.get(id)?.token;
		try {
			await this.#safe.remove(id);
		} catch (cause) {
			if (token !== undefined) this.#left.add(token);
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
	 * Ends a session that the forge has ended. Remembers the account until the user signs in again or dismisses it. Does nothing and
	 * returns false if the session has another token by now.
	 */
	async refuse(used: Session): Promise<boolean> {
		let isOver: boolean;
		if (this.#passing.has(used.id)) {
			isOver = this.#passing.get(used.id)?.token === used.token;
			if (isOver) this.#passing.delete(used.id);
		} else isOver = await this.#safe.refuse(used);
		await this.read();
		return isOver;
	}

	/** Reads the latest version of a session that any window has stored. Returns undefined if the session has ended. */
	async newest(id: string): Promise<Session | undefined> {
		await this.read();
		return this.#sessions.get(id);
	}

	/** Rejects with a message for the user if the secret storage does not answer. */
	checkKey(): Promise<void> {
		return this.#safe.checkKey();
	}

	/**
	 * Rejects with a message for the user if this window must not write to the secret storage: if the storage does not answer or if, in a
	 * browser, this window would overwrite what another window has stored.
	 */
	checkStorage(): Promise<void> {
		return this.#safe.check();
	}

	dispose(): void {
		this.#changes.dispose();
	}

	async #readAll(): Promise<void> {
		const found = await this.#safe.all(
			(id) => this.#sessions.get(id) ?? this.#ended.find((one) => one.id === id),
		);
		const sessions = new Map(this.#passing);
		const ended: Ended[] = [];
		for (const one of found) {
			if ('ending' in one) ended.push(one);
			else if (!this.#left.has(one.token)) {
				this.#hide(one);
				sessions.set(one.id, one);
			}
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
			if (known.has(JSON.stringify(one))) continue;
			const what = one.ending === 'damaged' ? `kept as ${one.id}` : `of ${accountLabel(one)}`;
			if (one.ending === 'damaged' || one.ending === 'unreadable')
				this.#options.log.warn(`The sign-in ${what} could not be read. Sign in again.`);
		}
		const endedNow = JSON.stringify(ended) !== JSON.stringify(this.#ended);
		this.#sessions = sessions;
		this.#ended = ended;
		if (endedNow || change.added.length + change.removed.length + change.changed.length > 0) {
			this.#changes.fire(change);
		}
	}

	#hide({ token, refresh }: Session): void {
		this.#options.secrets.add(token);
		if (refresh !== null) this.#options.secrets.add(refresh);
	}
}

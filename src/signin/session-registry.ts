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

/** Who is signed in, in this window and in all others, and that it changes. */
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

	/** The name of the file that a session is kept in; undefined for a session of this window alone. */
	fileName(id: string): string | undefined {
		return this.#passing.has(id) ? undefined : this.#safe.fileName(id);
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

	/** Keeps a session; one of the same account makes way. Fails, in words, if the editor does not keep the secret. */
	async put(given: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(given.instance, given.account), ...given };
		this.#hide(session);
		await this.#safe.put(session);
		await this.read();
		if (this.#sessions.has(session.id)) return session;
		throw new ForgeError(
			'refused',
			'The sign-in was not kept. It may have been ended in another window meanwhile, or the keyring of this machine does not work. Sign in again.',
		);
	}

	/**
	 * Keeps the next token of a session if the one that is kept is still `used`; undefined when somebody has signed out, or in
	 * again, meanwhile. Fails, in words, if it cannot be kept.
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

	/** A session of this window alone, which nothing keeps. */
	async pass(given: Omit<Session, 'id'>): Promise<Session> {
		const session = { id: sessionId(given.instance, given.account), ...given };
		this.#hide(session);
		this.#passing.set(session.id, session);
		await this.read();
		return session;
	}

	/** Ends a session in all windows. Where its file cannot be removed, it ends in this window, and the call fails. */
	async remove(id: string): Promise<void> {
		this.#passing.delete(id);
		const token = this.#sessions.get(id)?.token;
		try {
			await this.#safe.remove(id);
		} catch (cause) {
			if (token !== undefined) this.#left.add(token);
			throw new ForgeError(
				'refused',
				'The sign-in could not be removed from the disk of this machine, and is over in this window only. Look whether the disk may be written to, reload the window, then sign out again.',
				{ cause },
			);
		} finally {
			await this.read();
		}
	}

	/**
	 * Ends a session because the forge has ended it; the account is remembered until somebody signs in or dismisses it. Does
	 * nothing, and answers false, where it has another token by now.
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

	/** The newest that any window has kept of a session; undefined when it has ended. */
	async newest(id: string): Promise<Session | undefined> {
		await this.read();
		return this.#sessions.get(id);
	}

	/** Rejects, in words, when the secret storage does not answer. */
	checkKey(): Promise<void> {
		return this.#safe.checkKey();
	}

	/**
	 * Rejects, in words, where this window must put nothing into the secret storage: where that does not answer, and in a browser
	 * where it would write over what another window has put there.
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

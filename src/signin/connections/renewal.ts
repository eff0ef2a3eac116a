import { isRecent, steadyTime, timeOfDay } from '../../base/clock.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { Service } from '../instances/instance.ts';
import { saysClientIsWrong, type TokenGrant } from '../methods/oauth.ts';
import { hasGraphqlForm } from '../methods/token.ts';
import { describeDiskErrors } from '../sessions/disk-errors.ts';
import { needsRenewal, type Session } from '../sessions/session.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';

/** How long a forge that has failed to renew a token is not asked again, if it names no time. */
const defaultWaitMs = 10_000;
/** The longest that it is not asked again, whatever time it names. */
const maxWaitMs = 10 * 60_000;
/** How long a token counts as new. An older one is renewed even if only one service refuses it. */
const newMs = 60 * 60_000;
/** After another service has accepted the token, further refusals by the same service cause no check for this long. */
const acceptedMs = 60_000;

interface RenewalOptions {
	readonly registry: SessionRegistry;
	/** For the locks that all windows share. */
	readonly storage: Storage;
	/** What is done at the forge while the token that is renewed still works. Does not reject. */
	readonly prepare?: (session: Session) => Promise<void>;
	/** Fetches the next token. */
	readonly fetchNext: (session: Session, refresh: string) => Promise<TokenGrant>;
	/** Whether no service of the forge accepts the token any longer. One service alone may refuse it by mistake. */
	readonly isTokenInvalid: (session: Session) => Promise<boolean>;
	/** Revokes a token that will not be used. */
	readonly discard: (session: Session) => Promise<void>;
	readonly log: Log;
}

/** Renews tokens before they end, and when a forge refuses one, in one window at a time. Reasons: docs/decisions/renewal.md. */
export class Renewal {
	readonly #options: RenewalOptions;
	readonly #renewals = new SharedCalls<string, Session | undefined>();
	/** Until when a token counts as accepted, by the service that had refused it and the token. */
	readonly #acceptedUntil = new Map<string, number>();
	/** Tokens that the forge accepts but no longer renews. They are used until it refuses them. */
	readonly #unrenewable = new Set<string>();
	/** Why the forge did not renew a token, and until when it is not asked again. */
	readonly #failures = new Map<string, { readonly error: ForgeError; readonly until: number }>();
	/** Renewed sessions that could not be stored. They cannot be fetched again, because the old refresh token is used up. */
	readonly #unstored = new Map<string, { readonly used: string; readonly next: Session }>();

	constructor(options: RenewalOptions) {
		this.#options = options;
	}

	/** The current session, or undefined once it has ended. */
	session(id: string): Session | undefined {
		return this.#options.registry.get(id);
	}

	/**
	 * Returns the session with a token that has not ended, or undefined if the session has ended. Rejects if the token has ended and
	 * the network is down.
	 */
	async renewIfNeeded(id: string, signal?: AbortSignal): Promise<Session | undefined> {
		const session = this.session(id);
		const now = timeOfDay();
		if (!session || !needsRenewal(session, now) || this.#unrenewable.has(session.token)) return session;
		try {
			return await this.#renew(session, signal);
		} catch (error) {
			// The token is still valid for this one request.
			if (error instanceof ForgeError && session.expires !== null && session.expires > now) return session;
			throw error;
		}
	}

	/**
	 * Handles a token that a service refused. Returns the session with another token, or unchanged if a part of the forge still accepts
	 * this one. Otherwise ends the session in all windows and returns undefined.
	 */
	async handleRefusal(used: Session, refusedBy: Service, signal?: AbortSignal): Promise<Session | undefined> {
		const newest = await this.#options.registry.readNewest(used.id);
		if (!newest || newest.token !== used.token) return newest;
		return this.#renew(newest, signal, refusedBy);
	}

	/**
	 * Handles that a service speaks only GraphQL by now, or only REST: stores that for all windows. If the token cannot be used in GraphQL,
	 * ends the session in all windows and returns undefined.
	 */
	changeDialect(id: string, service: Service, isGraphql: boolean): Promise<Session | undefined> {
		const { registry, log } = this.#options;
		const work = async () => {
			// Another window may have been first.
			const newest = await registry.readNewest(id);
			const before = newest?.graphql ?? [];
			if (!newest || before.includes(service) === isGraphql) return newest;
			if (!isGraphql || hasGraphqlForm(newest.token)) {
				const graphql = isGraphql ? [...before, service] : before.filter((one) => one !== service);
				return (await registry.replace(newest, { ...newest, graphql })) ?? registry.get(id);
			}
			if (!(await registry.refuse(newest, 'outdated'))) return registry.get(id);
			log.warn(`${newest.instance} needs a new token of ${newest.account}`);
			return undefined;
		};
		return this.#withLock(id, work);
	}

	#renew(used: Session, signal?: AbortSignal, refusedBy?: Service): Promise<Session | undefined> {
		return this.#renewals.join(
			`${used.id} ${refusedBy}`,
			(sharedSignal) => this.#renewLocked(used, refusedBy, sharedSignal),
			signal,
		);
	}

	#renewLocked(
		used: Session,
		refusedBy: Service | undefined,
		signal: AbortSignal,
	): Promise<Session | undefined> {
		const { registry, log } = this.#options;
		// Once begun, this runs to its end even if all callers have left, because a refresh token works only once.
		const work = async () => {
			// Another window may have been first.
			const newest = await registry.readNewest(used.id);
			if (!newest || newest.token !== used.token) return newest;
			const { token, issued, refresh } = newest;
			// The token cannot be renewed, and no service has refused it.
			if (refresh === null && !refusedBy) return newest;
			/** The forge is asked at most once. */
			let verdict: Promise<boolean> | undefined;
			const isInvalid = () => (verdict ??= this.#isInvalid(newest, refusedBy));
			// A token that another service accepts is kept if it is new, because the next one would be refused, too, or if there is no next one.
			const isNewOrUnrenewable = isRecent(issued, newMs) || this.#unrenewable.has(token);
			if (refusedBy && isNewOrUnrenewable && !(await isInvalid().catch(() => true))) return newest;
			let isRefreshRefused = false;
			try {
				if (refresh !== null) return await this.#store(newest, await this.#fetchNext(newest, refresh));
			} catch (error) {
				// An unreachable network or server must not sign the user out.
				if (!(error instanceof ForgeError && error.kind === 'signed-out')) throw error;
				isRefreshRefused = true;
			}
			if (!(await isInvalid())) {
				if (isRefreshRefused) this.#unrenewable.add(token);
				return newest;
			}
			// The user may have signed in again while the old token was checked.
			if (!(await registry.refuse(newest))) return registry.get(newest.id);
			log.warn(`${newest.instance} no longer accepts the token of ${newest.account}`);
			return undefined;
		};
		return this.#withLock(used.id, work, signal);
	}

	/** Whether the forge no longer accepts the token. If a service has refused it, the others are not asked again for each such request. */
	async #isInvalid(session: Session, refusedBy: Service | undefined): Promise<boolean> {
		const { isTokenInvalid } = this.#options;
		const refusal = `${refusedBy} ${session.token}`;
		if (refusedBy && steadyTime() < (this.#acceptedUntil.get(refusal) ?? 0)) return false;
		const isInvalid = await isTokenInvalid(session);
		if (refusedBy && !isInvalid) this.#acceptedUntil.set(refusal, steadyTime() + acceptedMs);
		return isInvalid;
	}

	/** Only one window at a time changes a session. A failure that is not transient becomes `busy`, or `signed-out` if the application is wrong. */
	async #withLock<T>(id: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		try {
			return await describeDiskErrors(() => this.#options.storage.lock(['turns', id], work, signal));
		} catch (error) {
			// A failed renewal says nothing about the request that needs the token, which would otherwise count as refused.
			if (!(error instanceof ForgeError) || isTransient(error)) throw error;
			// The session does not end: another window may know the secret of the application.
			const kind = saysClientIsWrong(error) ? 'signed-out' : 'busy';
			throw new ForgeError(kind, error.message, { cause: error });
		}
	}

	async #fetchNext(session: Session, refresh: string): Promise<Session> {
		const { registry, fetchNext, prepare } = this.#options;
		const unstored = this.#unstored.get(session.id);
		if (unstored?.used === session.token) return unstored.next;
		// Don't fetch a token that cannot be stored.
		await registry.checkKey();
		const granted = await this.#unlessFailed(session, async () => {
			await prepare?.(session);
			return fetchNext(session, refresh);
		});
		return {
			...session,
			...granted,
			scopes: granted.scopes ?? session.scopes,
			refresh: granted.refresh ?? session.refresh,
		};
	}

	/**
	 * A forge that has failed is not asked again for each request, but after the time that it names. A lost network may be back at once, so
	 * the wait is no longer than the attempt was.
	 */
	async #unlessFailed<T>({ token }: Session, fetch: () => Promise<T>): Promise<T> {
		const failure = this.#failures.get(token);
		if (failure && steadyTime() < failure.until) throw failure.error;
		this.#failures.delete(token);
		const begun = steadyTime();
		try {
			return await fetch();
		} catch (error) {
			if (error instanceof ForgeError) {
				const now = steadyTime();
				const waitMs =
					error.kind === 'offline'
						? Math.min(now - begun, defaultWaitMs)
						: Math.min(error.retryAfterMs ?? defaultWaitMs, maxWaitMs);
				this.#failures.set(token, { error, until: now + waitMs });
			}
			throw error;
		}
	}

	async #store(used: Session, next: Session): Promise<Session | undefined> {
		const { registry, discard, log } = this.#options;
		this.#unstored.set(used.id, { used: used.token, next });
		const stored = await registry.replace(used, next);
		this.#unstored.delete(used.id);
		if (stored) {
			log.info(`The token of ${stored.account} at ${stored.instance} was renewed`);
			return stored;
		}
		try {
			await discard(next);
		} catch (error) {
			log.warn(`A token of ${next.instance} that is not used could not be revoked`, error);
		}
		return registry.get(used.id);
	}
}

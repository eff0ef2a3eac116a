import { createHash } from 'node:crypto';
import type { Service } from '../instances/instance.ts';

/** The sign-in method of a session. The next token comes from the same method. */
export type SignInMethodName = 'token' | 'browser' | 'exchange';

export interface AccountName {
	/** The instance's name. */
	readonly instance: string;
	/** The account name, with the tilde. */
	readonly account: string;
}

/** The result of a sign-in, as it is stored. */
export interface Session extends AccountName {
	readonly id: string;
	readonly method: SignInMethodName;
	readonly token: string;
	/** The scopes of the token, or null if they are unknown. */
	readonly scopes: readonly string[] | null;
	/** When the token ends, in milliseconds since 1970, or null if that is unknown. */
	readonly expires: number | null;
	/** When the token was granted, in milliseconds since 1970, if that is known. */
	readonly issued?: number;
	/** When the user signed in, in milliseconds since 1970. Renewals keep it, so it distinguishes one sign-in from the next. */
	readonly signedIn?: number;
	/** The refresh token, or null if there is none. */
	readonly refresh: string | null;
	/** The services that are asked in GraphQL. By default, none is. */
	readonly graphql?: readonly Service[];
	/** The client id of the application that received the token, or null if there is none. */
	readonly client: string | null;
}

/** A token that ends within this time is renewed before it is used. */
const maxMarginMs = 60_000;
/** The part of a short lifetime in which a token is renewed. Otherwise, it would be renewed before each request. */
const marginShare = 0.2;

/**
 * The time from which a request renews the token first. Undefined if it has no end or cannot be renewed. Undefined, too, if the clock of this
 * machine is so wrong that every new token seems to have ended: then it is renewed when the forge refuses it.
 */
export function renewalTime({ expires, issued, refresh }: Session): number | undefined {
	if (expires === null || refresh === null) return undefined;
	if (issued !== undefined && issued >= expires) return undefined;
	const lifetimeMs = issued === undefined ? Number.POSITIVE_INFINITY : expires - issued;
	return expires - Math.min(maxMarginMs, lifetimeMs * marginShare);
}

/** Whether the token has ended or is about to, and can be renewed. */
export function needsRenewal(session: Session, now: number): boolean {
	const time = renewalTime(session);
	return time !== undefined && now >= time;
}

/** An account of an instance has one session. Signing in again replaces it under the same id. */
export const sessionId = (instance: string, account: string): string =>
	createHash('sha256').update(`${instance}\n${account}`).digest('hex').slice(0, 24);

/** The label of an account where there may be several: `~ana (example.org)`. */
export const accountLabel = ({ instance, account }: AccountName): string => `${account} (${instance})`;

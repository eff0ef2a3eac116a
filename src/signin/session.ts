import { createHash } from 'node:crypto';

/** How a session came about; the next token for it is got the same way. */
export type DoorName = 'token' | 'browser' | 'exchange';

/** What signing in gives, and what is kept of it. */
export interface Session {
	readonly id: string;
	/** The instance's name. */
	readonly instance: string;
	/** Whose it is, with the tilde. */
	readonly account: string;
	readonly door: DoorName;
	readonly token: string;
	/** What the token may do; null where it does not tell. */
	readonly scopes: readonly string[] | null;
	/** When it ends, in milliseconds since 1970; null where it does not tell. */
	readonly expires: number | null;
	/** What the next token is got with; null where there is nothing of the kind. */
	readonly refresh: string | null;
	/** The application that it was given to. */
	readonly client: string | null;
}

/** A token that ends within this is renewed before it is used. */
const renewalMarginMs = 60_000;

/** Whether the token has ended or is about to, and the next one can be got. */
export const needsRenewal = ({ expires, refresh }: Session, now: number): boolean =>
	expires !== null && refresh !== null && expires - now <= renewalMarginMs;

/** One session for an account of an instance: signing in again makes it anew under the same id. */
export const sessionId = (instance: string, account: string): string =>
	createHash('sha256').update(`${instance}\n${account}`).digest('hex').slice(0, 24);

/** How an account is called where there may be several: `~ana (example.org)`. */
export const accountLabel = ({ instance, account }: Pick<Session, 'instance' | 'account'>): string =>
	`${account} (${instance})`;

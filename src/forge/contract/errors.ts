export type ForgeErrorKind =
	/** The token is missing, unknown, expired or revoked. */
	| 'signed-out'
	/** The token is valid but not allowed to do this. */
	| 'forbidden'
	/** The resource does not exist or is hidden. */
	| 'missing'
	/** The server understood the request and refused it. Its reasons are in `reasons`. */
	| 'refused'
	/** The server is overloaded or temporarily unavailable. */
	| 'busy'
	/** The server cannot be reached. */
	| 'offline'
	/** The server did not answer in time. */
	| 'timeout'
	/** The server gave an unexpected answer. */
	| 'surprise';

/** Why an offline server cannot be reached, if the cause is more than a temporary failure. */
export type Unreachable = 'unknown-host' | 'untrusted-certificate' | 'no-encryption';

/** A reason for a refusal, in the server's words. `field` names the part of the request that caused it. */
export interface Reason {
	readonly field?: string;
	readonly reason: string;
}

interface Details {
	/** Whether the requested change may have been made despite the error. */
	readonly mayBeDone?: boolean;
	/** What the user can do, as a sentence at the end of the message. */
	readonly advice?: string | undefined;
	readonly reasons?: readonly Reason[];
	readonly status?: number;
	/** The scopes that the token lacks, if the server names them. */
	readonly scopes?: readonly string[];
	/** The name of the forge whose account lacks these scopes, if known. */
	readonly instance?: string;
	/** For a busy server: the milliseconds to wait before the next request, if the server sent them. */
	readonly retryAfterMs?: number | undefined;
	readonly unreachable?: Unreachable | undefined;
	/** For an answer that was too large to read: its size in bytes, if the server sent it. */
	readonly tooLarge?: { readonly size: number | undefined } | undefined;
	readonly cause?: unknown;
}

/** What the user reads about an error that is not a `ForgeError`: it is a bug in Tildeforge. */
export const unexpectedError = 'Something went wrong in Tildeforge. See the log for details.';

/** The only error type of the API. `kind` says what can be done; the message is a sentence for the user. */
export class ForgeError extends Error {
	override readonly name = 'ForgeError';
	readonly kind: ForgeErrorKind;
	/** The message without the advice, for callers that do themselves what it advises. */
	readonly problem: string;
	readonly mayBeDone: boolean;
	readonly reasons: readonly Reason[];
	readonly status: number | undefined;
	readonly scopes: readonly string[];
	readonly instance: string | undefined;
	readonly retryAfterMs: number | undefined;
	readonly unreachable: Unreachable | undefined;
	readonly tooLarge: { readonly size: number | undefined } | undefined;

	constructor(kind: ForgeErrorKind, message: string, details: Details = {}) {
		const { advice, cause } = details;
		super(
			advice === undefined ? message : `${message} ${advice}`,
			cause === undefined ? undefined : { cause },
		);
		this.kind = kind;
		this.problem = message;
		this.mayBeDone = details.mayBeDone ?? false;
		this.reasons = details.reasons ?? [];
		this.status = details.status;
		this.scopes = details.scopes ?? [];
		this.instance = details.instance;
		this.retryAfterMs = details.retryAfterMs;
		this.unreachable = details.unreachable;
		this.tooLarge = details.tooLarge;
	}

	/** Returns the same failure with another message and additional details. */
	withMessage(message: string, details: Details = {}): ForgeError {
		const { kind, mayBeDone, reasons, status, scopes, instance, retryAfterMs, unreachable, tooLarge } = this;
		return new ForgeError(kind, message, {
			mayBeDone,
			reasons,
			...(status !== undefined && { status }),
			scopes,
			...(instance !== undefined && { instance }),
			retryAfterMs,
			unreachable,
			tooLarge,
			cause: this,
			...details,
		});
	}
}

/** What the user reads if the result of a change is unknown. */
export const unknownResultMessage = 'The change may have been made. Check before you try again.';

/** The advice about a request that may have arrived but whose result is unknown. Undefined if it asked for no change. */
export const unknownResultAdvice = (isWrite: boolean): string | undefined =>
	isWrite ? unknownResultMessage : undefined;

/** A suffix for messages about a request that succeeded but whose answer cannot be read. */
export const unreadAnswerSuffix = (isWrite: boolean): string =>
	isWrite ? ' The change was probably made. Check the result.' : '';

/** Whether the same request may succeed later, for example after a server error. */
export const isTransient = ({ kind, status }: ForgeError): boolean =>
	kind === 'offline' ||
	kind === 'timeout' ||
	kind === 'busy' ||
	(kind === 'surprise' && status !== undefined && status >= 500);

/** Whether only a new sign-in helps, because the token lacks a scope or is no longer valid. */
export const needsSignIn = ({ scopes, kind }: ForgeError): boolean =>
	scopes.length > 0 || kind === 'signed-out';

/** Whether another attempt or sign-in does not help: the account may not see or do something, or the forge does not have it. */
export const isFinal = (error: ForgeError): boolean =>
	!isTransient(error) && error.kind !== 'surprise' && !needsSignIn(error);

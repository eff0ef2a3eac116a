export type ForgeErrorKind =
	/** The token is missing, unknown, expired or revoked. */
	| 'signed-out'
	/** The token is good, and may not do this. */
	| 'forbidden'
	/** There is no such thing, or it is hidden. */
	| 'missing'
	/** The server understood and said no; its reasons are in `reasons`. */
	| 'refused'
	/** The server has too much to do. */
	| 'busy'
	/** The server cannot be reached. */
	| 'offline'
	/** It did not answer in time. */
	| 'timeout'
	/** It answered what nobody could expect. */
	| 'surprise';

/** Why a server that is offline cannot be reached, where that is more than a failure that passes. */
export type Unreachable = 'unknown-host' | 'untrusted-certificate';

/** Why the server refused, as it said it; `field` names the part of the request that it minds. */
export interface Reason {
	readonly field?: string;
	readonly reason: string;
}

interface Details {
	/** Whether the change that was asked for may have been made all the same. */
	readonly mayBeDone?: boolean;
	readonly reasons?: readonly Reason[];
	readonly status?: number;
	/** The scopes that the token lacks, where the server names them. */
	readonly scopes?: readonly string[];
	/** What the forge is called whose account lacks them, where that is known. */
	readonly instance?: string;
	/** Of a busy server: the milliseconds after which it wants to be asked again, where it told them. */
	readonly retryAfter?: number | undefined;
	readonly unreachable?: Unreachable | undefined;
	readonly cause?: unknown;
}

/** The one error of the API. Its kind says what can be done; its message is a sentence for a person. */
export class ForgeError extends Error {
	override readonly name = 'ForgeError';
	readonly kind: ForgeErrorKind;
	readonly mayBeDone: boolean;
	readonly reasons: readonly Reason[];
	readonly status: number | undefined;
	readonly scopes: readonly string[];
	readonly instance: string | undefined;
	readonly retryAfter: number | undefined;
	readonly unreachable: Unreachable | undefined;

	constructor(kind: ForgeErrorKind, message: string, details: Details = {}) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause });
		this.kind = kind;
		this.mayBeDone = details.mayBeDone ?? false;
		this.reasons = details.reasons ?? [];
		this.status = details.status;
		this.scopes = details.scopes ?? [];
		this.instance = details.instance;
		this.retryAfter = details.retryAfter;
		this.unreachable = details.unreachable;
	}

	/** The same failure in other words, and with what else is known of it. */
	reworded(message: string, details: Details = {}): ForgeError {
		const { kind, mayBeDone, reasons, status, scopes, instance, retryAfter, unreachable } = this;
		return new ForgeError(kind, message, {
			mayBeDone,
			reasons,
			...(status !== undefined && { status }),
			scopes,
			...(instance !== undefined && { instance }),
			retryAfter,
			unreachable,
			cause: this,
			...details,
		});
	}
}

/** Whether a request asks for a change, which may have been made although its answer is missing or cannot be read. */
export const changes = (method: string): boolean => method !== 'GET';

/** What must be added when a request may have arrived, and nobody knows what came of it. */
export const unknown = (method: string): string =>
	method === 'GET' ? '' : ' Whether the change was made is not known: look before trying again.';

/** What must be added when a request had success, and its answer cannot be read. */
export const unseen = (method: string): string =>
	method === 'GET' ? '' : ' The change was probably made: look at it again.';

/** Whether the request may succeed later without anyone changing anything, for example after a server error. */
export const isPassing = ({ kind, status }: ForgeError): boolean =>
	kind === 'offline' ||
	kind === 'timeout' ||
	kind === 'busy' ||
	(kind === 'surprise' && status !== undefined && status >= 500);

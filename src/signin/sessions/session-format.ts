// VS Code asks for sessions in every window, so these checks are written by hand: valibot would be a fifth of the code that each
// window loads.
import { allServices } from '../instances/instance.ts';
import type { Session } from './session.ts';

/** Why the forge no longer accepts a token: it has expired or was revoked, or the forge was upgraded and knows only newer tokens. */
export type RefusalReason = 'refused' | 'outdated';

/** What the file of a session contains. */
export interface SessionEntry {
	readonly version: 1;
	readonly instance: string;
	readonly account: string;
	/** The encrypted part, or undefined if the session has ended. */
	readonly sealed?: { readonly keyId: string; readonly box: string } | undefined;
	/** Why the session has ended. */
	readonly ended?: RefusalReason | undefined;
}

/** The encrypted part of a session: what is secret or changes with the token. */
export type SealedPart = Omit<Session, 'id' | 'instance' | 'account'>;

/** Returns `later` for a file that a newer version of Tildeforge wrote. */
export function readSessionEntry(text: string): SessionEntry | 'damaged' | 'later' {
	const { version, instance, account, sealed, ended } = fieldsOf(parse(text));
	if (typeof version === 'number' && version >= 2) return 'later';
	if (version !== 1 || typeof instance !== 'string' || typeof account !== 'string') return 'damaged';
	if (ended !== undefined && ended !== 'refused' && ended !== 'outdated') return 'damaged';
	if (sealed === undefined) return { version, instance, account, sealed, ended };
	const { keyId, box } = fieldsOf(sealed);
	if (typeof keyId !== 'string' || typeof box !== 'string') return 'damaged';
	return { version, instance, account, sealed: { keyId, box }, ended };
}

/** The text to encrypt. */
export const writeSealedPart = (part: SealedPart): string => JSON.stringify(part);

/** Returns undefined if the text is not the decrypted part of a session. */
export function readSealedPart(text: string): SealedPart | undefined {
	const { method, token, scopes, expires, issued, signedIn, refresh, graphql, client } = fieldsOf(
		parse(text),
	);
	if (method !== 'token' && method !== 'browser' && method !== 'exchange') return undefined;
	if (!isFilled(token) || !isFilledOrNull(refresh) || !isFilledOrNull(client)) return undefined;
	if (scopes !== null && !isTexts(scopes)) return undefined;
	if (expires !== null && typeof expires !== 'number') return undefined;
	const issuedAt = typeof issued === 'number' && { issued };
	const signedInAt = typeof signedIn === 'number' && { signedIn };
	const inGraphql = Array.isArray(graphql) && {
		graphql: allServices.filter((service) => graphql.includes(service)),
	};
	return { method, token, scopes, expires, ...issuedAt, ...signedInAt, refresh, ...inGraphql, client };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? { ...value } : {};

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isFilledOrNull = (value: unknown): value is string | null => value === null || isFilled(value);

const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');

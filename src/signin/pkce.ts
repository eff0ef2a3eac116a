import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What only the one who began a sign-in knows (RFC 7636). */
export interface Proof {
	readonly verifier: string;
	readonly challenge: string;
}

const unguessable = () => randomBytes(32).toString('base64url');

export function newProof(): Proof {
	const verifier = unguessable();
	return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const newState = unguessable;

/** Compares in a time that does not tell how much of it was right. */
export function isSame(given: string, wanted: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(wanted));
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proves that a token request comes from the client that began the sign-in (RFC 7636). */
export interface Proof {
	readonly verifier: string;
	readonly challenge: string;
}

const randomText = () => randomBytes(32).toString('base64url');

export function newProof(): Proof {
	const verifier = randomText();
	return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const newState = randomText;

/** Compares in constant time, so that the duration does not reveal how much of the secret is right. */
export function isSameSecret(given: string, wanted: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(wanted));
}

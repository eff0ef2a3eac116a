import type { Session } from '../sessions/session.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';

/** Ends a session in every window, and then at the forge. Does not end a sign-in that happens meanwhile. */
export async function signOut(
	session: Session,
	registry: SessionRegistry,
	/** What is done at the forge while the token still works. */
	prepare: (session: Session) => Promise<unknown>,
	/** Ends the token at the forge. Does not reject. */
	revoke: (session: Session) => Promise<void>,
): Promise<void> {
	const before = (await registry.readNewest(session.id)) ?? session;
	await prepare(before);
	// Another window may have renewed the token. Revoking the earlier one would leave the new one valid.
	const newest = (await registry.readNewest(session.id)) ?? before;
	if (newest.signedIn !== before.signedIn) return revoke(before);
	if (newest.token !== before.token) await prepare(newest);
	try {
		await registry.remove(session.id);
	} finally {
		await revoke(newest);
	}
}

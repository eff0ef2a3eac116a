import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import {
	accountLabel,
	type Session,
	type SignInMethodName,
	sessionId,
} from '../../signin/sessions/session.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { Identified } from './token-box.ts';

interface NewSession extends Identified {
	readonly instance: Instance;
	readonly method: SignInMethodName;
	/** The client ID of the application that the user approved. */
	readonly client: string | null;
}

/**
 * Stores the session, then writes the forge to the settings. If either fails or the user leaves, removes the session again, unless it
 * replaced an earlier one. An account that had ended stays ended, and keeps its caches. Revokes the token of the session that is replaced,
 * but not the new one.
 */
export const storeSession = (
	services: SignInServices,
	newSession: NewSession,
	signal?: AbortSignal,
): Promise<Session> =>
	// Otherwise, a sign-in that the user has left could remove the session that the next one stores.
	services.forges.instances.saves.run(() => store(services, newSession, signal), signal);

async function store(
	{ forges, log }: SignInServices,
	{ instance, granted, account, ...how }: NewSession,
	signal: AbortSignal | undefined,
): Promise<Session> {
	const { instances, registry } = forges;
	const newSession = { instance: instance.name, account, signedIn: timeOfDay(), ...how, ...granted };
	const id = sessionId(instance.name, account);
	// Another window may have renewed the token.
	const before = await registry.readNewest(id);
	signal?.throwIfAborted();
	const ended = forges.endedSession(id);
	// The session of a forge that exists only in this window must not outlive the window.
	const isTemporary = instances.isTemporary(instance);
	let session: Session | undefined;
	try {
		await instances.save(
			instance,
			async () => {
				// Most other tokens of the account can neither see nor remove the webhooks of this one.
				if (before && before.token !== granted.token) await forges.prepareEnd(before);
				session = isTemporary ? await registry.addTemporary(newSession) : await registry.put(newSession);
				// Both sessions may have the same refresh token: revoking it would end the new one, too.
				if (before && before.token !== session.token && (before.refresh ?? '') !== session.refresh)
					background(forges.revokeOwn(before));
				signal?.throwIfAborted();
			},
			signal,
		);
	} catch (error) {
		if (session && ended)
			await registry.refuse(session, ended.ending === 'outdated' ? 'outdated' : 'refused');
		else if (session && !before && registry.get(id)?.signedIn === session.signedIn) await registry.remove(id);
		throw error;
	}
	if (!session) throw new Error('The session was not stored');
	log.info(`${accountLabel(session)} is signed in`);
	showInStatusBar(`Signed in as ${accountLabel(session)}`);
	return session;
}

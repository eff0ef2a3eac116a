import type { Log } from '../../base/log/log.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { Forges } from '../forges/forges.ts';
import type { RedirectHandler } from '../forges/redirect-handler.ts';
import type { BrowserSignInSlot } from './browser-sign-in-slot.ts';

/** What the sign-in dialog needs. */
export interface SignInServices {
	readonly forges: Forges;
	readonly redirectHandler: RedirectHandler;
	/** Starts the sample forge and signs in there. */
	readonly trySample: () => Promise<Session | undefined>;
	readonly pendingSignIns: BrowserSignInSlot;
	readonly log: Log;
}

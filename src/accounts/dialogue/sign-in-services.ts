import type { Log } from '../../base/log/log.ts';
import type { Session } from '../../signin/session.ts';
import type { Forges } from '../forges.ts';
import type { RedirectHandler } from '../redirect-handler.ts';
import type { BrowserSignInSlot } from './pending-sign-ins.ts';

/** What the sign-in dialogue needs. */
export interface SignInServices {
	readonly forges: Forges;
	readonly redirectHandler: RedirectHandler;
	/** Starts the sample forge and signs in there. */
	readonly trySample: () => Promise<Session | undefined>;
	readonly pendingSignIns: BrowserSignInSlot;
	readonly log: Log;
}

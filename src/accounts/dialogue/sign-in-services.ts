import type { Log } from '../../base/log.ts';
import type { Session } from '../../signin/session.ts';
import type { Forges } from '../forges.ts';
import type { Landings } from '../redirect.ts';
import type { Aside } from './browser-step.ts';

/** What the dialogue works with. */
export interface SignInDesk {
	readonly forges: Forges;
	readonly landings: Landings;
	/** Starts the sample forge and signs in there. */
	readonly trySample: () => Promise<Session | undefined>;
	readonly aside: Aside;
	readonly log: Log;
}

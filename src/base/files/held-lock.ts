import { neverAborts } from '../abort.ts';

/** A lock while its work runs. If this process hangs, another one may take the lock. */
export interface HeldLock {
	/** Aborted as soon as this process learns that it has lost the lock. */
	readonly lost: AbortSignal;
	/**
	 * Rejects if the lock is lost, or if the disk fails so that this cannot be known. Await it directly before anything that two
	 * processes must not do. The signal ends the waiting for a slow disk.
	 */
	readonly confirm: (signal?: AbortSignal) => Promise<void>;
}

/** A lock that no other process can take. */
export const ownLock: HeldLock = { lost: neverAborts, confirm: async () => {} };

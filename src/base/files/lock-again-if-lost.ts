import type { HeldLock } from './held-lock.ts';
import type { Name, Storage } from './storage.ts';

/**
 * Runs `work` while no other window holds the lock of this name. If this window hangs for so long that another one takes the lock, `confirm`
 * rejects. If `work` then fails, it is run again under a new lock.
 */
export async function lockAgainIfLost<T>(
	storage: Storage,
	name: Name,
	work: (lock: HeldLock) => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	while (true) {
		let lost: AbortSignal | undefined;
		try {
			return await storage.lock(
				name,
				(held) => {
					lost = held.lost;
					return work(held);
				},
				signal,
			);
		} catch (error) {
			if (!lost?.aborted) throw error;
		}
	}
}

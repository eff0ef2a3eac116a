import type { Log } from '../../../base/log/log.ts';
import type { Name, Storage } from './storage.ts';

/** Runs `work` while no other window holds the lock of this name. If locking fails, for example on a full disk, runs `work` anyway. */
export async function lockIfPossible<T>(
	storage: Storage,
	name: Name,
	log: Log,
	work: () => Promise<T>,
): Promise<T> {
	let hasBegun = false;
	const begin = () => {
		hasBegun = true;
		return work();
	};
	try {
		return await storage.lock(name, begin);
	} catch (error) {
		if (hasBegun) throw error;
		log.warn(
			`${name.join('/')} could not be locked, so another window may do the same at this moment`,
			error,
		);
		return begin();
	}
}

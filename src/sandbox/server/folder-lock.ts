import { join } from 'node:path';
import { withFileLock } from '../../base/files/file-lock.ts';
import type { HeldLock } from '../../base/files/held-lock.ts';
import { CannotStart } from './cannot-start.ts';

export interface FolderLock extends HeldLock {
	unlock(): Promise<void>;
}

/** Long enough to find out that a holder on another machine, such as an earlier container, has ended. */
const usualWaitMs = 2000;

/**
 * Locks the folder, since two forges would overwrite each other's state. Creates it if it is missing. Rejects if another forge uses
 * it for all of `waitMs`.
 */
export async function lockFolder(folder: string, waitMs = usualWaitMs): Promise<FolderLock> {
	const locked = Promise.withResolvers<HeldLock>();
	const used = Promise.withResolvers<void>();
	const tooLong = waitMs > 0 ? AbortSignal.timeout(waitMs) : AbortSignal.abort();
	const work = (lock: HeldLock) => {
		locked.resolve(lock);
		return used.promise;
	};
	const holding = withFileLock(join(folder, 'forge.lock'), work, tooLong).catch((error: unknown) => {
		const isInUse = error === tooLong.reason;
		const message = `Another forge uses ${folder}. End it, or choose another folder.`;
		locked.reject(isInUse ? new CannotStart(message, { isInUse }) : error);
	});
	const lock = await locked.promise;
	return {
		...lock,
		unlock: async () => {
			used.resolve();
			await holding;
		},
	};
}

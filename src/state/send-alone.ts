import type { Log } from '../base/log.ts';
import { ForgeError } from '../forge/errors.ts';
import type { Storage } from './storage.ts';

/** So long a window waits for another one that sends the same draft. */
const waitMs = 3000;

/**
 * Runs `send` while no other window sends the draft of this name, and fails if one does. Without a lock, as on a full disk, it
 * runs all the same.
 */
export async function sendAlone(
	storage: Storage,
	name: string,
	send: () => Promise<void>,
	log: Log,
): Promise<void> {
	const waiting = AbortSignal.timeout(waitMs);
	let hasBegun = false;
	const begin = () => {
		hasBegun = true;
		return send();
	};
	try {
		await storage.lock(['sending', name], begin, waiting);
	} catch (error) {
		if (hasBegun) throw error;
		if (error === waiting.reason) throw new ForgeError('busy', 'Another window is sending this draft.');
		log.warn('A draft is sent without knowing whether another window sends it', error);
		await begin();
	}
}

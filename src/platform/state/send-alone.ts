import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import { lockIfPossible } from './lock-if-possible.ts';
import type { Storage } from './storage.ts';

/** How long to wait for another window that is sending the same draft. */
const waitMs = 3000;

/** Runs `send` while no other window sends the draft of this name. Rejects if another window is sending it. */
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
		await lockIfPossible({ storage, name: ['sending', name], log, signal: waiting }, begin);
	} catch (error) {
		if (hasBegun || error !== waiting.reason) throw error;
		throw new ForgeError('busy', 'Another window is sending this draft.');
	}
}

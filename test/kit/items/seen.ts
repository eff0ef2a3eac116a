import { memoryStorage } from '../../../src/base/files/memory-storage.ts';
import type { Storage } from '../../../src/base/files/storage.ts';
import { Seen } from '../../../src/platform/state/seen/seen.ts';
import { readable } from '../forge/tracker-forge.ts';

/** What the user has seen, in these storages of accounts. */
export const seenIn = (storages: { of(account: string): Storage }): Seen =>
	new Seen((account) => storages.of(account), readable().log);

/** What an account has seen, in one window. */
export async function openSeen(account: string): Promise<Seen> {
	const seen = seenIn({ of: memoryStorage });
	await seen.open(account);
	return seen;
}

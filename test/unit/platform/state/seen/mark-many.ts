import type { Seen } from '../../../../../src/platform/state/seen/seen.ts';

export const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };

/** Marks 500 tickets as seen, 50 at a time. Calls `isStored` with the number of each once its mark is on the disk. */
export async function markMany(seen: Seen, first: number, isStored: (ticket: number) => void): Promise<void> {
	for (let batch = first; batch < first + 500; batch += 50)
		await Promise.all(
			Array.from({ length: 50 }, async (_, nth) => {
				await seen.add(tracker, { visits: { [batch + nth]: batch + nth } });
				isStored(batch + nth);
			}),
		);
}

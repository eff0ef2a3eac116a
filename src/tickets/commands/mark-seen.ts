import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { Tickets } from '../state/tickets.ts';

/** Marks all tickets of the trackers as seen: they have no dot until something new happens. Returns the message for the status bar. */
export async function markSeen(keys: readonly TrackerKey[], tickets: Tickets): Promise<string> {
	using lifetime = new Lifetime();
	for (const key of keys) {
		const cache = tickets.trackerCache(key, lifetime);
		await cache?.open();
		// Tickets that are loaded for the first time count as seen anyway.
		if (cache && cache.tickets.size > 0) tickets.seen.lookAtAll(key, cache.tickets.values());
	}
	const [only] = keys;
	const where = only && keys.length === 1 ? trackerRef(only) : count(keys.length, 'tracker');
	return `Marked all tickets of ${where} as seen`;
}

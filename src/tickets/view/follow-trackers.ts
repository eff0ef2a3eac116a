import type { Lifetime } from '../../base/lifetime.ts';
import type { Trackers } from '../state/trackers.ts';

/** Calls `changed` when an account's trackers, their descriptions, its pins or its last error change. */
export function followTrackers(
	trackers: Pick<Trackers, 'own' | 'onDidChange'> & { readonly pins: Pick<Trackers['pins'], 'all'> },
	lifetime: Lifetime,
	changed: () => void,
): void {
	const { own } = trackers;
	const describe = () => {
		const names = own.value?.map(({ owner, name, description }) => [owner.canonical_name, name, description]);
		return JSON.stringify([names, trackers.pins.all, own.lastError?.message]);
	};
	let known = describe();
	lifetime.add(
		trackers.onDidChange(() => {
			const now = describe();
			if (now !== known) changed();
			known = now;
		}),
	);
}

import type { TicketKey } from '../../platform/model/keys.ts';
import { type Here, type Places, references } from '../../platform/model/references.ts';

/** An account, as far as it has a part in what a text names. */
interface View {
	/** The id of its session. */
	readonly account: string;
	readonly instance: Places;
	/** The trackers that are known there. */
	readonly trackers: readonly Here[];
}

export interface Named {
	readonly key: TicketKey;
	/** It was named by its address, which nobody writes by hand. */
	readonly byAddress: boolean;
}

/**
 * The tickets that a whole text may name, known or not: the address of a page of an account's forge, `~ana/editor#12`, and
 * in known trackers also `editor#12`, `#12` and `12`.
 */
export function namedTickets(written: string, views: readonly View[]): readonly Named[] {
	const text = /^\d+$/.test(written.trim()) ? `#${written.trim()}` : written.trim();
	return views.flatMap(({ account, instance, trackers }) => {
		const read = (here?: Here): Named[] => {
			const [only] = references(text, [instance], here);
			if (only?.start !== 0 || only.end !== text.length || only.target.kind !== 'ticket') return [];
			const { owner, tracker, ticket } = only.target;
			return [{ key: { account, owner, tracker, ticket }, byAddress: only.place !== undefined }];
		};
		const anywhere = read();
		if (anywhere.length > 0) return anywhere;
		return trackers.flatMap((here) => read(here).filter(({ key }) => key.tracker === here.tracker));
	});
}

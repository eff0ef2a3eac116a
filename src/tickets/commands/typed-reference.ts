import type { TicketKey } from '../../platform/model/keys.ts';
import { references, type ServiceAddresses, type TrackerPath } from '../../platform/model/references.ts';

/** What is needed of an account to resolve references. */
interface View {
	/** The id of its session. */
	readonly account: string;
	readonly instance: ServiceAddresses;
	/** The known trackers of the account. */
	readonly trackers: readonly TrackerPath[];
}

export interface Named {
	readonly key: TicketKey;
	/** Whether the text is the address of the ticket, which users do not type by hand. */
	readonly byAddress: boolean;
}

/**
 * The tickets that the whole text may name, known or not: by the address of a page on an account's forge, by
 * `~ana/editor#12` or, in known trackers, also by `editor#12`, `#12` and `12`.
 */
export function namedTickets(written: string, views: readonly View[]): readonly Named[] {
	const text = /^\d+$/.test(written.trim()) ? `#${written.trim()}` : written.trim();
	return views.flatMap(({ account, instance, trackers }) => {
		const read = (here?: TrackerPath): Named[] => {
			const [only] = references(text, [instance], here);
			if (only?.start !== 0 || only.end !== text.length || only.target.kind !== 'ticket') return [];
			const { owner, tracker, ticket } = only.target;
			return [{ key: { account, owner, tracker, ticket }, byAddress: only.instance !== undefined }];
		};
		const anywhere = read();
		if (anywhere.length > 0) return anywhere;
		return trackers.flatMap((here) => read(here).filter(({ key }) => key.tracker === here.tracker));
	});
}

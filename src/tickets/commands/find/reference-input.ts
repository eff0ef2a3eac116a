import type { TicketKey } from '../../../platform/model/keys.ts';
import { references, type ServiceAddresses, type TrackerPath } from '../../../platform/model/references.ts';

/** What is needed of an account to resolve references. */
interface ReferenceContext {
	/** The id of its session. */
	readonly account: string;
	readonly instance: ServiceAddresses;
	/** The known trackers of the account. */
	readonly trackers: readonly TrackerPath[];
}

export interface ReferenceInput {
	readonly key: TicketKey;
	/** The event that the address leads to. */
	readonly event?: number;
	/** Whether the text is the address of the ticket, which users do not type by hand. */
	readonly byAddress: boolean;
}

/**
 * The tickets that the whole text may name, known or not: by the address of a page on an account's forge, by
 * `~ana/editor#12` or, in known trackers, also by `editor#12`, `#12` and `12`.
 */
export function findReferencedTickets(
	written: string,
	contexts: readonly ReferenceContext[],
): readonly ReferenceInput[] {
	const text = /^\d+$/.test(written.trim()) ? `#${written.trim()}` : written.trim();
	return contexts.flatMap(({ account, instance, trackers }) => {
		const read = (currentTracker?: TrackerPath): ReferenceInput[] => {
			const [only] = references(text, [instance], currentTracker);
			if (only?.start !== 0 || only.end !== text.length || only.target.kind !== 'ticket') return [];
			const { owner, tracker, ticket, event } = only.target;
			return [
				{
					key: { account, owner, tracker, ticket },
					...(event !== undefined && { event }),
					byAddress: only.instance !== undefined,
				},
			];
		};
		const absolute = read();
		if (absolute.length > 0) return absolute;
		return trackers.flatMap((currentTracker) =>
			read(currentTracker).filter(({ key }) => key.tracker === currentTracker.tracker),
		);
	});
}

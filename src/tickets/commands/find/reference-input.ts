import type { TicketKey } from '../../../platform/model/keys.ts';
import { readOpenName } from '../../../platform/model/open-name.ts';
import type { ServiceAddresses, TrackerPath } from '../../../platform/model/references.ts';

/** What is needed of an account to resolve references. */
interface ReferenceContext {
	/** The id of its session. */
	readonly account: string;
	readonly instance: ServiceAddresses & { readonly name: string };
	/** The known trackers of the account. */
	readonly trackers: readonly TrackerPath[];
}

export interface ReferenceInput {
	readonly key: TicketKey;
	/** The event that the address leads to. */
	readonly event?: number | undefined;
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
	return contexts.flatMap(({ account, instance, trackers }) =>
		readOpenName(written, [instance]).flatMap(({ target, instance: forge }): readonly ReferenceInput[] => {
			if (target.kind === 'ticket') {
				const { owner, tracker, ticket, event } = target;
				return [{ key: { account, owner, tracker, ticket }, event, byAddress: forge !== undefined }];
			}
			if (target.kind !== 'number') return [];
			const { number: ticket, item } = target;
			return trackers
				.filter(({ tracker }) => (item ?? tracker) === tracker)
				.map(({ owner, tracker }) => ({ key: { account, owner, tracker, ticket }, byAddress: false }));
		}),
	);
}

import type { TicketKey } from '../../platform/model/keys.ts';
import type { RevealRequests } from '../../platform/page/reveal-requests.ts';
import type { Note } from '../../platform/page/snapshot-parts.ts';
import type { TicketPageState } from './page-state.ts';
import type { Snapshot } from './protocol.ts';
import { placeOfEvent } from './timeline-parts.ts';

/** The event that the user has opened a page for, by a link to a comment. */
export interface EntryOfEvent {
	readonly event: number;
}

/** The events that the user has opened pages for. */
export type EntryRevealRequests = RevealRequests<TicketKey, EntryOfEvent>;

/** Where the page shows the entry that the user has opened it for. The place is null until the entry is known. */
export function entryToReveal(state: TicketPageState): Snapshot['requested'] {
	const { requested } = state;
	return requested ? { id: requested.id, place: placeOfEvent(state, requested.event) ?? null } : null;
}

/** Said once the forge has answered, and the entry is still not known. */
export function missingEntryNote(state: TicketPageState): readonly Note[] {
	const { requested, ticket } = state;
	if (!requested || !ticket || requested.isChecking || placeOfEvent(state, requested.event)) return [];
	const pieces = ["The comment that this link leads to isn't here. It may have been deleted."];
	return [{ key: 'missing-entry', kind: 'info', icon: 'comment', pieces, acts: [] }];
}

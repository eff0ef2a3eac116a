import type { TicketKey } from '../../../src/platform/model/keys.ts';
import { type DescribedEntry, describeEntry } from '../../../src/platform/state/outbox/described-entry.ts';
import type { EntryState } from '../../../src/platform/state/outbox/entry.ts';
import { ticketKind } from '../../../src/tickets/state/change-words.ts';
import type { RequestedChange } from '../../../src/tickets/state/changes/change.ts';
import type {
	TicketEntry,
	TicketOutboxChange,
} from '../../../src/tickets/state/changes/ticket-outbox-format.ts';

/** The time at which the entries below are looked at. */
export const now = 1_000_000_000;

export const waiting = (reason = 'No connection.'): EntryState => ({
	kind: 'waiting',
	reason,
	mayBeDone: false,
});
export const refused = (reason = 'It is locked.'): EntryState => ({
	kind: 'refused',
	reason,
	mayBeDone: false,
});

/** Refused because the token lacks a permission. */
export const lacking = (...scopes: readonly string[]): EntryState => ({
	...{ kind: 'refused', reason: 'The token is missing it.', mayBeDone: false },
	missing: { instance: 'forge.test', scopes: scopes.length === 0 ? ['tickets:write'] : scopes },
});

interface EntryOptions {
	readonly ticket?: number;
	readonly change?: RequestedChange;
	/** The text that it sends. */
	readonly textId?: string;
	readonly state?: EntryState;
	readonly group?: string;
	/** How long ago the user made the change. */
	readonly ageMs?: number;
}

/** A change of a ticket in the outbox. */
export function entryOf({
	ticket = 1,
	change = { status: 'confirmed' },
	textId,
	state = { kind: 'pending' },
	group = `group ${ticket}`,
	ageMs = 0,
}: EntryOptions = {}): TicketEntry & { readonly key: TicketKey } {
	return {
		id: `entry ${ticket}`,
		key: { account: 'ana', owner: '~ana', tracker: 'editor', ticket },
		steps: [{ group, change: { change }, at: now - ageMs }],
		due: now,
		origin: 'here',
		state,
		...(textId !== undefined && { textId }),
	};
}

const kind = ticketKind(() => undefined);

/** A change of a ticket with the words for it. */
export const describedEntryOf = (
	options: EntryOptions = {},
): DescribedEntry<TicketKey, TicketOutboxChange> => {
	const entry = entryOf(options);
	return { ...describeEntry(kind, entry), key: entry.key };
};

import { type OutboxNote, outboxNoteOf } from '../../platform/page/outbox-note.ts';
import { isListed } from '../../platform/state/outbox/text.ts';
import { describeTicketEntry } from '../state/change-words.ts';
import type { TicketEntry } from '../state/changes/ticket-outbox-format.ts';

/** The first direct change of a ticket that waits to be sent, or that was not made. Texts are shown by themselves. */
export const firstOutboxEntry = (entries: readonly TicketEntry[], now: number): TicketEntry | undefined =>
	entries.find((entry) => entry.textId === undefined && isListed(entry, now));

/** What the page says about a change that `firstOutboxEntry` returns. */
export const ticketOutboxNote = (entry: TicketEntry, now: number): OutboxNote =>
	outboxNoteOf(describeTicketEntry(entry), now);

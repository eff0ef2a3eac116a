import { type OutboxNote, outboxNoteOf } from '../../platform/page/outbox-note.ts';
import { isListed } from '../../platform/state/outbox/text.ts';
import type { StatusOutbox } from '../state/status/status-outbox-format.ts';
import { describeStatusEntry } from '../state/status/status-words.ts';

/** The first status of a patchset that waits to be sent, or that was not made. */
export function statusOutboxNote(entries: StatusOutbox['entries'], now: number): OutboxNote | undefined {
	const entry = entries.find((one) => isListed(one, now));
	return entry && outboxNoteOf(describeStatusEntry(entry), now);
}

import type { SeriesReading } from '../model/series-reading.ts';
import { firstMailOf } from './head-parts.ts';
import type { PatchsetSnapshot, ShownPlace } from './protocol.ts';
import type { RequestedMail } from './requested-mails.ts';
import type { SeriesContent } from './series-content.ts';

/** Where the page shows the mail that the user has opened it for. The place is null until the mail is known, and if the page does not show it. */
export function requestedPlace(
	requested: RequestedMail | undefined,
	known: { readonly reading: SeriesReading; readonly content: SeriesContent } | undefined,
): PatchsetSnapshot['requested'] {
	if (!requested) return null;
	const { id, mail } = requested;
	return { id, place: known ? placeOf(mail, known.reading, known.content) : null };
}

function placeOf(mail: number, reading: SeriesReading, content: SeriesContent): ShownPlace | null {
	const { patches, discussion, cover } = content;
	const patch = patches.find(({ mailId }) => mailId === mail);
	// Only the head of the page is above the only patch or the first mail of a thread, so the page shows that too.
	if (mail === cover?.id || (patch && patches.length === 1)) return { kind: 'start' };
	if (patch) return { kind: 'patch', key: patch.key };
	if (!discussion.some(({ whole }) => whole.id === mail)) return null;
	return mail === firstMailOf(reading, content)?.id ? { kind: 'start' } : { kind: 'mail', mail };
}

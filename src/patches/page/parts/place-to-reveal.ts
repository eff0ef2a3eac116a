import type { SeriesReading } from '../../model/series-reading.ts';
import type { PatchsetSnapshot, ShownPlace } from '../protocol/protocol.ts';
import { firstMailOf } from './head-parts.ts';
import type { MailRevealRequest, PartToReveal } from './mail-reveal-requests.ts';
import type { NetContent } from './net-content.ts';
import type { SeriesContent } from './series-content.ts';

/** Where the page shows the mail that the user has opened it for. The place is null until the mail is known, and if the page does not show it. */
export function placeToReveal(
	requested: MailRevealRequest | undefined,
	known:
		| {
				readonly reading: SeriesReading;
				readonly content: SeriesContent;
				readonly net?: NetContent | undefined;
		  }
		| undefined,
): PatchsetSnapshot['requested'] {
	if (!requested) return null;
	const { id, mail, part } = requested;
	if (!known) return { id, place: null };
	const file = part && fileOf(mail, part, known.content);
	const place = file ?? placeOf(mail, known.reading, known.content, part);
	return { id, place: known.net ? inNetDiff(place, known.content, known.net) : place };
}

/** Where the net diff shows a file, or else the first file of a patch. */
function inNetDiff(place: ShownPlace | null, { patches }: SeriesContent, net: NetContent): ShownPlace | null {
	if (place?.kind !== 'file' && place?.kind !== 'patch') return place;
	const [first] = patches.find(({ key }) => key === place.key)?.files ?? [];
	const key = net.byChange.get(first?.key ?? place.key)?.content.key;
	return key === undefined ? { kind: 'start' } : { kind: 'file', key };
}

function fileOf(mail: number, part: PartToReveal, { patches }: SeriesContent): ShownPlace | undefined {
	const patch = patches.find(({ mailId, nth }) => mailId === mail && nth === part.patch);
	const file = patch?.files.find(({ index }) => index === part.file);
	return file && { kind: 'file', key: file.key };
}

function placeOf(
	mail: number,
	reading: SeriesReading,
	content: SeriesContent,
	part: PartToReveal | undefined,
): ShownPlace | null {
	const { patches, discussion, cover } = content;
	const patch = patches.find(({ mailId, nth }) => mailId === mail && nth === (part?.patch ?? nth));
	// Only the head of the page is above the only patch or the first mail of a thread, so the page shows that too.
	if (mail === cover?.id || (patch && patches.length === 1)) return { kind: 'start' };
	if (patch) return { kind: 'patch', key: patch.key };
	if (!discussion.some(({ fullMail }) => fullMail.id === mail)) return null;
	return mail === firstMailOf(reading, content)?.id ? { kind: 'start' } : { kind: 'mail', mail };
}

import { parseTime } from '../../../../forge/contract/read.ts';
import type { ShortPatchset } from '../../../../forge/shapes/lists.ts';
import { readSubmitter } from './from-mail-summary.ts';
import type { SeriesPatchset } from './series-mail.ts';

/** The fields of a patchset that its row in a list need not have. */
interface Row extends ShortPatchset {
	readonly cover_letter?: { readonly message_id: string } | null;
	readonly superseded_by?: { readonly id: number } | null;
}

/** A mail as far as it says to which patchset it belongs. */
interface MailOfPatchset {
	readonly id: number;
	readonly messageId: string;
	readonly patchset: { readonly id: number } | null;
}

/** The Message-ID of the first known mail of each patchset, by the id of the patchset. Not all forges name a mail of a patchset. */
export function firstMails(mails: Iterable<MailOfPatchset>): ReadonlyMap<number, string> {
	const first = new Map<number, MailOfPatchset>();
	for (const mail of mails) {
		if (!mail.patchset || mail.messageId === '') continue;
		const known = first.get(mail.patchset.id);
		if (!known || mail.id < known.id) first.set(mail.patchset.id, mail);
	}
	return new Map([...first].map(([patchset, { messageId }]) => [patchset, messageId]));
}

/** Reads what series are built from. `firstMail` is used if the forge names no mail of the patchset. */
export function seriesPatchsetOf(row: Row, firstMail?: string): SeriesPatchset {
	const { id, subject, prefix, version, submitter, created, message_id, cover_letter, superseded_by } = row;
	return {
		id,
		subject,
		prefix: prefix ?? '',
		version,
		submitter: readSubmitter(submitter ?? '') ?? { name: '', email: '' },
		date: parseTime(created),
		messageId: message_id ?? firstMail,
		coverMessageId: cover_letter?.message_id || undefined,
		supersededBy: superseded_by?.id,
	};
}

/** As `seriesPatchsetOf`, with what the mails say. */
export function seriesPatchsetsOf(
	patchsets: ReadonlyMap<number, Row>,
	mails: ReadonlyMap<number, MailOfPatchset>,
): readonly SeriesPatchset[] {
	const first = firstMails(mails.values());
	return [...patchsets.values()].map((row) => seriesPatchsetOf(row, first.get(row.id)));
}

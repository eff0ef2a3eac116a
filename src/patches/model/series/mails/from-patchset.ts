import { parseTime } from '../../../../forge/contract/read.ts';
import type { ShortPatchset } from '../../../../forge/shapes/lists.ts';
import { readSubmitter } from './from-mail-summary.ts';
import type { SeriesPatchset } from './series-mail.ts';

/** The fields of a patchset that its row in a list need not have. */
interface Row extends ShortPatchset {
	readonly cover_letter?: { readonly message_id: string } | null;
	readonly superseded_by?: { readonly id: number } | null;
}

/** Reads what series are built from. */
export function seriesPatchsetOf(row: Row): SeriesPatchset {
	const { id, subject, prefix, version, submitter, created, message_id, cover_letter, superseded_by } = row;
	return {
		id,
		subject,
		prefix: prefix ?? '',
		version,
		submitter: readSubmitter(submitter ?? '') ?? { name: '', email: '' },
		date: parseTime(created),
		messageId: message_id ?? undefined,
		coverMessageId: cover_letter?.message_id || undefined,
		supersededBy: superseded_by?.id,
	};
}

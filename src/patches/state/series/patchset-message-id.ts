import type { ListCache } from '../lists/list-cache.ts';
import { mailsOf } from '../lists/series-summary.ts';

/**
 * The Message-ID of the cover letter of a patchset or, if it has none, of its first patch. Reads the patchset from the forge if its mails
 * are not known.
 */
export async function messageIdOfPatchset(list: ListCache, patchset: number): Promise<string | undefined> {
	const known = () =>
		list.threads.series
			.flatMap(({ chain }) => chain.versions)
			.filter(({ patchsets }) => patchsets.includes(patchset))
			.flatMap(mailsOf)[0]?.messageId;
	if (known() === undefined) await list.readPatches(patchset);
	return known();
}

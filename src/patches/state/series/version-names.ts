import { smallest } from '../../../base/collections.ts';
import { type ChainSummary, mailsOf } from '../lists/series-summary.ts';

/** How many versions are named besides the first one. */
const maxLater = 9;

/** Names of the versions of a series. A version keeps one of its names if the forge makes a patchset of its mails, or if more of its mails become known. */
export function versionNames({ versions }: ChainSummary): readonly string[] {
	const [first, ...later] = versions;
	const named = [...(first ? [first] : []), ...later.slice(-maxLater)];
	const names = named.flatMap((version) => {
		const ids = mailsOf(version).map(({ id }) => id);
		const [head] = ids;
		const ofMails = head === undefined ? [] : [head, smallest(ids)];
		return [...version.patchsets.map((id) => `patchset ${id}`), ...ofMails.map((id) => `mail ${id}`)];
	});
	return [...new Set(names)];
}

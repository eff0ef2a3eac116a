import { Ancestors } from './ancestors.ts';
import { batchesOf } from './batches.ts';
import type { Chain, Version } from './chain.ts';
import { findEarlierInThreads } from './find-earlier-versions.ts';
import { linkBatches } from './link-batches.ts';
import type { SeriesMail, SeriesPatchset } from './mails/series-mail.ts';
import { numberMails, withOriginals } from './number-series.ts';
import { compareAll, sortMails } from './order.ts';
import { withPatchsets } from './patchsets.ts';
import { versionsOf } from './versions.ts';

/**
 * Finds the series in mails, and the versions of each. Mails that belong to none are left out. The result does not depend on the order of
 * the mails, and a mail that was received twice counts once. The forge's patchsets, if there are any, add their ids, the versions whose
 * mails are not known, and what the forge knows about succession. Reasons: docs/decisions/series.md.
 */
export function chainsOf<M extends SeriesMail>(
	mails: readonly M[],
	patchsets: readonly SeriesPatchset[] = [],
): readonly Chain<M>[] {
	const { mails: ordered, originals } = numberMails(sortMails(mails));
	const ancestors = new Ancestors(ordered);
	const batches = withPatchsets(batchesOf(ordered, ancestors), patchsets);
	const earlier = findEarlierInThreads(batches, ancestors);
	const chains = linkBatches(batches, patchsets, earlier).flatMap((group) => {
		const { versions, separate } = versionsOf(group, earlier, ancestors);
		const kind = group.every((batch) => batch.kind === 'pull') ? 'pull' : 'patches';
		return [versions, ...separate.map((version) => [version])].flatMap((all) =>
			createChain(
				kind,
				all.map((version) => withOriginals(version, originals)),
			),
		);
	});
	return chains.sort(compareStarts);
}

function createChain<M extends SeriesMail>(
	kind: Chain<M>['kind'],
	versions: readonly Version<M>[],
): readonly Chain<M>[] {
	const first = versions[0];
	const last = versions.at(-1);
	if (!first || !last) return [];
	return [{ kind, prefix: last.prefix, title: last.title, submitter: first.submitter, versions }];
}

/** Sorts series by when they began. */
export function compareStarts(one: Chain<SeriesMail>, other: Chain<SeriesMail>): number {
	const criteria = ({ versions: [first], title, prefix, kind, submitter }: Chain<SeriesMail>) => [
		first?.date,
		title,
		prefix,
		kind,
		submitter.email,
		submitter.name,
		first?.patchsets[0],
		(first?.cover ?? first?.patches[0]?.mail)?.messageId,
	];
	return compareAll(criteria(one), criteria(other));
}

import { carryLines, carryMailLines } from '../../mail/compose/carry-lines.ts';
import type { CommentedLines } from '../../mail/compose/commented-lines.ts';
import type { Pair } from '../../mail/range-diff/range-diff.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import { patchesOf } from '../../patches/state/comparison/compare-versions.ts';

interface Answered {
	readonly mail: number;
	readonly lines: CommentedLines;
}

interface CarriedComment extends Answered {
	/** Whether the newer version has changed the lines that the comment is about. */
	readonly isChanged: boolean;
}

/**
 * Finds in a newer version what a comment on an older one is about. `pairs`: which patches of the two versions belong together. Undefined if
 * the newer version does not have it, or if the comment is on a reply.
 */
export function carryComment(
	{ mail, lines }: Answered,
	old: SeriesReading,
	current: SeriesReading,
	pairs: readonly Pair[],
): CarriedComment | undefined {
	const [oldCover, newCover] = [old, current].map(({ version, mails }) =>
		mails.get(version?.cover?.id ?? -1),
	);
	if (mail === oldCover?.id)
		return (
			newCover && { mail: newCover.id, ...carryMailLines(lines, oldCover.mail.text, newCover.mail.text) }
		);
	const nth = 'patch' in lines ? lines.patch : 0;
	const oldPatches = patchesOf(old);
	const from = oldPatches.findIndex((patch) => patch.mail === mail && patch.nth === nth);
	const pair = pairs.find((one) => 'old' in one && one.old === from);
	const before = oldPatches[from];
	const after = pair && 'new' in pair ? patchesOf(current)[pair.new] : undefined;
	const carried = before && after && carryLines(lines, before.patch, after.patch, after.nth);
	return carried && { mail: after.mail, ...carried };
}

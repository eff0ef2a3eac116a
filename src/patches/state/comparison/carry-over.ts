import { carryLines, carryMailLines } from '../../../mail/compose/carry-lines.ts';
import type { CommentedLines } from '../../../mail/compose/commented-lines.ts';
import type { Pair } from '../../../mail/range-diff/range-diff.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { patchesOf } from './compare-versions.ts';

interface Answered {
	readonly mail: number;
	readonly lines: CommentedLines;
}

interface CarriedLinesOfMail extends Answered {
	/** Whether the newer version has changed the lines. */
	readonly isChanged: boolean;
}

/**
 * Finds in a newer version what is said about lines of an older one. `pairs`: which patches of the two versions belong together. The
 * result is undefined if the newer version does not have the lines, or for the lines of a reply.
 */
export function createCarrier(old: SeriesReading, current: SeriesReading, pairs: readonly Pair[]) {
	const [oldCover, newCover] = [old, current].map(({ version, mails }) =>
		mails.get(version?.cover?.id ?? -1),
	);
	const [oldPatches, newPatches] = [patchesOf(old), patchesOf(current)];
	const newOf = new Map(
		pairs.flatMap((pair) => ('old' in pair && 'new' in pair ? [[pair.old, pair.new] as const] : [])),
	);
	return ({ mail, lines }: Answered): CarriedLinesOfMail | undefined => {
		if (mail === oldCover?.id)
			return (
				newCover && { mail: newCover.id, ...carryMailLines(lines, oldCover.mail.text, newCover.mail.text) }
			);
		const nth = 'patch' in lines ? lines.patch : 0;
		const from = oldPatches.findIndex((patch) => patch.mail === mail && patch.nth === nth);
		const before = oldPatches[from];
		const after = newPatches[newOf.get(from) ?? -1];
		const carried = before && after && carryLines(lines, before.patch, after.patch, after.nth);
		return carried && { mail: after.mail, ...carried };
	};
}

import { createSlices } from '../../../base/slices.ts';
import type { Pair } from '../../../mail/range-diff/range-diff.ts';
import { type RangeDiffPatch, toRangeDiffPatch } from '../../../mail/range-diff/range-diff-patch.ts';
import type { RunRangeDiff } from '../../../mail/range-diff/run-range-diff.ts';
import { allPatches } from '../../model/series/chain.ts';
import type { SeriesReading } from '../../model/series-reading.ts';

interface ComparedPatch {
	readonly number: number;
	readonly title: string;
	readonly texts: RangeDiffPatch;
}

/** A version that is compared. */
export interface ComparedVersion {
	/** How many patches it should have. */
	readonly of: number;
	readonly patches: readonly ComparedPatch[];
}

export interface VersionComparison {
	readonly old: ComparedVersion;
	readonly new: ComparedVersion;
	readonly pairs: readonly Pair[];
}

type ReadVersion = Pick<SeriesReading, 'version' | 'mails'>;

/** Compares two versions of a series by the patches that were read. Rejects with the signal's reason as soon as it is aborted. */
export async function compareVersions(
	old: ReadVersion,
	current: ReadVersion,
	run: RunRangeDiff,
	signal: AbortSignal,
): Promise<VersionComparison> {
	const before = await comparedVersion(old, signal);
	const after = await comparedVersion(current, signal);
	const textsOf = ({ patches }: ComparedVersion) => patches.map(({ texts }) => texts);
	const pairs = await run({ old: textsOf(before), new: textsOf(after) }, signal);
	return { old: before, new: after, pairs };
}

/** Pauses between patches, because the lines of long ones take a while. */
async function comparedVersion(reading: ReadVersion, signal: AbortSignal): Promise<ComparedVersion> {
	const patches: ComparedPatch[] = [];
	const pause = createSlices(signal);
	for (const { number, patch } of patchesOf(reading)) {
		await pause();
		patches.push({ number, title: patch.subject.title, texts: toRangeDiffPatch(patch) });
	}
	return { of: Math.max(reading.version?.of ?? 0, patches.length), patches };
}

/** The patches of a version whose mails were read, in their order. A mail may have several. */
export const patchesOf = ({ version, mails }: ReadVersion) =>
	allPatches(version).flatMap(({ number, mail: { id: mail } }) =>
		(mails.get(mail)?.patches ?? []).map((patch, nth) => ({ mail, nth, number, patch })),
	);

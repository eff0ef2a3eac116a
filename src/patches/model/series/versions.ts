import type { ParseWarning } from '../../../mail/text/parse-warnings.ts';
import type { Ancestors } from './ancestors.ts';
import type { Batch } from './batch.ts';
import type { NumberedPatch, Version } from './chain.ts';
import { findReplacements } from './find-replacements.ts';
import { isSameSender, submitterKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

/** How many missing numbers are listed, because a subject may claim any total. */
const maxMissing = 100;
/** How many partial versions inherit patches, because each of them has all patches of the series. */
const maxPartial = 100;

/** Equal for batches with the same version number, except that an RFC differs from other batches. */
const labelOf = ({ version, isRfc }: { readonly version: number; readonly isRfc: boolean }): string =>
	`${version}${isRfc ? ' RFC' : ''}`;

/**
 * The versions of a series. `earlier` has the versions that batches were sent as replies to. `separate` has what a stranger sent to replace
 * patches of a version, which must neither be the newest version nor pass its patches on to later ones.
 */
export function versionsOf<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	earlier: ReadonlyMap<Batch<M>, Batch<M>>,
	ancestors: Ancestors<M>,
): { readonly versions: readonly Version<M>[]; readonly separate: readonly Version<M>[] } {
	const versions: Version<M>[] = [];
	const separate: Version<M>[] = [];
	/** The labels of the whole versions so far. */
	const seen = new Set<string>();
	/** The keys of who sent whole versions so far. */
	const submitters = new Set<string>();
	let partialCount = 0;
	for (const batch of sortBatches(batches)) {
		const last = versions.at(-1);
		const part =
			earlier.has(batch) && partialCount < maxPartial ? findReplacements(batch, last, ancestors) : undefined;
		const label = labelOf(batch);
		const hasSameLabel = last !== undefined && labelOf(last) === label;
		if (!part || !last) {
			versions.push(createWholeVersion(batch, batch.isMarkedAsResend || seen.has(label)));
			seen.add(label);
			submitters.add(submitterKey(batch.submitter));
			continue;
		}
		if (hasSameLabel && !mayReplaceAll(part, last, submitters)) {
			separate.push(createWholeVersion(batch, batch.isMarkedAsResend));
			continue;
		}
		partialCount++;
		if (last.isPartial && hasSameLabel) versions.splice(-1, 1, extendVersion(last, part, batch));
		else versions.push(createPartialVersion(last, part, batch));
	}
	return { versions, separate };
}

/** Whether each patch is from the sender of the patch that it replaces, or from a submitter. */
function mayReplaceAll<M extends SeriesMail>(
	part: readonly NumberedPatch<M>[],
	{ patches, extra, submitter }: Version<M>,
	submitters: ReadonlySet<string>,
): boolean {
	const senders = new Map([...patches, ...extra].map(({ number, mail }) => [number, mail.from]));
	return part.every(
		({ number, mail: { from } }) =>
			submitters.has(submitterKey(from)) || isSameSender(from, senders.get(number) ?? from, submitter),
	);
}

/** Sorts the batches of a series. Some series start again with v1 after versions that were only requests for comments. */
function sortBatches<M extends SeriesMail>(batches: readonly Batch<M>[]): readonly Batch<M>[] {
	let lastRfc = -Infinity;
	let firstOther = Infinity;
	for (const { isRfc, date = NaN } of batches) {
		if (isRfc) lastRfc = Math.max(lastRfc, date);
		else firstOther = Math.min(firstOther, date);
	}
	// False if a date is not known, because then a limit is NaN.
	const allRfcsFirst = lastRfc < firstOther;
	return sortedBy(batches, ({ version, isRfc, isMarkedAsResend, date }) => [
		allRfcsFirst && !isRfc,
		version,
		!isRfc,
		isMarkedAsResend,
		date,
	]);
}

type Parts<M extends SeriesMail> = Omit<Version<M>, 'missing' | 'extra' | 'warnings'>;

/** Derives what follows from the other fields. `patches` may have numbers above `of`. */
function completeVersion<M extends SeriesMail>(parts: Parts<M>, isCoverMissing: boolean): Version<M> {
	const { of = 0, replaced } = parts;
	const patches = parts.patches.toSorted((a, b) => a.number - b.number);
	const numbers = new Set(patches.map(({ number }) => number));
	const missing: number[] = [];
	for (let number = 1; number <= of && missing.length < maxMissing; number++) {
		if (!numbers.has(number)) missing.push(number);
	}
	const found: readonly (readonly [ParseWarning, boolean])[] = [
		['patch-missing', missing.length > 0],
		['patch-duplicate', replaced.length > 0],
		['cover-missing', isCoverMissing],
	];
	return {
		...parts,
		patches: patches.filter(({ number }) => number <= of),
		extra: patches.filter(({ number }) => number > of),
		missing,
		warnings: found.flatMap(([warning, isFound]) => (isFound ? [warning] : [])),
	};
}

function createWholeVersion<M extends SeriesMail>(batch: Batch<M>, isResend: boolean): Version<M> {
	const { version, isRfc, prefix, title, submitter, date, cover, of, replaced, baseCommit, patchsets } =
		batch;
	const patches = Array.from(batch.patches, ([number, mail]) => ({ number, mail, isInherited: false }));
	const facts = { version, isRfc, isResend, isPartial: false, prefix, title, submitter, date };
	return completeVersion(
		{ ...facts, cover, patches, of, replaced, baseCommit, patchsets },
		batch.isCoverMissing,
	);
}

/** A version of which only some patches were sent. The other patches are those of the version before. */
function createPartialVersion<M extends SeriesMail>(
	base: Version<M>,
	part: readonly NumberedPatch<M>[],
	batch: Batch<M>,
): Version<M> {
	const {
		version,
		isRfc,
		prefix,
		date,
		submitter,
		replaced,
		baseCommit = base.baseCommit,
		patchsets,
	} = batch;
	const sent = new Set(part.map(({ number }) => number));
	const inherited = [...base.patches, ...base.extra]
		.filter(({ number }) => !sent.has(number))
		.map((patch) => ({ ...patch, isInherited: true }));
	const own = { version, isRfc, isResend: batch.isMarkedAsResend, isPartial: true, prefix, date, submitter };
	const patches = [...inherited, ...part];
	return completeVersion({ ...base, ...own, patches, replaced, baseCommit, patchsets }, false);
}

/** Adds patches to a partial version that were sent as further replies. */
function extendVersion<M extends SeriesMail>(
	version: Version<M>,
	part: readonly NumberedPatch<M>[],
	batch: Batch<M>,
): Version<M> {
	const sent = new Set(part.map(({ number }) => number));
	const all = [...version.patches, ...version.extra];
	const replaced = all.flatMap(({ number, mail, isInherited }) =>
		sent.has(number) && !isInherited ? [mail] : [],
	);
	return completeVersion(
		{
			...version,
			patches: [...all.filter(({ number }) => !sent.has(number)), ...part],
			replaced: [...version.replaced, ...replaced, ...batch.replaced],
			patchsets: [...version.patchsets, ...batch.patchsets],
		},
		false,
	);
}

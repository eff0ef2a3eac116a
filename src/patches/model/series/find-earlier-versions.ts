import type { Ancestors } from './ancestors.ts';
import type { Batch } from './batch.ts';
import { formerTitle, keyOf, maySharePerson, submitterKey, titleKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

/** How many mails above a batch are searched for an earlier version. */
const maxAbove = 64;
/** Versions that are recognized only by the patches that they share are sent within this time. */
const longestGapMs = 365 * 24 * 60 * 60_000;

/** Whether a batch can be a later version of another: it has a higher number, or the other was only a request for comments. */
const isLater = <M extends SeriesMail>(one: Batch<M>, other: Batch<M>): boolean =>
	one.version > other.version || (other.isRfc && !one.isRfc);

/** Finds the earlier versions that batches were sent as replies to. */
export function findEarlierInThreads<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	ancestors: Ancestors<M>,
): ReadonlyMap<Batch<M>, Batch<M>> {
	const batchByMail = new Map<M, Batch<M>>();
	for (const batch of batches) {
		for (const mail of [...batch.replaced, ...batch.patches.values()]) batchByMail.set(mail, batch);
		if (batch.cover) batchByMail.set(batch.cover, batch);
	}
	const earlierOf = (batch: Batch<M>): Batch<M> | undefined => {
		let mail = batch.lead;
		for (let count = 0; mail && count < maxAbove; count++) {
			mail = ancestors.nonReplyAbove(mail);
			const above = mail && batchByMail.get(mail);
			if (above && isLater(batch, above) && maySharePerson(above.submitter, batch.submitter)) return above;
		}
		return undefined;
	};
	return new Map(
		batches.flatMap((batch) => {
			const earlier = earlierOf(batch);
			return earlier ? [[batch, earlier] as const] : [];
		}),
	);
}

/** The titles of the patches, or of the batch if no patches are known. */
const titlesOf = <M extends SeriesMail>({ patches, title }: Batch<M>): readonly string[] =>
	patches.size === 0
		? [titleKey(title)]
		: Array.from(patches.values(), ({ subject }) => titleKey(subject.title));

/**
 * Finds the earlier versions that a batch names as its former title, or that share at least half of the patches with it, such as a
 * single patch to which a second patch and a cover letter were added. `isSought` says for which batches.
 */
export function findEarlierWithSamePatches<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	isSought: (batch: Batch<M>) => boolean,
): ReadonlyMap<Batch<M>, Batch<M>> {
	/** The batches with a patch of each title, oldest first. */
	const batchesOf = new Map<string, Batch<M>[]>();
	const latestOfTitle = new Map<string, Batch<M>>();
	const found = new Map<Batch<M>, Batch<M>>();
	for (const batch of sortedBy(batches, ({ version, date }) => [date, version])) {
		if (batch.kind === 'pull') continue;
		const { submitter, prefix, title, date } = batch;
		const keyOfTitle = (one: string) => keyOf(submitterKey(submitter), titleKey(prefix), one);
		const isEarlier = (other: Batch<M> | undefined): other is Batch<M> =>
			other !== undefined && isLater(batch, other) && (date ?? 0) - (other.date ?? date ?? 0) <= longestGapMs;
		const keys = titlesOf(batch).map(keyOfTitle);
		if (isSought(batch)) {
			const formerly = formerTitle(title);
			const former = formerly === undefined ? undefined : latestOfTitle.get(keyOfTitle(titleKey(formerly)));
			const others = keys.flatMap((key) => batchesOf.get(key)?.findLast(isEarlier) ?? []);
			const earlier = isEarlier(former) ? former : bestMatch(others, keys.length);
			if (earlier) found.set(batch, earlier);
		}
		for (const key of keys) batchesOf.set(key, [...(batchesOf.get(key) ?? []), batch]);
		latestOfTitle.set(keyOfTitle(titleKey(title)), batch);
	}
	return found;
}

/**
 * `matches` has the earlier batch of each shared patch. Returns the one with the most, if these are half of its patches or of the `patchCount`
 * of the later batch.
 */
function bestMatch<M extends SeriesMail>(
	matches: readonly Batch<M>[],
	patchCount: number,
): Batch<M> | undefined {
	const counts = new Map<Batch<M>, number>();
	for (const batch of matches) counts.set(batch, (counts.get(batch) ?? 0) + 1);
	const [best] = [...counts].sort(([, a], [, b]) => b - a);
	if (!best) return undefined;
	const [batch, count] = best;
	return count * 2 >= Math.min(patchCount, titlesOf(batch).length) ? batch : undefined;
}

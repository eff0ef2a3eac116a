import { type Batch, batchOfPatchset } from './batch.ts';
import { keyOf, submitterKey, titleKey } from './mails/identity.ts';
import type { SeriesMail, SeriesPatchset } from './mails/series-mail.ts';

const keyOfBatch = <M extends SeriesMail>({ submitter, prefix, version, title }: Batch<M>): string =>
	keyOf(submitterKey(submitter), titleKey(prefix), version, titleKey(title));

/**
 * Adds the forge's patchsets to the batches with their mails: by a Message-ID or, because a forge may name a mail that is not here, by
 * what their subjects say. A patchset whose mails are not known becomes a batch.
 */
export function withPatchsets<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	patchsets: readonly SeriesPatchset[],
): readonly Batch<M>[] {
	const byMail = new Map<string, number>();
	/** Undefined for a key that several batches have. */
	const byKey = new Map<string, number | undefined>();
	for (const [index, batch] of batches.entries()) {
		for (const mail of [batch.cover, ...batch.patches.values(), ...batch.replaced]) {
			if (mail?.messageId !== undefined) byMail.set(mail.messageId, index);
		}
		const key = keyOfBatch(batch);
		byKey.set(key, byKey.has(key) ? undefined : index);
	}
	const found = new Map<number, SeriesPatchset[]>();
	const unknown: Batch<M>[] = [];
	for (const patchset of patchsets.toSorted((a, b) => a.id - b.id)) {
		const batch = batchOfPatchset<M>(patchset);
		const index =
			byMail.get(patchset.messageId ?? '') ??
			byMail.get(patchset.coverMessageId ?? '') ??
			byKey.get(keyOfBatch(batch));
		const others = index === undefined ? undefined : found.get(index);
		if (index === undefined) unknown.push(batch);
		else if (others) others.push(patchset);
		else found.set(index, [patchset]);
	}
	const known = batches.map((batch, index) => {
		const own = found.get(index) ?? [];
		const hasCover = own.some(({ coverMessageId }) => coverMessageId !== undefined);
		return {
			...batch,
			patchsets: own.map(({ id }) => id),
			isCoverMissing: batch.cover === undefined && (batch.isCoverMissing || hasCover),
		};
	});
	return [...known, ...unknown];
}

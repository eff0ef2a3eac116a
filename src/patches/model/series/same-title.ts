import type { Batch } from './batch.ts';
import { keyOf, submitterKey, titleKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

const dayMs = 24 * 60 * 60_000;
/** After this time, a first version with a title that was used before is new work, such as the next update of translations. */
const resendMs = 30 * dayMs;
/** After this time, a first version does not follow an RFC with the same title. */
const afterRfcMs = 365 * dayMs;

/** The versions of one series, judging by their titles. */
interface Cluster<M extends SeriesMail> {
	readonly batches: Batch<M>[];
	greatest: number;
	isRfc: boolean;
	date: number | undefined;
}

function continues<M extends SeriesMail>(batch: Batch<M>, { greatest, isRfc, date }: Cluster<M>): boolean {
	if (batch.isMarkedAsResend || batch.version > greatest) return true;
	const gapMs = batch.date === undefined || date === undefined ? 0 : batch.date - date;
	return gapMs <= (isRfc && !batch.isRfc ? afterRfcMs : resendMs);
}

/**
 * Groups batches with the same prefix, title and submitter. A higher version continues the latest group, however late it is sent. The
 * same or a lower version continues it only for some time.
 */
export function groupByTitle<M extends SeriesMail>(
	batches: readonly Batch<M>[],
): readonly (readonly Batch<M>[])[] {
	const latest = new Map<string, Cluster<M>>();
	const clusters: Cluster<M>[] = [];
	for (const batch of sortedBy(batches, ({ date, version }) => [date, version])) {
		const { kind, prefix, title, submitter } = batch;
		const key = keyOf(kind, titleKey(prefix), titleKey(title), submitterKey(submitter));
		let cluster = latest.get(key);
		if (!cluster || !continues(batch, cluster)) {
			cluster = { batches: [], greatest: batch.version, isRfc: true, date: batch.date };
			latest.set(key, cluster);
			clusters.push(cluster);
		}
		cluster.batches.push(batch);
		cluster.greatest = Math.max(cluster.greatest, batch.version);
		cluster.isRfc &&= batch.isRfc;
		cluster.date = batch.date ?? cluster.date;
	}
	return clusters.map(({ batches }) => batches);
}

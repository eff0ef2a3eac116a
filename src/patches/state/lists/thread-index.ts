import { isDeepStrictEqual } from 'node:util';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import { type SeriesMailSummary, seriesMailsOf } from '../../model/series/mails/from-mail-summary.ts';
import { firstMails, seriesPatchsetOf } from '../../model/series/mails/from-patchset.ts';
import type { SeriesPatchset } from '../../model/series/mails/series-mail.ts';
import type { MailSummary } from '../mails/mail-summary.ts';
import { ChainIndex } from './chain-index.ts';
import {
	type ChainSummary,
	groupMails,
	type SeriesSummary,
	seriesSummaryOf,
	type ThreadSummaries,
	threadsWith,
} from './series-summary.ts';

type Mails = ReadonlyMap<number, MailSummary>;
type Patchsets = ReadonlyMap<number, Patchset>;

interface KnownSeries {
	/** The known mails of the series and the replies to them. */
	readonly members: readonly MailSummary[];
	readonly summary: SeriesSummary;
}

interface Change<T> {
	readonly gone: readonly T[];
	readonly added: readonly T[];
}

/**
 * The series and the discussions in a list. Finding series in all mails and patchsets takes time, so after a change they are found again
 * only where it may matter, and only series that differ get another summary. Reasons: docs/decisions/lists-and-mails.md.
 */
export class ThreadIndex {
	readonly #chains = new ChainIndex();
	readonly #series = new Map<ChainSummary, KnownSeries>();
	/** The mails and patchsets at the last call. */
	#mails: Mails = new Map();
	readonly #patchsets = new Map<number, Patchset>();
	/** The same, as series are built from them. */
	#seriesMails: ReadonlyMap<number, SeriesMailSummary> = new Map();
	readonly #seriesPatchsets = new Map<number, SeriesPatchset>();
	#threads: ThreadSummaries | undefined;

	/** The maps may change after the call; their values do not. */
	of(mails: Mails, patchsets: Patchsets): ThreadSummaries {
		const changedMails = differences(this.#mails, mails);
		const changedPatchsets = differences(this.#patchsets, patchsets);
		if (this.#threads && changedMails.size === 0 && changedPatchsets.size === 0) return this.#threads;
		const ofMails = changedMails.size > 0 ? this.#updateMails(mails) : { gone: [], added: [] };
		const ofPatchsets = this.#updatePatchsets(patchsets, changedPatchsets, mails);
		const dropped = this.#chains.update(
			[...ofMails.gone, ...ofPatchsets.gone],
			[...ofMails.added, ...ofPatchsets.added],
		);
		const { chains, byMessageId } = this.#chains;
		for (const chain of dropped) this.#series.delete(chain);
		for (const id of changedPatchsets) {
			const chain = this.#chains.ofPatchset(id);
			if (chain) this.#series.delete(chain);
		}
		const { ofChain, others } = groupMails(mails, byMessageId);
		const series: SeriesSummary[] = [];
		for (const chain of chains) {
			const members = ofChain(chain);
			const known = this.#series.get(chain);
			const isKnown = known !== undefined && areEqual(known.members, members);
			const summary = isKnown ? known.summary : seriesSummaryOf(chain, members, patchsets);
			if (!summary) continue;
			series.push(summary);
			if (!isKnown) this.#series.set(chain, { members, summary });
		}
		this.#threads = threadsWith(series, others, mails);
		return this.#threads;
	}

	#updateMails(mails: Mails): Change<SeriesMailSummary> {
		const before = this.#seriesMails;
		const now = new Map(seriesMailsOf(mails, before).map((mail) => [mail.id, mail]));
		this.#mails = new Map(mails);
		this.#seriesMails = now;
		const ids = [...differences(before, now)];
		return { gone: ids.flatMap((id) => before.get(id) ?? []), added: ids.flatMap((id) => now.get(id) ?? []) };
	}

	/** A patchset without a Message-ID gets that of its first known mail, so a change of the mails can change it. */
	#updatePatchsets(patchsets: Patchsets, changed: ReadonlySet<number>, mails: Mails): Change<SeriesPatchset> {
		const gone: SeriesPatchset[] = [];
		const added: SeriesPatchset[] = [];
		const unnamed = [...patchsets.values()].filter((row) => row.message_id === null).map(({ id }) => id);
		const firstMessageIds = unnamed.length > 0 ? firstMails(mails.values()) : new Map<number, string>();
		for (const id of new Set([...changed, ...unnamed])) {
			const row = patchsets.get(id);
			if (row) this.#patchsets.set(id, row);
			else this.#patchsets.delete(id);
			const before = this.#seriesPatchsets.get(id);
			const now = row && seriesPatchsetOf(row, firstMessageIds.get(id));
			if (isDeepStrictEqual(now, before)) continue;
			if (before) gone.push(before);
			this.#seriesPatchsets.delete(id);
			if (!now) continue;
			added.push(now);
			this.#seriesPatchsets.set(id, now);
		}
		return { gone, added };
	}
}

/** The ids of the values that are new, gone or different. */
function differences<T>(before: ReadonlyMap<number, T>, now: ReadonlyMap<number, T>): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [id, value] of now) if (before.get(id) !== value) found.add(id);
	for (const id of before.keys()) if (!now.has(id)) found.add(id);
	return found;
}

const areEqual = <T>(one: readonly T[], other: readonly T[]): boolean =>
	one.length === other.length && one.every((value, nth) => value === other[nth]);

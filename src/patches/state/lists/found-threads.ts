import { isDeepStrictEqual } from 'node:util';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import { seriesPatchsetOf } from '../../model/series/from-patchset.ts';
import type { ListedMail } from './listed-mail.ts';
import { findThreads, type ListedThreads, listThreads, type SortedMails } from './listed-series.ts';

type Mails = ReadonlyMap<number, ListedMail>;
type Patchsets = ReadonlyMap<number, Patchset>;

interface Found {
	/** What the list knew then. */
	readonly mails: Mails;
	readonly patchsets: Patchsets;
	readonly sorted: SortedMails;
	readonly threads: ListedThreads;
}

/**
 * The series and the discussions in a list. Finding them in all mails takes time. A status and what the texts of mails say do not decide what belongs
 * together, so after such a change only the series that has it is listed again.
 */
export class FoundThreads {
	#found: Found | undefined;

	/** The maps may change after the call; their values do not. */
	of(mails: Mails, patchsets: Patchsets): ListedThreads {
		const before = this.#found;
		const changedMails = before && changedIn(before.mails, mails, isSameMail);
		const changedPatchsets = before && changedIn(before.patchsets, patchsets, isSamePatchset);
		if (changedMails?.size === 0 && changedPatchsets?.size === 0 && before) return before.threads;
		const copies = { mails: new Map(mails), patchsets: new Map(patchsets) };
		if (before && changedMails && changedPatchsets) {
			const { sorted } = before;
			const known = new Map(before.threads.series.map((series) => [series.chain, series]));
			const hasChanged = ({ chain, members }: SortedMails['series'][number]) =>
				members.some((id) => changedMails.has(id)) ||
				chain.versions.some((version) => version.patchsets.some((id) => changedPatchsets.has(id)));
			const series = sorted.series.map((one) =>
				hasChanged(one) ? one : { ...one, known: known.get(one.chain) },
			);
			const threads = listThreads({ ...sorted, series }, mails, patchsets);
			this.#found = { ...copies, sorted, threads };
			return threads;
		}
		const sorted = findThreads(mails, patchsets);
		const threads = listThreads(sorted, mails, patchsets);
		this.#found = { ...copies, sorted, threads };
		return threads;
	}
}

/** The ids of the values that have changed. Undefined if some are new or gone, or if a change may decide what belongs together. */
function changedIn<T>(
	before: ReadonlyMap<number, T>,
	now: ReadonlyMap<number, T>,
	isSame: (one: T, other: T) => boolean,
): ReadonlySet<number> | undefined {
	if (before.size !== now.size) return undefined;
	const changed = new Set<number>();
	for (const [id, value] of now) {
		const earlier = before.get(id);
		if (earlier === value) continue;
		if (earlier === undefined || !isSame(earlier, value)) return undefined;
		changed.add(id);
	}
	return changed;
}

function isSameMail(one: ListedMail, other: ListedMail): boolean {
	const ignored = { trailers: [], tickets: [] };
	return isDeepStrictEqual({ ...one, ...ignored }, { ...other, ...ignored });
}

const isSamePatchset = (one: Patchset, other: Patchset): boolean =>
	isDeepStrictEqual(seriesPatchsetOf(one), seriesPatchsetOf(other));

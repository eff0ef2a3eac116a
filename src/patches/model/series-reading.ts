import type { Patchset } from '../../forge/shapes/lists.ts';
import type { Chain, Version } from './series/chain.ts';
import type { SeriesMailSummary } from './series/mails/from-mail-summary.ts';
import type { FullMail } from './series/mails/full-mail.ts';

/** What is known of a series, or of a thread without patches. */
export interface SeriesReading {
	/** Undefined if the thread is not about a series. */
	readonly chain: Chain<SeriesMailSummary> | undefined;
	/** The version that is read, one of the chain. */
	readonly version: Version<SeriesMailSummary> | undefined;
	/** The known patchsets of all versions, by id. */
	readonly patchsets: ReadonlyMap<number, Patchset>;
	/**
	 * The mails that were read, by id: the cover letter and the patches of the version, also those that it inherits from an earlier one, and the
	 * replies to them. Without a version, the mails of the thread that belong to no series.
	 */
	readonly mails: ReadonlyMap<number, FullMail>;
	/** The ids of such mails whose texts were not loaded yet. */
	readonly unread: readonly number[];
	/**
	 * Patches of a newer version in the same threads, such as `2/2`. Whether they belong to the series is not known, because their sender is not.
	 */
	readonly newerPatches: readonly string[];
}

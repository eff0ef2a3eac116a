import { background } from '../../base/background.ts';
import { idOfSeries } from '../../platform/model/keys.ts';
import { allPatches } from '../model/series/chain.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { VersionSummary } from '../state/lists/series-summary.ts';
import { hasAllPatches } from '../state/series/series-readers.ts';
import { versionKey } from '../state/series/version-key.ts';
import {
	type ComparingOptions,
	HeldComparison,
	type HeldVersion,
	mailsOfPatches,
} from './version-comparison.ts';

interface KnownComparisonOptions<Outcome> extends ComparingOptions {
	/** What is known of the version that the page shows. */
	readonly shown: () => SeriesReading | undefined;
	/** The version to compare with. Nothing is compared with the shown version itself. */
	readonly other: (shown: SeriesReading) => VersionSummary | undefined;
	/** The mails of the other version that the outcome depends on, besides its patches. */
	readonly mailsOf?: (other: SeriesReading) => string;
	readonly compare: (shown: SeriesReading, other: SeriesReading, signal: AbortSignal) => Promise<Outcome>;
}

interface Versions {
	readonly shown: SeriesReading;
	readonly other: SeriesReading;
	/** The mails that the outcome depends on. */
	readonly mails: string;
}

/** Versions whose patches have more characters are not compared, because the user has not asked for it and it takes long. */
const maxCharacters = 500_000;

/** Compares the version of a page with another one, as soon as all patches of both are known. Sends no requests. */
export class KnownComparison<Outcome> extends HeldComparison<KnownComparisonOptions<Outcome>> {
	/** The id of the page of the other version. */
	#id: string | undefined;
	#outcome: Outcome | undefined;

	/** Undefined if it is not known. What was compared before is the outcome until more was compared. */
	get outcome(): Outcome | undefined {
		return this.#outcome;
	}

	/** What is known of the other version. */
	get other(): SeriesReading | undefined {
		return this.held[0]?.reading;
	}

	/** Whether all patches of both versions are known, and are not too many to be compared. */
	get isComparable(): boolean {
		return this.#comparable !== undefined;
	}

	/** The page is visible. */
	didDraw(): void {
		const { list, shown: shownOf, other: otherOf } = this.options;
		const shown = shownOf();
		const other = shown && otherOf(shown);
		const key = other && other !== shown?.version ? versionKey(list, other) : undefined;
		const id = key && idOfSeries(key);
		// While the account was signed out, there was nothing to hold.
		if (id !== this.#id || (id !== undefined && !this.held[0])) this.#hold(id);
		const versions = this.#versionsToCompare();
		if (!versions) return;
		this.comparedMails = versions.mails;
		background(this.#compare(versions, this.current.signal));
	}

	protected didChangeVersion({ reading }: HeldVersion): void {
		if (this.#versionsToCompare() || !hasAllPatches(reading)) this.options.changed();
	}

	#hold(id: string | undefined): void {
		this.#id = id;
		this.#outcome = undefined;
		this.hold(...(id === undefined ? [] : [id]));
		background(this.held[0]?.open());
	}

	/** Both versions, if all their patches are known and were not compared yet. With a patch that was sent again, they are compared again. */
	#versionsToCompare(): Versions | undefined {
		const versions = this.#comparable;
		if (!versions) return undefined;
		const { shown, other } = versions;
		const mails = [mailsOfPatches(shown), mailsOfPatches(other), this.options.mailsOf?.(other)].join(' ');
		return mails === this.comparedMails ? undefined : { ...versions, mails };
	}

	get #comparable(): Omit<Versions, 'mails'> | undefined {
		const shown = this.options.shown();
		const { other } = this;
		const areKnown = hasAllPatches(shown) && hasAllPatches(other);
		return areKnown && isSmall(shown) && isSmall(other) ? { shown, other } : undefined;
	}

	async #compare({ shown, other, mails }: Versions, signal: AbortSignal): Promise<void> {
		const { compare, changed } = this.options;
		try {
			const outcome = await compare(shown, other, signal);
			if (mails !== this.comparedMails) return;
			this.#outcome = outcome;
		} catch (error) {
			if (!signal.aborted) throw error;
			return;
		}
		changed();
	}
}

const isSmall = ({ version, mails }: SeriesReading): boolean =>
	allPatches(version).reduce((sum, { mail }) => sum + (mails.get(mail.id)?.raw.length ?? 0), 0) <=
	maxCharacters;

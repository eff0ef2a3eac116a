import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { type ListKey, spellSeries } from '../../platform/model/keys.ts';
import type { RunRangeDiff } from '../model/rangediff/run-range-diff.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { KeyedPatch } from '../model/side-texts/diff-rows.ts';
import { compareVersions, type VersionComparison } from '../state/comparison/compare-versions.ts';
import { comparisonParts, pairOfRow, shownComparison } from './comparison.ts';
import type { ComparisonPart, ShownComparison } from './protocol.ts';
import { versionKey } from './version-parts.ts';

interface ReadVersion {
	/** The key of its page, spelled. */
	readonly key: string;
	readonly reading: SeriesReading;
}

interface VersionComparisonOptions {
	readonly list: ListKey;
	/** The version that the page shows; undefined until it was read. */
	readonly shown: () => ReadVersion | undefined;
	/** Reads another version by the spelled key of its page. Fails with a `ForgeError`. */
	readonly read: (key: string, signal: AbortSignal) => Promise<SeriesReading>;
	readonly run: RunRangeDiff;
	readonly changed: () => void;
}

interface Done {
	readonly old: ReadVersion;
	readonly new: ReadVersion;
	readonly comparison: VersionComparison;
}

/** The comparison of the shown version with another one. */
export class PageComparison implements Disposable {
	readonly #options: VersionComparisonOptions;
	readonly #lifetime = new Lifetime();
	/** Ends when the user compares with another version. */
	#current = this.#lifetime.child();
	/** The spelled key of the other version. */
	#other: string | undefined;
	#done: Done | undefined;
	#problem = '';
	/** The mails of the shown version that are compared. Undefined until they were read. */
	#ownMails: string | undefined;

	constructor(options: VersionComparisonOptions) {
		this.#options = options;
	}

	/** What the page shows; null if the user compares nothing. */
	get snapshot(): ShownComparison | null {
		const shown = this.#options.shown();
		if (this.#other === undefined || !shown) return null;
		if (!this.#done) {
			const loadingText = this.#problem === '' ? 'Comparing the versions…' : null;
			const [old, fresh] = this.#inOrder(this.#other, shown, this.#other, shown.key);
			return { old, new: fresh, summary: '', rows: [], loadingText, problem: this.#problem };
		}
		const { old, new: fresh, comparison } = this.#done;
		return {
			...shownComparison(named(old), named(fresh), comparison),
			loadingText: null,
			problem: '',
		};
	}

	/** Compares with the version of this spelled key, or ends the comparison. */
	start(other: string | null): void {
		this.#other = other ?? undefined;
		this.#done = undefined;
		this.#problem = '';
		this.#options.changed();
		this.#restart();
	}

	/** The page is visible. Compares again if more of the shown version is known than was compared. */
	didDraw(): void {
		const shown = this.#options.shown();
		if (!shown || this.#ownMails === undefined || this.#ownMails === comparedMails(shown)) return;
		this.#restart();
	}

	/** What differs in the patch of a row. */
	parts(row: string): readonly ComparisonPart[] {
		return this.#done ? comparisonParts(this.#done.comparison, row) : [];
	}

	/** The patches of a row or, without one, of all rows, and a title for them. */
	patches(row: string | null) {
		if (!this.#done) return undefined;
		const { old, new: fresh, comparison } = this.#done;
		const [before, after] = [old, fresh].map(({ reading }) => keyedPatches(this.#options.list, reading));
		const only = row === null ? undefined : pairOfRow(comparison, row);
		const pairs = (row === null ? comparison.pairs : only ? [only] : []).map((pair) => ({
			old: 'old' in pair ? before?.[pair.old] : undefined,
			new: 'new' in pair ? after?.[pair.new] : undefined,
		}));
		return {
			title: `${named(old).name} ↔ ${named(fresh).name} ${fresh.reading.version?.title ?? ''}`,
			pairs,
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** What was compared before is shown until the outcome is known. */
	#restart(): void {
		this.#current.dispose();
		this.#current = this.#lifetime.child();
		this.#ownMails = undefined;
		const shown = this.#options.shown();
		if (shown && this.#other !== undefined)
			background(this.#compare(this.#other, shown.key, this.#current.signal));
	}

	/** The other version and the shown one, the older one first. */
	#inOrder<T>(other: string, { reading }: ReadVersion, otherOne: T, ownOne: T): readonly [T, T] {
		const { chain, version } = reading;
		const isOther = (one: NonNullable<typeof version>) => {
			const key = versionKey(this.#options.list, one);
			return key !== undefined && spellSeries(key) === other;
		};
		const versions = chain?.versions ?? [];
		const isOlder = versions.findIndex(isOther) < (version ? versions.indexOf(version) : 0);
		return isOlder ? [otherOne, ownOne] : [ownOne, otherOne];
	}

	async #compare(other: string, shown: string, signal: AbortSignal): Promise<void> {
		const { read, run, changed } = this.#options;
		const readOne = async (key: string) => ({ key, reading: await read(key, signal) });
		try {
			const [one, ownRead] = await Promise.all([readOne(other), readOne(shown)]);
			if (signal.aborted) return;
			// More mails may have arrived while the other version was read.
			const own = this.#options.shown() ?? ownRead;
			this.#ownMails = comparedMails(own);
			const [old, fresh] = this.#inOrder(other, own, one, own);
			const comparison = await compareVersions(old.reading, fresh.reading, { run, signal });
			this.#done = { old, new: fresh, comparison };
			this.#problem = '';
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#done = undefined;
			this.#problem = error.message;
		}
		changed();
	}
}

const named = ({ key, reading: { version } }: ReadVersion) => ({
	key,
	name: version ? versionName(version) : '',
});

const patchesOf = ({ version }: SeriesReading) => [...(version?.patches ?? []), ...(version?.extra ?? [])];

/** The mails of patches that were read. Their texts never change. */
const comparedMails = ({ reading }: ReadVersion): string =>
	patchesOf(reading)
		.flatMap(({ mail }) => (reading.mails.has(mail.id) ? [mail.id] : []))
		.join();

/** The patches of a version as `compareVersions` numbers them. */
const keyedPatches = ({ account, owner, list }: ListKey, reading: SeriesReading): readonly KeyedPatch[] =>
	patchesOf(reading).flatMap(({ mail }) =>
		(reading.mails.get(mail.id)?.patches ?? []).map((patch, nth) => ({
			key: { account, owner, list, mail: mail.id, patch: nth },
			patch,
		})),
	);

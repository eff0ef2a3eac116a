import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { RunRangeDiff } from '../../mail/range-diff/run-range-diff.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { allPatches } from '../model/series/chain.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { KeyedPatch } from '../model/side-texts/diff-rows.ts';
import { compareVersions, type VersionComparison } from '../state/comparison/compare-versions.ts';
import type { SeriesReader } from '../state/series/series-reader.ts';
import { comparisonParts, rowKey, shownComparison } from './parts/comparison.ts';
import type { ComparisonPart, ComparisonSnapshot } from './protocol/protocol.ts';

interface ReadVersion {
	/** The id of its page. */
	readonly key: string;
	readonly reading: SeriesReading;
}

/** A version whose mails may still arrive. */
export type HeldVersion = Pick<SeriesReader, 'reading' | 'open' | 'onDidChange'>;

/** What comparing versions of a list needs. */
export interface ComparingOptions {
	readonly list: ListKey;
	/** Keeps the version of the page with an id up to date until the lifetime ends. Undefined after signing out. */
	readonly hold: (key: string, lifetime: Lifetime) => HeldVersion | undefined;
	readonly run: RunRangeDiff;
	readonly changed: () => void;
}

/** A comparison of versions that are kept up to date. */
export abstract class HeldComparison<Options extends ComparingOptions> implements Disposable {
	protected readonly options: Options;
	protected held: readonly (HeldVersion | undefined)[] = [];
	/** The mails that were compared. Undefined until that has begun. */
	protected comparedMails: string | undefined;
	readonly #lifetime = new Lifetime();
	/** Ends when other versions are held. */
	protected current = this.#lifetime.child();

	constructor(options: Options) {
		this.options = options;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Holds versions, by the ids of their pages, in place of those before. */
	protected hold(...ids: readonly string[]): void {
		this.current.dispose();
		const current = this.#lifetime.child();
		this.current = current;
		this.comparedMails = undefined;
		this.held = ids.map((id) => this.options.hold(id, current));
		for (const version of this.held)
			if (version) current.add(version.onDidChange(() => this.didChangeVersion(version)));
	}

	protected abstract didChangeVersion(version: HeldVersion): void;
}

interface VersionComparisonOptions extends ComparingOptions {
	/** Reads a version by the id of its page. Fails with a `ForgeError`. */
	readonly read: (key: string, signal: AbortSignal) => Promise<SeriesReading>;
}

/** The ids of the pages of two versions. */
interface ChosenVersions {
	readonly old: string;
	readonly new: string;
}

/** What the page shows once two versions were compared. */
interface Outcome {
	readonly old: ReadVersion;
	readonly new: ReadVersion;
	readonly comparison: VersionComparison;
}

/** The comparison of two versions of the series of a page. */
export class PageComparison extends HeldComparison<VersionComparisonOptions> {
	#chosen: ChosenVersions | undefined;
	#outcome: Outcome | undefined;
	#problem = '';

	/** What the page shows; null if the user compares nothing. */
	get snapshot(): ComparisonSnapshot | null {
		if (!this.#chosen) return null;
		const problem = this.#problem;
		if (this.#outcome) {
			const { old, new: newer, comparison } = this.#outcome;
			return { ...shownComparison(nameOf(old), nameOf(newer), comparison), loadingText: null, problem };
		}
		return {
			old: { key: this.#chosen.old, name: '' },
			new: { key: this.#chosen.new, name: '' },
			summary: '',
			rows: [],
			problem,
			loadingText: problem === '' ? 'Comparing the versions…' : null,
		};
	}

	/** Compares two versions, or ends the comparison. */
	start(versions: ChosenVersions | null): void {
		const isSame = versions && versions.old === this.#chosen?.old && versions.new === this.#chosen?.new;
		if (!isSame) this.#outcome = undefined;
		this.#chosen = versions ?? undefined;
		this.#problem = '';
		this.#restart();
		this.options.changed();
	}

	/** Compares again if something could not be read. */
	retry(): void {
		if (this.#chosen && this.#problem !== '') this.start(this.#chosen);
	}

	/** The page is visible. Compares again if more of a version is known than was compared. */
	didDraw(): void {
		if (this.#isOutdated()) this.#restart();
	}

	/** What differs in the patch of a row. */
	parts(row: string): readonly ComparisonPart[] {
		return this.#outcome ? comparisonParts(this.#outcome.comparison, row) : [];
	}

	/** The patches of a row or, without one, of all rows, and a title for them. */
	patches(row: string | null) {
		if (!this.#outcome) return undefined;
		const { old, new: newer, comparison } = this.#outcome;
		const before = keyedPatches(this.options.list, old.reading);
		const after = keyedPatches(this.options.list, newer.reading);
		const shown = row === null ? comparison.pairs : comparison.pairs.filter((pair) => rowKey(pair) === row);
		const pairs = shown.map((pair) => ({
			old: 'old' in pair ? before[pair.old] : undefined,
			new: 'new' in pair ? after[pair.new] : undefined,
		}));
		return {
			title: `${nameOf(old).name} ↔ ${nameOf(newer).name} ${newer.reading.version?.title ?? ''}`,
			pairs,
		};
	}

	protected didChangeVersion(): void {
		if (this.#isOutdated()) this.options.changed();
	}

	#isOutdated(): boolean {
		return this.comparedMails !== undefined && this.comparedMails !== this.#knownMails();
	}

	#knownMails(): string {
		return this.held.map((version) => mailsOfPatches(version?.reading)).join(' ');
	}

	/** What was compared before is shown until the outcome is known. */
	#restart(): void {
		const chosen = this.#chosen;
		this.hold(...(chosen ? [chosen.old, chosen.new] : []));
		if (chosen) background(this.#compare(chosen, this.current.signal));
	}

	async #compare({ old: oldKey, new: newKey }: ChosenVersions, signal: AbortSignal): Promise<void> {
		const { read, run, changed } = this.options;
		const held = this.held;
		try {
			const readings = await Promise.all([read(oldKey, signal), read(newKey, signal)]);
			if (signal.aborted) return;
			// More mails of one may have arrived while the other was read.
			const old = { key: oldKey, reading: held[0]?.reading ?? readings[0] };
			const newer = { key: newKey, reading: held[1]?.reading ?? readings[1] };
			const known = this.#knownMails();
			const isComparable = ![old, newer].some(hasNoPatches);
			const comparison = isComparable && (await compareVersions(old.reading, newer.reading, run, signal));
			this.comparedMails = known;
			this.#outcome = comparison ? { old, new: newer, comparison } : undefined;
			this.#problem = [unreadText(old), unreadText(newer)].filter(Boolean).join(' ');
		} catch (error) {
			if (signal.aborted) return;
			if (!(error instanceof ForgeError)) throw error;
			this.comparedMails = this.#knownMails();
			this.#problem = error.message;
		}
		changed();
	}
}

const nameOf = ({ key, reading: { version } }: ReadVersion) => ({
	key,
	name: version ? versionName(version) : '',
});

/** The mails of patches that were read. Their texts never change. */
export const mailsOfPatches = (reading: SeriesReading | undefined): string =>
	reading
		? allPatches(reading.version)
				.flatMap(({ mail }) => (reading.mails.has(mail.id) ? [mail.id] : []))
				.join()
		: '';

/** Whether no patch of a version could be read. All patches of the other one would look as if they were added or dropped. */
const hasNoPatches = ({ reading }: ReadVersion): boolean =>
	allPatches(reading.version).length > 0 &&
	!allPatches(reading.version).some(({ mail }) => reading.mails.has(mail.id));

/** Says how many patches of a version could not be read. */
function unreadText(version: ReadVersion): string {
	const { reading } = version;
	const unread = allPatches(reading.version).filter(({ mail }) => !reading.mails.has(mail.id)).length;
	return unread > 0 ? `Couldn't load ${count(unread, 'patch', 'patches')} of ${nameOf(version).name}.` : '';
}

/** The patches of a version as `compareVersions` numbers them. */
const keyedPatches = ({ account, owner, list }: ListKey, reading: SeriesReading): readonly KeyedPatch[] =>
	allPatches(reading.version).flatMap(({ mail }) =>
		(reading.mails.get(mail.id)?.patches ?? []).map((patch, nth) => ({
			key: { account, owner, list, mail: mail.id, patch: nth },
			patch,
		})),
	);

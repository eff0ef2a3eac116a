import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { idOfSeries, type ListKey } from '../../platform/model/keys.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { compareVersions } from '../state/comparison/compare-versions.ts';
import { hasAllPatches } from '../state/series/series-readers.ts';
import { versionKey } from '../state/series/version-key.ts';
import { changesText } from './parts/comparison.ts';
import { type ComparingOptions, type HeldVersion, mailsOfPatches } from './version-comparison.ts';

interface NewestChangesOptions extends ComparingOptions {
	/** What is known of the version that the page shows. */
	readonly shown: () => SeriesReading | undefined;
}

interface Versions {
	readonly shown: SeriesReading;
	readonly newest: SeriesReading;
	/** The mails of their patches. */
	readonly mails: string;
}

/** Versions whose mails have more characters are not compared, because the user has not asked for it and it takes long. */
const maxCharacters = 500_000;

/** Counts what the newest version has changed, if the page shows an older one and both are known. Sends no requests. */
export class NewestChanges implements Disposable {
	readonly #options: NewestChangesOptions;
	readonly #lifetime = new Lifetime();
	/** Ends when an even newer version arrives. */
	#current = this.#lifetime.child();
	/** The id of the page of the newest version. */
	#newest: string | undefined;
	#held: HeldVersion | undefined;
	/** The mails that were compared. Undefined until all patches of both versions are known. */
	#compared: string | undefined;
	#text = '';

	constructor(options: NewestChangesOptions) {
		this.#options = options;
	}

	/** `1 patch changed, 1 dropped, 1 added`; empty if it is not known. */
	get text(): string {
		return this.#text;
	}

	/** The page is visible. */
	didDraw(): void {
		const shown = this.#options.shown();
		const newest = shown && idOfNewer(this.#options.list, shown);
		// While the account was signed out, there was nothing to hold.
		if (newest !== this.#newest || (newest !== undefined && !this.#held)) this.#hold(newest);
		const versions = this.#versionsToCompare();
		if (!versions) return;
		this.#compared = versions.mails;
		background(this.#compare(versions, this.#current.signal));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#hold(newest: string | undefined): void {
		this.#current.dispose();
		this.#current = this.#lifetime.child();
		this.#newest = newest;
		this.#compared = undefined;
		this.#text = '';
		const held = newest === undefined ? undefined : this.#options.hold(newest, this.#current);
		this.#held = held;
		if (!held) return;
		this.#current.add(
			held.onDidChange(() => {
				if (this.#versionsToCompare()) this.#options.changed();
			}),
		);
		background(held.open());
	}

	/** Both versions, if all their patches are known and were not compared yet. With a patch that was sent again, they are compared again. */
	#versionsToCompare(): Versions | undefined {
		const shown = this.#options.shown();
		const newest = this.#held?.reading;
		if (!hasAllPatches(shown) || !hasAllPatches(newest)) return undefined;
		const mails = `${mailsOfPatches(shown)} ${mailsOfPatches(newest)}`;
		return mails !== this.#compared && isSmall(shown) && isSmall(newest)
			? { shown, newest, mails }
			: undefined;
	}

	async #compare({ shown, newest, mails }: Versions, signal: AbortSignal): Promise<void> {
		const { run, changed } = this.#options;
		try {
			const { pairs } = await compareVersions(shown, newest, run, signal);
			if (mails !== this.#compared) return;
			this.#text = changesText(pairs);
		} catch (error) {
			if (!signal.aborted) throw error;
			return;
		}
		changed();
	}
}

const isSmall = ({ mails }: SeriesReading): boolean =>
	[...mails.values()].reduce((sum, { raw }) => sum + raw.length, 0) <= maxCharacters;

/** The id of the page of the newest version, unless it is the shown one. */
function idOfNewer(list: ListKey, { chain, version }: SeriesReading): string | undefined {
	const newest = chain?.versions.at(-1);
	const key = newest && newest !== version ? versionKey(list, newest) : undefined;
	return key && idOfSeries(key);
}

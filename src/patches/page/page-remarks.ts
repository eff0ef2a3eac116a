import type { Disposable } from '../../base/disposable.ts';
import { rememberByObject } from '../../base/remember.ts';
import { idOfSeries } from '../../platform/model/keys.ts';
import { allMails } from '../model/series/chain.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { compareVersions } from '../state/comparison/compare-versions.ts';
import { versionKey } from '../state/series/version-key.ts';
import { KnownComparison } from './known-comparison.ts';
import { carryRemarks, type EarlierRemarks, type EarlierVersion, withRemarks } from './parts/remarks.ts';
import type { SeriesContent } from './parts/series-content.ts';
import type { ComparingOptions } from './version-comparison.ts';

/** What was said about the version before that of a page. Reasons: docs/decisions/reviews.md. */
export class PageRemarks implements Disposable {
	readonly #list: ComparingOptions['list'];
	readonly #compared: KnownComparison<EarlierRemarks>;
	readonly #addTo = rememberByObject((remarks: EarlierRemarks) =>
		rememberByObject((content: SeriesContent) => withRemarks(content, remarks)),
	);

	constructor(options: ComparingOptions, shown: () => SeriesReading | undefined) {
		this.#list = options.list;
		this.#compared = new KnownComparison({
			...options,
			shown,
			other: ({ chain, version }) => {
				const at = version ? (chain?.versions.indexOf(version) ?? 0) : 0;
				return chain?.versions[at - 1];
			},
			mailsOf: ({ mails }) => [...mails.keys()].join(),
			compare: async (current, old, signal) => {
				const { pairs } = await compareVersions(old, current, options.run, signal);
				return carryRemarks(old, this.#nameOf(old), current, pairs, signal);
			},
		});
	}

	/** Undefined if nothing is known of the version before. */
	get earlier(): EarlierVersion | undefined {
		const { other, outcome: remarks, isComparable } = this.#compared;
		if (!other?.version) return undefined;
		const own = new Set(allMails(other.version).map(({ id }) => id));
		const missing = isComparable ? other.unread : [...other.unread, ...other.mails.keys()];
		const unread = missing.filter((id) => !own.has(id)).length;
		return { on: this.#nameOf(other), remarks, unread };
	}

	/** Adds the remarks to the replies at the same lines. */
	addTo(content: SeriesContent): SeriesContent {
		const { outcome } = this.#compared;
		return outcome ? this.#addTo(outcome)(content) : content;
	}

	/** The page is visible. */
	didDraw(): void {
		this.#compared.didDraw();
	}

	dispose(): void {
		this.#compared.dispose();
	}

	#nameOf({ version }: SeriesReading) {
		const key = version && versionKey(this.#list, version);
		return { key: key ? idOfSeries(key) : '', name: version ? versionName(version) : '' };
	}
}

import { background } from '../../base/background.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { TrackerPath } from '../../platform/model/references.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { hasTicketNumber } from '../model/ticket-names.ts';
import type { SeriesPageHost } from './host.ts';

/** A page takes few requests in all. The tracker may have several names: the next one is asked for when the page is opened next or refreshed. */
const maxRequests = 1;

/** The tracker that `#12` on a page refers to. It is looked for while the page is visible, once for each prefix, and only if a text has such a number. */
export class PageTracker {
	readonly #list: ListKey;
	readonly #trackers: SeriesPageHost['trackers'];
	readonly #changed: () => void;
	/** The prefixes whose trackers were looked for in what is known. */
	readonly #lookedUp = new Set<string>();
	/** The prefixes for which the forge was asked, too. */
	readonly #asked = new Set<string>();
	/** The mails without such numbers. */
	readonly #withoutNumbers = new WeakSet<FullMail['mail']>();

	constructor(list: ListKey, trackers: SeriesPageHost['trackers'], changed: () => void) {
		this.#list = list;
		this.#trackers = trackers;
		this.#changed = changed;
	}

	of(reading: SeriesReading | undefined): TrackerPath | undefined {
		return this.#trackers.known(this.#list, prefixOf(reading));
	}

	/** The page is visible. Asks the forge only if it `mayAsk`. */
	didDraw(reading: SeriesReading | undefined, mayAsk: boolean): void {
		const prefix = prefixOf(reading);
		const done = mayAsk ? this.#asked : this.#lookedUp;
		if (!reading || done.has(prefix) || !this.#needsTracker(reading)) return;
		this.#lookedUp.add(prefix);
		done.add(prefix);
		background(this.#find(prefix, mayAsk ? maxRequests : 0));
	}

	/** Whether a text needs the tracker, and the forge was not asked yet for all names that it may have. Sends no request. */
	async hasMoreToAsk(reading: SeriesReading | undefined): Promise<boolean> {
		if (!reading || !this.#needsTracker(reading)) return false;
		const prefix = prefixOf(reading);
		await this.#find(prefix, 0);
		return this.#trackers.hasMoreToAsk(this.#list, prefix);
	}

	/** The user has refreshed the page, so the forge may be asked again. */
	didRefresh(): void {
		this.#asked.clear();
	}

	#needsTracker({ mails }: SeriesReading): boolean {
		for (const fullMail of mails.values()) {
			if (this.#withoutNumbers.has(fullMail.mail)) continue;
			if (hasTicketNumber(fullMail)) return true;
			this.#withoutNumbers.add(fullMail.mail);
		}
		return false;
	}

	async #find(prefix: string, maxRequestsNow: number): Promise<void> {
		const before = this.#trackers.known(this.#list, prefix);
		const found = await this.#trackers.find(this.#list, prefix, maxRequestsNow);
		if (found?.owner !== before?.owner || found?.tracker !== before?.tracker) this.#changed();
	}
}

const prefixOf = (reading: SeriesReading | undefined): string => reading?.version?.prefix ?? '';

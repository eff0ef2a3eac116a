import { background } from '../../base/background.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { TrackerPath } from '../../platform/model/references.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { hasTicketNumber } from '../model/ticket-names.ts';
import type { WholeMail } from '../model/whole-mail.ts';
import type { SeriesPageHost } from './host.ts';

interface PageTrackerOptions {
	readonly list: ListKey;
	readonly trackers: SeriesPageHost['trackers'];
	readonly changed: () => void;
}

/**
 * The tracker that `#12` on a page refers to. It is looked for while the page is visible, once for each prefix, and only if a text has such a number:
 * that may take several requests.
 */
export class PageTracker {
	readonly #options: PageTrackerOptions;
	readonly #asked = new Set<string>();
	/** The mails without such numbers. */
	readonly #withoutNumbers = new WeakSet<WholeMail['mail']>();

	constructor(options: PageTrackerOptions) {
		this.#options = options;
	}

	of(reading: SeriesReading | undefined): TrackerPath | undefined {
		const { list, trackers } = this.#options;
		return trackers.known(list, prefixOf(reading));
	}

	/** The page is visible. */
	didDraw(reading: SeriesReading | undefined): void {
		const prefix = prefixOf(reading);
		if (!reading || this.#asked.has(prefix) || !this.#needsTracker(reading)) return;
		this.#asked.add(prefix);
		background(this.#find(prefix));
	}

	#needsTracker({ mails }: SeriesReading): boolean {
		for (const whole of mails.values()) {
			if (this.#withoutNumbers.has(whole.mail)) continue;
			if (hasTicketNumber(whole)) return true;
			this.#withoutNumbers.add(whole.mail);
		}
		return false;
	}

	async #find(prefix: string): Promise<void> {
		const { list, trackers, changed } = this.#options;
		const before = trackers.known(list, prefix);
		const found = await trackers.find(list, prefix);
		if (found?.owner !== before?.owner || found?.tracker !== before?.tracker) changed();
	}
}

const prefixOf = (reading: SeriesReading | undefined): string => reading?.version?.prefix ?? '';

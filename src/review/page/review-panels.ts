import { Emitter, type Event } from '../../base/emitter.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import type { SeriesContent } from '../../patches/page/parts/series-content.ts';
import type { ShownReview } from '../../patches/page/protocol/review-protocol.ts';

/** What a page knows of the series whose review the user finishes. */
export interface ReviewedSeries {
	readonly reading: SeriesReading;
	readonly content: SeriesContent;
}

/** A panel in which the user finishes the review of a series. */
export interface ReviewPanel {
	shown(series: ReviewedSeries): ShownReview;
	/** Adds or removes what the user has chosen. Resolves with the revision that has it. */
	choose(choice: string): Promise<number>;
	/** Opens the document of the answer to a mail. */
	openMail(answered: number): Promise<void>;
	/** Sends or saves the answers to these mails. */
	run(action: string, answered: readonly number[]): Promise<void>;
}

/** The panels that are open, for the pages that show them. */
export class ReviewPanels {
	/** By the id of the series. */
	readonly #open = new Map<string, ReviewPanel>();
	readonly #changed = new Emitter<string>();

	/** Fires with the id of the series whose page shows something else now. */
	get onDidChange(): Event<string> {
		return this.#changed.event;
	}

	of(series: string): ReviewPanel | undefined {
		return this.#open.get(series);
	}

	open(series: string, panel: ReviewPanel): void {
		this.#open.set(series, panel);
		this.didChange(series);
	}

	close(series: string): void {
		if (this.#open.delete(series)) this.#changed.fire(series);
	}

	/** What the panel of a series may show has changed. */
	didChange(series: string): void {
		if (this.#open.has(series)) this.#changed.fire(series);
	}
}

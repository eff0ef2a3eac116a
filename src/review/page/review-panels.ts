import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import type { SeriesContent } from '../../patches/page/parts/series-content.ts';
import type { ReviewRevision, ShownReview } from '../../patches/page/protocol/review-protocol.ts';

/** What a page knows of the series whose review the user finishes. */
export interface ReviewedSeries {
	readonly reading: SeriesReading;
	readonly content: SeriesContent;
}

/** A panel in which the user finishes the review of a series. */
export interface ReviewPanel {
	shown(series: ReviewedSeries): ShownReview;
	/** Adds or removes what the user has chosen. Resolves with the revision that has it. */
	choose(choice: string, isChosen: boolean): Promise<ReviewRevision>;
	/** Opens the document of the answer to a mail. */
	openMail(answered: number): Promise<void>;
	/** Sends or saves the answers to these mails. */
	run(action: string, answered: readonly number[]): Promise<void>;
	/** The settings have changed. */
	refresh(): Promise<void>;
}

/** The panels that are open, for the pages that show them. */
export class ReviewPanels {
	/** By the id of the series. */
	readonly #pages = new Map<string, { panel: ReviewPanel | undefined }>();
	readonly #changed = new Emitter<string>();

	/** Fires with the id of the series whose page shows something else now. */
	get onDidChange(): Event<string> {
		return this.#changed.event;
	}

	/** A page shows a series until this is disposed. */
	addPage(series: string): Disposable {
		const page = { panel: undefined };
		this.#pages.set(series, page);
		return { dispose: () => this.#pages.get(series) === page && this.#pages.delete(series) };
	}

	/** The page that shows a series; undefined if none does. */
	pageOf(series: string): object | undefined {
		return this.#pages.get(series);
	}

	of(series: string): ReviewPanel | undefined {
		return this.#pages.get(series)?.panel;
	}

	/** Opens a panel on the page of a series. Without a panel, closes the one that is open. */
	show(series: string, panel: ReviewPanel | undefined): void {
		const page = this.#pages.get(series);
		if (!page || page.panel === panel) return;
		page.panel = panel;
		this.#changed.fire(series);
	}

	/** What the panel of a series may show has changed. */
	didChange(series: string): void {
		if (this.of(series)) this.#changed.fire(series);
	}

	/** The settings have changed. */
	async refresh(): Promise<void> {
		await Promise.all([...this.#pages.values()].map(({ panel }) => panel?.refresh()));
	}
}

import type { SettableStatus } from '../../patches/state/status/status-outbox-format.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';
import type { LeftOut } from './recipients-box.ts';
import { chosenStatus } from './review-options.ts';

interface Choice {
	readonly chosen: ReadonlySet<string>;
	readonly leftOut: LeftOut;
	/** The latest status that was offered because of mails that the user sends again. */
	readonly offered: SettableStatus | undefined;
}

/** What the user has chosen to send with the mails of series, until they are sent or saved. */
export class ReviewChoices {
	/** By the id of the series. */
	readonly #choices = new Map<string, Choice>();

	/**
	 * What the user has chosen last for a series. `returned` is the status that was to be set by mails that came back unsent. It is added unless
	 * the user has chosen a status, or has removed this one when it was offered.
	 */
	chosenFor(series: SeriesKey, returned: SettableStatus | undefined): ReadonlySet<string> {
		const last = this.#choices.get(idOfSeries(series));
		const chosen = last?.chosen ?? new Set<string>();
		const isNew = returned !== undefined && returned !== last?.offered && chosenStatus(chosen) === undefined;
		return isNew ? new Set([...chosen, returned]) : chosen;
	}

	/** The recipients of the review of a series that the user has left out. */
	leftOut(series: SeriesKey): LeftOut {
		return this.#choices.get(idOfSeries(series))?.leftOut ?? new Set();
	}

	/** Without `leftOut`, the recipients that were left out before stay so. */
	set(
		series: SeriesKey,
		{ chosen, leftOut = this.leftOut(series) }: { chosen: Choice['chosen']; leftOut?: LeftOut },
		returned: SettableStatus | undefined,
	): void {
		const id = idOfSeries(series);
		const offered = returned ?? this.#choices.get(id)?.offered;
		this.#choices.set(id, { chosen, leftOut, offered });
	}

	/** `series`: its id. */
	delete(series: string): void {
		this.#choices.delete(series);
	}
}

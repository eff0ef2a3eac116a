import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import type { SettableStatus } from '../../patches/state/status/status-outbox-format.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';

/**
 * What the user has chosen for a review: `trailer Reviewed-by`, `status approved`, `patch 101` for a trailer that is not for the whole series,
 * `no mail 102`, `no copy bob@example.org`.
 */
export type Choices = ReadonlySet<string>;

/** The statuses that a review can give. The first one goes with a trailer, and takes the fewest keys. */
export const reviewStatuses = ['approved', 'needs_revision'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export const chosenTrailers = (chosen: Choices): readonly (typeof reviewKeys)[number][] =>
	reviewKeys.filter((key) => chosen.has(`trailer ${key}`));

export const chosenStatus = (chosen: Choices): ReviewStatus | undefined =>
	reviewStatuses.find((status) => chosen.has(`status ${status}`));

/** What follows a word in the names of choices. */
export const chosenOf = (chosen: Choices, kind: 'patch' | 'no mail' | 'no copy'): ReadonlySet<string> =>
	new Set([...chosen].flatMap((one) => (one.startsWith(`${kind} `) ? one.slice(kind.length + 1) : [])));

/** Whether a choice removes another one. `series`, `comment` and `status` only remove. */
function replaces(choice: string, other: string): boolean {
	if (choice === 'series') return other.startsWith('patch ');
	if (choice === 'comment') return other.startsWith('trailer ') || other === 'status needs_revision';
	return choice.startsWith('status') && other.startsWith('status ');
}

/** Adds a choice, or removes it. */
export function toggle(chosen: Choices, choice: string): Choices {
	const isRemoved = chosen.has(choice) || ['series', 'comment', 'status'].includes(choice);
	const others = [...chosen].filter((one) => one !== choice && !replaces(choice, one));
	return new Set(isRemoved ? others : [...others, choice]);
}

interface Kept {
	readonly chosen: Choices;
	/** The latest status that was offered because of mails that the user sends again. */
	readonly offered: SettableStatus | undefined;
}

/** What the user has chosen for the reviews of series, until they are sent or saved. */
export class ReviewChoices {
	/** By the id of the series. */
	readonly #kept = new Map<string, Kept>();

	/**
	 * What the user has chosen last for a series. `returned` is the status that was to be set by mails that came back unsent. It is added unless
	 * the user has chosen a status, or has removed this one when it was offered.
	 */
	of(series: SeriesKey, returned: SettableStatus | undefined): Choices {
		const last = this.#kept.get(idOfSeries(series));
		const chosen = last?.chosen ?? new Set<string>();
		const isNew = returned !== undefined && returned !== last?.offered && chosenStatus(chosen) === undefined;
		return isNew ? new Set([...chosen, `status ${returned}`]) : chosen;
	}

	set(series: SeriesKey, chosen: Choices, returned: SettableStatus | undefined): void {
		const id = idOfSeries(series);
		this.#kept.set(id, { chosen, offered: returned ?? this.#kept.get(id)?.offered });
	}

	/** Adds choices to those of a series, if there are any. `series`: its id. */
	add(series: string, choices: readonly string[]): void {
		const kept = this.#kept.get(series);
		if (!kept) return;
		const added = choices.filter((choice) => !kept.chosen.has(choice));
		this.#kept.set(series, { ...kept, chosen: added.reduce(toggle, kept.chosen) });
	}

	/** `series`: its id. */
	delete(series: string): void {
		this.#kept.delete(series);
	}
}

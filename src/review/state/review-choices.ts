import { reviewKeys } from '../../mail/compose/review-trailer.ts';

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

export const isStatus = (choice: string): boolean => choice.startsWith('status ');

/** What takes the place of other choices of its kind, and adds nothing itself. */
const replaced: ReadonlyMap<string, RegExp> = new Map([
	['series', /^patch /],
	['comment', /^trailer /],
	['status', /^status /],
]);

/** Adds a choice, or removes it. All mails are sent, and all who can get a copy do, unless they are removed: `mail 102`, `copy bob@example.org`. */
export function choose(chosen: Choices, choice: string, isChosen: boolean): Choices {
	const isLeftOut = /^(?:mail|copy) /.test(choice);
	const name = isLeftOut ? `no ${choice}` : choice;
	const others = replaced.get(isStatus(choice) ? 'status' : choice);
	const left = [...chosen].filter((one) => one !== name && !(isChosen && others?.test(one)));
	return new Set(isChosen === isLeftOut || replaced.has(choice) ? left : [...left, name]);
}

/** What belongs together: a newer choice of a group wins over those that come back with undone mails. */
const groups = [/^(?:trailer|patch) /, /^status /, /^no mail /, /^no copy /];

/** What the user has chosen for the reviews of series, until it is sent or saved. By the ids of the series. */
export class ReviewChoices {
	readonly #chosen = new Map<string, Choices>();

	of(series: string): Choices {
		return this.#chosen.get(series) ?? new Set();
	}

	set(series: string, chosen: Choices): void {
		this.#chosen.set(series, chosen);
	}

	/** From now on, these choices belong to the mails that were made of them. */
	take(series: string, taken: Choices, status: string | undefined): void {
		const left = [...this.of(series)].filter((one) => !taken.has(one) && one !== `status ${status}`);
		this.set(series, new Set(left));
	}

	/** The mails that choices belong to are not sent. */
	giveBack(series: string, returned: readonly string[]): void {
		const chosen = [...this.of(series)];
		const known = groups.filter((group) => chosen.some((one) => group.test(one)));
		const left = returned.filter((one) => !known.some((group) => group.test(one)));
		this.set(series, new Set([...chosen, ...left]));
	}
}

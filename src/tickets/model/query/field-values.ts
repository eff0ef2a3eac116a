import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { Uses } from '../../../platform/model/query/uses.ts';
import { namesOf } from './facts.ts';
import { isOpen } from './match.ts';
import type { FieldValues } from './query.ts';

/** Collects the statuses and resolutions that the tickets have, and the people in them, the most frequent first. */
export function collectFieldValues(
	tickets: Iterable<Ticket>,
): Required<Omit<FieldValues, 'labels' | 'hasAllLabels'>> {
	const uses = { statuses: new Uses(), resolutions: new Uses() };
	const people = { all: new Uses(), submitters: new Uses(), assignees: new Uses() };
	for (const { status, resolution, submitter, assignees } of tickets) {
		uses.statuses.add(status);
		// Open tickets all have the same resolution, so it is not counted.
		uses.resolutions.add(resolution, isOpen(status) ? 0 : 1);
		const [name = ''] = submitter ? namesOf(submitter) : [];
		people.submitters.add(name);
		people.all.add(name);
		for (const { canonical_name } of assignees) {
			people.assignees.add(canonical_name);
			people.all.add(canonical_name);
		}
	}
	return {
		statuses: uses.statuses.byFrequency,
		resolutions: uses.resolutions.byFrequency,
		people: people.all.byFrequency,
		submitters: people.submitters.byFrequency,
		assignees: people.assignees.byFrequency,
	};
}

/** Sorts the labels of trackers: the most used first, and by name where they are used equally often. */
export function labelsByUse(labels: readonly string[], tickets: Iterable<Ticket>): readonly string[] {
	const uses = new Uses();
	for (const ticket of tickets) for (const name of ticket.labels) uses.add(name);
	return labels.toSorted((a, b) => uses.of(b) - uses.of(a) || alphabet.compare(a, b));
}

const alphabet = new Intl.Collator(undefined, { numeric: true });

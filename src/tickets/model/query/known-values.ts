import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { namesOf } from './facts.ts';
import type { KnownValues } from './query.ts';

/** Collects the statuses and resolutions that the tickets have, and the people in them, the most frequent first. */
export function collectKnownValues(tickets: Iterable<Ticket>): Required<Omit<KnownValues, 'labels'>> {
	const statuses = new Set<string>();
	const resolutions = new Set<string>();
	const people = new Map<string, number>();
	const countPerson = (name = '') => name !== '' && people.set(name, (people.get(name) ?? 0) + 1);
	for (const { status, resolution, submitter, assignees } of tickets) {
		statuses.add(status);
		resolutions.add(resolution);
		if (submitter) countPerson(namesOf(submitter)[0]);
		for (const { canonical_name } of assignees) countPerson(canonical_name);
	}
	return {
		statuses: [...statuses],
		resolutions: [...resolutions],
		people: [...people].sort(([, a], [, b]) => b - a).map(([name]) => name),
	};
}

/** Sorts the labels of a tracker: the most used first, and by name where they are used equally often. */
export function labelsByUse(labels: readonly string[], tickets: Iterable<Ticket>): readonly string[] {
	const uses = new Map<string, number>();
	for (const ticket of tickets) {
		for (const name of ticket.labels) uses.set(name, (uses.get(name) ?? 0) + 1);
	}
	const usesOf = (name: string) => uses.get(name) ?? 0;
	return labels.toSorted((a, b) => usesOf(b) - usesOf(a) || alphabet.compare(a, b));
}

const alphabet = new Intl.Collator(undefined, { numeric: true });

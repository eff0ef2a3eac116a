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

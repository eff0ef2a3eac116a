import { type ParseTime, parseTime, people } from './people.ts';

/** The newest event of the demo world: a comment on a ticket. */
const lastEvent = parseTime('2026-02-16 20:05', people.ana);

const hourMs = 3_600_000;

/** Creates a parser that shifts all times of the demo world, so that its newest event is an hour before `now`. */
export function createShiftedParser(now: Date): ParseTime {
	// Git stores seconds.
	const shift = Math.floor((now.getTime() - hourMs - lastEvent.getTime()) / 1000) * 1000;
	return (local, person) => new Date(parseTime(local, person).getTime() + shift);
}

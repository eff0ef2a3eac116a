import { parseTime } from '../../../forge/contract/read.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { idOfTicket, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { foldedLabels, foldedPeople } from './facts.ts';
import { isOpen } from './match.ts';
import { TextIndex } from './text-index.ts';

export interface TrackerTickets {
	readonly key: TrackerKey;
	readonly tickets: readonly Ticket[];
}

/** How many tickets share a part of the index. A changed ticket rebuilds one part. An added or removed ticket also rebuilds the parts behind it. */
const partSize = 1000;

/** Some tickets of a tracker. What a search compares is in arrays, because reading it from 100,000 ticket objects takes longer. */
export class IndexPart {
	readonly key: TrackerKey;
	readonly tickets: readonly Ticket[];
	readonly titles: TextIndex;
	readonly labels: TextIndex;
	readonly people: TextIndex;
	readonly numbers: Float64Array;
	readonly updated: Float64Array;
	readonly areOpen: readonly boolean[];

	constructor(key: TrackerKey, tickets: readonly Ticket[]) {
		this.key = key;
		this.tickets = tickets;
		this.titles = new TextIndex(tickets.map(({ title }) => toSearchForm(title).trim()));
		this.labels = new TextIndex(tickets.map(foldedLabels));
		this.people = new TextIndex(tickets.map(foldedPeople));
		this.numbers = Float64Array.from(tickets, ({ id }) => id);
		this.updated = Float64Array.from(
			tickets,
			({ updated }) => parseTime(updated) ?? Number.NEGATIVE_INFINITY,
		);
		this.areOpen = tickets.map(({ status }) => isOpen(status));
	}
}

/** Tickets, prepared for a search with each letter that the user types. */
export class TicketIndex {
	readonly parts: readonly IndexPart[];

	constructor(parts: Iterable<IndexPart> = []) {
		this.parts = [...parts];
	}

	has({ ticket, ...tracker }: TicketKey): boolean {
		const trackerId = idOfTicket(tracker);
		return this.parts.some(
			({ key, tickets }) => idOfTicket(key) === trackerId && tickets.some(({ id }) => id === ticket),
		);
	}

	get tickets(): readonly Ticket[] {
		return this.parts.flatMap(({ tickets }) => tickets);
	}
}

/** The parts of an index of these tickets. Reuses the parts of an earlier index in which no ticket has changed. */
export function* indexParts(
	trackers: Iterable<TrackerTickets>,
	before: TicketIndex = new TicketIndex(),
): Generator<IndexPart> {
	const partsBefore = new Map(before.parts.map((part) => [part.tickets[0], part]));
	for (const { key, tickets } of trackers) {
		for (let from = 0; from < tickets.length; from += partSize) {
			const ofPart = tickets.slice(from, from + partSize);
			const earlier = partsBefore.get(ofPart[0]);
			const isSame =
				earlier !== undefined &&
				idOfTicket(earlier.key) === idOfTicket(key) &&
				earlier.tickets.length === ofPart.length &&
				ofPart.every((ticket, nth) => ticket === earlier.tickets[nth]);
			yield isSame ? earlier : new IndexPart(key, ofPart);
		}
	}
}

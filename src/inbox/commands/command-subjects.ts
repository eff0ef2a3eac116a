import { fieldOf } from '../../base/field-of.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { InboxEntry } from '../model/entry.ts';
import { type InboxTarget, targetOfEvent, targetOfPlace, targetOfSubject } from '../model/inbox-target.ts';
import { idOfPlace, type Place } from '../model/places.ts';
import { groupBySubject, type Subject } from '../model/subjects.ts';

/**
 * The subjects of the rows that a command was called on. For a notification, the subject with only the event that it is about. With
 * `isForPlaces`, the row of a place stands for all its subjects. Without it, such a row is ignored, because it is only selected with others.
 */
export function subjectsOfCommand(
	args: CommandArguments,
	entries: readonly InboxEntry[],
	isForPlaces = false,
): readonly Subject[] {
	const isChosen = choiceOf(args);
	return groupBySubject(entries).flatMap((subject) => {
		const [first] = subject.entries;
		const isOfPlace = isForPlaces && first && isChosen(targetOfPlace(first.event.place));
		if (isOfPlace || isChosen(targetOfSubject(subject.id))) return [subject];
		const single = subject.entries.filter(({ event }) => isChosen(targetOfEvent(event)));
		return single.length > 0 ? [{ ...subject, entries: single }] : [];
	});
}

/** The places of the rows that a command was called on, as far as the Inbox has something of them. */
export function placesOfCommand(args: CommandArguments, entries: readonly InboxEntry[]): readonly Place[] {
	const isChosen = choiceOf(args);
	const places = new Map(entries.map(({ event: { place } }) => [idOfPlace(place), place]));
	return [...places.values()].filter((place) => isChosen(targetOfPlace(place)));
}

export const eventsOf = (subjects: readonly Subject[]): readonly ForgeEvent[] =>
	subjects.flatMap(({ entries }) => entries.map(({ event }) => event));

function choiceOf([row, rows]: CommandArguments): (target: InboxTarget) => boolean {
	const all: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
	const chosen = new Set(all.flatMap(keysOfRow));
	return (target) => chosen.has(keyOf(target));
}

const keyOf = ({ kind, id }: InboxTarget): string => `${kind} ${id}`;

function keysOfRow(value: unknown): readonly string[] {
	const about = fieldOf(value, 'about') ?? value;
	const kind = fieldOf(about, 'kind');
	const id = fieldOf(about, 'id');
	const isTarget =
		(kind === 'inboxEvent' || kind === 'inboxSubject' || kind === 'inboxPlace') && typeof id === 'string';
	return isTarget ? [keyOf({ kind, id })] : [];
}

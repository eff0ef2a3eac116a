import { fieldOf } from '../../base/field-of.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { idOfPlace, type Place } from './places.ts';

/** What a row of the inbox is about, and what its commands are given: a subject, or all events of a place. A notification is about an event. */
export type InboxTarget = {
	readonly kind: 'inboxEvent' | 'inboxSubject' | 'inboxPlace';
	readonly id: string;
};

/** Different events have different ids, also if two accounts hear of the same one. */
export const eventId = ({ key, place }: ForgeEvent): string => `${place.account} ${key}`;

export const targetOfEvent = (event: ForgeEvent): InboxTarget => ({ kind: 'inboxEvent', id: eventId(event) });

export const targetOfSubject = (id: string): InboxTarget => ({ kind: 'inboxSubject', id });

/** What the row of a subject passes when it is clicked or a key opens it. Menus and notifications pass the target without `isClicked`. */
export const clickedSubject = (id: string) => ({
	...targetOfSubject(id),
	isClicked: true,
});

/** Whether a command was run on the row of a subject, and not on a place or a notification. */
export const isSubjectRow = (value: unknown): boolean =>
	fieldOf(fieldOf(value, 'about') ?? value, 'kind') === 'inboxSubject';

export const isClickedRow = (value: unknown): boolean => fieldOf(value, 'isClicked') === true;

export const targetOfPlace = (place: Place): InboxTarget => ({ kind: 'inboxPlace', id: idOfPlace(place) });

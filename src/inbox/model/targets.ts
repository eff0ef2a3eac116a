import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { type Place, spellPlace } from './places.ts';

/** What a row of the inbox is about, and what its commands are given: an event, or all events of a place. */
export type InboxTarget = {
	readonly kind: 'inboxEvent' | 'inboxPlace';
	readonly id: string;
};

/** Different events have different ids, also if two accounts hear of the same one. */
export const eventId = ({ key, place }: ForgeEvent): string => `${place.account} ${key}`;

export const targetOfEvent = (event: ForgeEvent): InboxTarget => ({ kind: 'inboxEvent', id: eventId(event) });

export const targetOfPlace = (place: Place): InboxTarget => ({ kind: 'inboxPlace', id: spellPlace(place) });

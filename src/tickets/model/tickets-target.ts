import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { DraftKey } from './ticket-draft.ts';

/** What a row of the Tickets view is about, and what a command on tickets or trackers is given. */
export type TicketsTarget =
	/** `listId` is the id of the row above the list that the ticket was chosen from, `event` the event to show. */
	| {
			readonly kind: 'ticket';
			readonly key: TicketKey;
			readonly listId?: string;
			readonly event?: number;
	  }
	| { readonly kind: 'tracker'; readonly key: TrackerKey }
	/** A saved query below a tracker, or a filter, which has no name. */
	| { readonly kind: 'query'; readonly key: TrackerKey; readonly name?: string }
	/** `text` is the id of the draft. */
	| { readonly kind: 'draft'; readonly key: DraftKey; readonly text?: string }
	/** A comment for several tickets. `key` is the first of them. */
	| {
			readonly kind: 'comment';
			readonly key: TicketKey;
			readonly tickets: readonly TicketKey[];
			readonly text: string;
	  }
	/** A change that waits to be sent. `entry` is its id in the outbox. */
	| { readonly kind: 'change'; readonly key: DraftKey; readonly entry: string };

/** Whether a value, which a keybinding or another extension may have passed, is a target. */
export function isTarget(value: unknown): value is TicketsTarget {
	if (typeof value !== 'object' || value === null) return false;
	const fields = ['kind', 'key', 'listId', 'entry', 'name', 'event', 'tickets', 'text'];
	const [kind, key, listId, entry, name, event, tickets, text]: unknown[] = fields.map((field) =>
		Reflect.get(value, field),
	);
	switch (kind) {
		case 'ticket':
			return isTicket(key) && isTextOrNone(listId) && (event === undefined || Number.isSafeInteger(event));
		case 'tracker':
			return isKey(key);
		case 'query':
			return isKey(key) && isTextOrNone(name);
		case 'draft':
			return isDraftKey(key) && isTextOrNone(text);
		case 'comment': {
			const areTickets = Array.isArray(tickets) && tickets.length > 0 && tickets.every(isTicket);
			return isKey(key) && areTickets && typeof text === 'string';
		}
		case 'change':
			return isDraftKey(key) && typeof entry === 'string';
		default:
			return false;
	}
}

const isTextOrNone = (text: unknown): boolean => text === undefined || typeof text === 'string';

const isKey = (key: unknown): key is object =>
	typeof key === 'object' &&
	key !== null &&
	['account', 'owner', 'tracker'].every((name) => typeof Reflect.get(key, name) === 'string');

const isTicket = (key: unknown): boolean => isKey(key) && Number.isSafeInteger(Reflect.get(key, 'ticket'));

const isDraftKey = (key: unknown): boolean =>
	isTicket(key) || (isKey(key) && Reflect.get(key, 'ticket') === undefined);

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

const kinds: readonly unknown[] = [
	'ticket',
	'tracker',
	'query',
	'draft',
	'comment',
	'change',
] satisfies readonly TicketsTarget['kind'][];

/** Whether a value, which a keybinding or another extension may have passed, is a target. */
export function isTarget(value: unknown): value is TicketsTarget {
	if (typeof value !== 'object' || value === null) return false;
	const fields = ['kind', 'key', 'listId', 'entry', 'name', 'event', 'tickets', 'text'];
	const [kind, key, listId, entry, name, event, tickets, text]: unknown[] = fields.map((field) =>
		Reflect.get(value, field),
	);
	if (!kinds.includes(kind) || !isKey(key)) return false;
	const ticket: unknown = Reflect.get(key, 'ticket');
	const hasTicket = isTicket(key);
	if (kind === 'ticket')
		return (
			hasTicket &&
			['string', 'undefined'].includes(typeof listId) &&
			(event === undefined || Number.isSafeInteger(event))
		);
	if (kind === 'comment')
		return (
			Array.isArray(tickets) && tickets.length > 0 && tickets.every(isTicket) && typeof text === 'string'
		);
	if (kind === 'change') return (hasTicket || ticket === undefined) && typeof entry === 'string';
	if (kind === 'query') return name === undefined || typeof name === 'string';
	return kind !== 'draft' || ((hasTicket || ticket === undefined) && isTextOrNone(text));
}

const isTextOrNone = (text: unknown): boolean => text === undefined || typeof text === 'string';

const isKey = (key: unknown): key is object =>
	typeof key === 'object' &&
	key !== null &&
	['account', 'owner', 'tracker'].every((name) => typeof Reflect.get(key, name) === 'string');

const isTicket = (key: unknown): boolean => isKey(key) && Number.isSafeInteger(Reflect.get(key, 'ticket'));

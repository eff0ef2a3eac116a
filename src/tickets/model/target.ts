import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { DraftKey } from './ticket-draft.ts';

/** What a row of the Tickets view is about, and what a command on tickets or trackers is given. */
export type Target =
	/** `listId` is the id of the row above the list that the ticket was chosen from, `event` the event to show. */
	| {
			readonly kind: 'ticket';
			readonly key: TicketKey;
			readonly listId?: string;
			readonly event?: number;
	  }
	| { readonly kind: 'tracker'; readonly key: TrackerKey }
	/** A saved query or a filter of a tracker. */
	| { readonly kind: 'query'; readonly key: TrackerKey }
	| { readonly kind: 'draft'; readonly key: DraftKey }
	/** A change that waits to be sent. `entry` is its id in the outbox. */
	| { readonly kind: 'change'; readonly key: TicketKey; readonly entry: string };

const kinds: readonly unknown[] = [
	'ticket',
	'tracker',
	'query',
	'draft',
	'change',
] satisfies readonly Target['kind'][];

/** Whether a value, which a keybinding or another extension may have passed, is a target. */
export function isTarget(value: unknown): value is Target {
	if (typeof value !== 'object' || value === null) return false;
	const [kind, key, listId, entry, event]: unknown[] = ['kind', 'key', 'listId', 'entry', 'event'].map(
		(name) => Reflect.get(value, name),
	);
	if (!kinds.includes(kind) || typeof key !== 'object' || key === null) return false;
	if (['account', 'owner', 'tracker'].some((name) => typeof Reflect.get(key, name) !== 'string'))
		return false;
	const ticket: unknown = Reflect.get(key, 'ticket');
	const hasTicket = Number.isSafeInteger(ticket);
	if (kind === 'ticket')
		return (
			hasTicket &&
			['string', 'undefined'].includes(typeof listId) &&
			(event === undefined || Number.isSafeInteger(event))
		);
	if (kind === 'change') return hasTicket && typeof entry === 'string';
	return kind !== 'draft' || hasTicket || ticket === undefined;
}

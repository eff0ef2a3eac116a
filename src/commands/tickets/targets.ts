import type { TicketKey, TrackerKey } from '../../model/ticket.ts';
import type { Row } from '../../views/row.ts';

/** What the editor hands to a command of a view: the row that it was called on, and all that are selected with it. */
export type Given = readonly [row?: unknown, rows?: unknown];

const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && 'id' in value && 'label' in value;

const aboutOf = (value: unknown): unknown => (isRow(value) ? value.about : value);

export function isTracker(value: unknown): value is TrackerKey {
	if (typeof value !== 'object' || value === null) return false;
	return ['account', 'owner', 'tracker'].every((name) => typeof Reflect.get(value, name) === 'string');
}

export const isTicket = (value: unknown): value is TicketKey =>
	isTracker(value) && typeof Reflect.get(value, 'ticket') === 'number';

/** The tickets that a command was called on; each once, also where several queries show it. */
export function ticketsOf([row, rows]: Given): readonly TicketKey[] {
	const all = Array.isArray(rows) && rows.length > 0 ? rows : row === undefined ? [] : [row];
	const found = all.map(aboutOf).filter(isTicket);
	return [...new Map(found.map((key) => [JSON.stringify(key), key])).values()];
}

export function trackerOf([row]: Given): TrackerKey | undefined {
	const about = aboutOf(row);
	if (!isTracker(about)) return undefined;
	const { account, owner, tracker } = about;
	return { account, owner, tracker };
}

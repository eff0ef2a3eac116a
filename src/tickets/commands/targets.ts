import { spellKey, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import type { Row } from '../../platform/view/row.ts';

/** What VS Code passes to a command of a view: the row that it was called on, and all rows that are selected with it. */
export type Given = readonly [row?: unknown, rows?: unknown];

const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && 'id' in value && 'label' in value;

const isGone = (value: unknown): boolean => value === undefined || value === null;

/**
 * Whether the command was called on rows that the view was just redrawing: VS Code passes nothing in their place.
 * Without this check, a menu command would act as if it were called without a row.
 */
export const isLost = (given: Given): boolean =>
	Array.isArray(given[1]) ? given[1].some(isGone) : given.length > 0 && given.every(isGone);

const aboutOf = (value: unknown): unknown => (isRow(value) ? value.about : value);

export function isTracker(value: unknown): value is TrackerKey {
	if (typeof value !== 'object' || value === null) return false;
	return ['account', 'owner', 'tracker'].every((name) => typeof Reflect.get(value, name) === 'string');
}

export const isTicket = (value: unknown): value is TicketKey =>
	isTracker(value) && typeof Reflect.get(value, 'ticket') === 'number';

/** A ticket, and the list of the view that it was chosen from. */
export interface Chosen {
	readonly key: TicketKey;
	readonly within: string | undefined;
}

function chosen(value: unknown): readonly Chosen[] {
	const key = aboutOf(value);
	const within = isRow(value) ? value.command?.arguments?.[1] : undefined;
	return isTicket(key) ? [{ key, within: typeof within === 'string' ? within : undefined }] : [];
}

/** The tickets that a command was called on. Has no duplicates, even if several queries show the same ticket. */
export function chosenOf([row, rows]: Given): readonly Chosen[] {
	const all = Array.isArray(rows) && rows.length > 0 ? rows : row === undefined ? [] : [row];
	return [...new Map(all.flatMap(chosen).map((one) => [spellKey(one.key), one])).values()];
}

export const ticketsOf = (given: Given): readonly TicketKey[] => chosenOf(given).map(({ key }) => key);

export function trackerOf([row]: Given): TrackerKey | undefined {
	const about = aboutOf(row);
	if (!isTracker(about)) return undefined;
	const { account, owner, tracker } = about;
	return { account, owner, tracker };
}

/**
 * The draft of the row that a command was called on. Ignores other selected rows: a command that removes something
 * affects only the clicked row.
 */
export const draftOf = ([row]: Given): TicketKey | TrackerKey | undefined => {
	const about = aboutOf(row);
	return isTicket(about) ? about : trackerOf([row]);
};

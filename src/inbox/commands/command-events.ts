import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { InboxEntry } from '../model/entry.ts';
import { type InboxTarget, targetOfEvent, targetOfPlace } from '../model/inbox-target.ts';

/** The events of the rows that a command was called on. */
export function eventsOfCommand(
	[row, rows]: CommandArguments,
	entries: readonly InboxEntry[],
): readonly ForgeEvent[] {
	const all: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
	const keys = new Set(all.flatMap(keysOfRow));
	const isChosen = (event: ForgeEvent) =>
		[targetOfEvent(event), targetOfPlace(event.place)].some((target) => keys.has(keyOf(target)));
	return entries.map(({ event }) => event).filter(isChosen);
}

const keyOf = ({ kind, id }: InboxTarget): string => `${kind} ${id}`;

function keysOfRow(value: unknown): readonly string[] {
	const about = fieldOf(value, 'about') ?? value;
	const kind = fieldOf(about, 'kind');
	const id = fieldOf(about, 'id');
	const isTarget = (kind === 'inboxEvent' || kind === 'inboxPlace') && typeof id === 'string';
	return isTarget ? [keyOf({ kind, id })] : [];
}

const fieldOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

import { append } from '../../base/collections.ts';
import { rememberByObject } from '../../base/remember.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { InboxEntry } from './entry.ts';
import { idOfPlace } from './places.ts';

/** A ticket, a series with all its versions, a thread or a push, and what has happened to it. */
export interface Subject {
	/** Stays the same as long as its oldest event is stored. */
	readonly id: string;
	/** In the order in which they were added. */
	readonly entries: readonly InboxEntry[];
}

/** The names of what an event is about. Events that share a name are about the same. Reasons: docs/decisions/inbox-rows.md. */
export const subjectNamesOf = rememberByObject((event: ForgeEvent): readonly string[] => {
	const place = idOfPlace(event.place);
	return namesInPlace(event).map((name) => `${place} ${name}`);
});

/** What the user can mute to keep an event out: the names of what it is about, and its place. */
export const mutableNamesOf = rememberByObject((event: ForgeEvent): readonly string[] => [
	...subjectNamesOf(event),
	idOfPlace(event.place),
]);

function namesInPlace(event: ForgeEvent): readonly string[] {
	if ('ref' in event) {
		if (event.kind === 'repository') return ['details'];
		return [event.push === undefined ? `event ${event.key}` : `push ${event.push}`];
	}
	const { item } = event;
	if (item === null) return ['details'];
	if ('ticket' in item) return [`ticket ${item.ticket}`];
	const named = 'patchset' in item ? `patchset ${item.patchset}` : `mail ${item.mail}`;
	return [named, ...('versions' in event ? (event.versions ?? []) : [])];
}

/** Undefined for a push, and for the details of a place. */
export function kindOfSubject(entries: readonly InboxEntry[]): 'ticket' | 'series' | 'thread' | undefined {
	const items = entries.flatMap(({ event }) => ('ref' in event || event.item === null ? [] : [event]));
	if (items.length === 0) return undefined;
	if (items.some(({ item }) => item !== null && 'ticket' in item)) return 'ticket';
	const isSeries = items.some(
		(event) => ('versions' in event && event.versions) || (event.item && 'patchset' in event.item),
	);
	return isSeries ? 'series' : 'thread';
}

const idPrefix = 'subject ';

/** Whether a row of a view is that of a subject. */
export const isSubjectId = (id: string): boolean => id.startsWith(idPrefix);

interface Group {
	id: string;
	/** The position of its first entry. */
	first: number;
	readonly names: string[];
	readonly entries: { readonly entry: InboxEntry; readonly index: number }[];
}

/** Groups events by what they are about. The entries may be those of several accounts, each in the order in which they were added. */
export function groupBySubject(entries: readonly InboxEntry[]): readonly Subject[] {
	const groups = new Map<string, Group>();
	for (const [index, entry] of entries.entries()) {
		const names = subjectNamesOf(entry.event);
		let known: Group | undefined;
		for (const name of names) {
			const other = groups.get(name);
			if (other && other !== known) known = known ? merge(groups, known, other) : other;
		}
		const group = known ?? { id: `${idPrefix}${names[0]}`, first: index, names: [], entries: [] };
		group.entries.push({ entry, index });
		for (const name of names) {
			if (groups.get(name) === group) continue;
			groups.set(name, group);
			group.names.push(name);
		}
	}
	return [...new Set(groups.values())].map(({ id, entries: ofSubject }) => ({
		id,
		entries: ofSubject.sort((one, other) => one.index - other.index).map(({ entry }) => entry),
	}));
}

/** Moves the smaller group into the larger one: an event may show that two subjects are the same. */
function merge(groups: Map<string, Group>, one: Group, other: Group): Group {
	const [kept, moved] = one.names.length >= other.names.length ? [one, other] : [other, one];
	append(kept.entries, moved.entries);
	append(kept.names, moved.names);
	for (const name of moved.names) groups.set(name, kept);
	if (moved.first < kept.first) Object.assign(kept, { id: moved.id, first: moved.first });
	return kept;
}

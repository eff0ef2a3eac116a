import { identityOf } from '../../base/object-identity.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { personText } from '../../platform/model/words.ts';
import type { ShownEntry, ShownLabel, TimelinePart } from '../../platform/page/snapshot-parts.ts';
import type { Activity } from '../model/ticket-events.ts';
import { createOutline, entriesOf, type Outline, type TimelineEntry } from '../model/timeline.ts';
import { mayEdit, type TicketPageState } from './page-state.ts';
import type { EntryPlace } from './protocol.ts';
import { eventIcon, labelLookup, piecesOf } from './ticket-parts.ts';

/**
 * A timeline with more entries is long: most of its parts are sent only when the page asks for them, so that neither the extension nor the
 * page is busy for a long time.
 */
const longestShortTimeline = 60;
const partSize = 16;

const outlineCache = new WeakMap<
	readonly TicketEvent[],
	{ readonly viewer: string; readonly outline: Outline }
>();

/** Made once for the same events, because the page asks for each part separately. */
export function outlineOf(state: TicketPageState, ticket: Ticket): Outline {
	const { events, me, seenUpTo } = state;
	const viewer = JSON.stringify([me, seenUpTo, ticket.created, ticket.submitter]);
	const known = outlineCache.get(events);
	if (known?.viewer === viewer) return known.outline;
	const outline = createOutline(ticket, events, state);
	outlineCache.set(events, { viewer, outline });
	return outline;
}

/**
 * The timeline of a ticket: its first entries and the list of its other parts. The last part has its entries, the others only in a short
 * timeline. A short timeline has the same parts as a long one, so that nothing moves on the page when it becomes long.
 * Reasons: docs/decisions/long-timelines.md.
 */
export function shownTimeline(state: TicketPageState): {
	readonly timeline: readonly ShownEntry[];
	readonly parts: readonly TimelinePart[];
} {
	const { ticket } = state;
	if (!ticket) return { timeline: [], parts: [] };
	const outline = outlineOf(state, ticket);
	const isShort = outline.length <= longestShortTimeline;
	const context = contextOf(state);
	const starts = Array.from(
		{ length: Math.ceil(outline.length / partSize) - 1 },
		(_, index) => (index + 1) * partSize,
	);
	const parts = starts.map((from): TimelinePart => {
		const to = Math.min(from + partSize, outline.length);
		return {
			key: `part-${from}`,
			version: versionOf(outline, from, to, state.now, context),
			count: to - from,
			hasFirstUnseen: outline.firstUnseen >= from && outline.firstUnseen < to,
			entries: isShort || to === outline.length ? shownEntries(state, ticket, outline, from, to) : null,
		};
	});
	return { timeline: shownEntries(state, ticket, outline, 0, Math.min(partSize, outline.length)), parts };
}

/** The entries of a part, by its key; none if there is no such part. */
export function entriesOfPart(state: TicketPageState, key: string): readonly ShownEntry[] {
	const from = Number(/^part-(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN);
	const { ticket } = state;
	if (!ticket || Number.isNaN(from)) return [];
	const outline = outlineOf(state, ticket);
	return shownEntries(state, ticket, outline, from, Math.min(from + partSize, outline.length));
}

/** The Markdown of the entry with this key; empty if it has none. */
export function textOfEntry(state: TicketPageState, key: string): string {
	const { ticket } = state;
	if (!ticket) return '';
	if (key === 'description') return ticket.description;
	const entry = outlineOf(state, ticket).activities.find(({ id }) => id === key);
	return entry?.type === 'comment' ? entry.text : '';
}

/** The URL fragment of a timeline entry on the forge's page of the ticket; empty for the description. */
export function anchorOf(state: TicketPageState, key: string): string {
	const { ticket } = state;
	const entry = ticket && outlineOf(state, ticket).activities.find(({ id }) => id === key);
	return entry ? `#event-${entry.event.id}` : '';
}

/** Where the timeline has the entry of an event. Undefined if it has none. */
export function placeOfEvent(state: TicketPageState, event: number): EntryPlace | undefined {
	const { ticket } = state;
	if (!ticket) return undefined;
	const { activities } = outlineOf(state, ticket);
	const ofEvent = activities.filter((activity) => activity.event.id === event);
	const isKnown = ofEvent.length > 0 || state.events.some(({ id }) => id === event);
	if (!isKnown) return undefined;
	const entry =
		// A comment with other changes has several entries. A link to it leads to the comment.
		ofEvent.find(({ type }) => type === 'comment') ??
		ofEvent[0] ??
		// A change of labels may be merged into the entry of an earlier one.
		activities.findLast((activity) => activity.type === 'labels' && activity.event.id < event);
	if (!entry) return { entry: 'description', part: null };
	const part = Math.floor((activities.indexOf(entry) + 1) / partSize) * partSize;
	return { entry: entry.id, part: part === 0 ? null : `part-${part}` };
}

function shownEntries(
	state: TicketPageState,
	ticket: Ticket,
	outline: Outline,
	from: number,
	to: number,
): ShownEntry[] {
	const labelOf = labelLookup(state.labels);
	return entriesOf(ticket, outline, state, from, to).map((entry) => toEntry(entry, state, labelOf));
}

/** What the entries of all parts depend on. */
const contextOf = ({ labels, ticket, me, render }: TicketPageState): string => {
	const assigned = ticket?.assignees.map(({ canonical_name }) => canonical_name).join(' ') ?? '';
	return `${labels.length && identityOf(labels)} ${identityOf(render)} ${me} ${assigned}`;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The time within which the age of an entry stays the same: `5 minutes ago`, `3 days ago`. */
function agePeriodMs(ageMs: number): number {
	if (ageMs < hourMs) return minuteMs;
	return ageMs < dayMs ? hourMs : dayMs;
}

/** Differs if anything differs that the entries of a part show. */
function versionOf(outline: Outline, from: number, to: number, now: number, context: string): string {
	// The positions `from` and `to` count the description.
	const activities = outline.activities.slice(from - 1, to - 1);
	const newest = parseTime(activities.at(-1)?.event.created) ?? now;
	const firstUnseen = outline.firstUnseen < to ? outline.firstUnseen : -1;
	const age = Math.floor(now / agePeriodMs(now - newest));
	return [context, hashOf(activities), firstUnseen, age].join(' ');
}

/** An event that did not change is the same object after a refresh. Merged changes of labels differ in the number of their labels. */
function hashOf(activities: readonly Activity[]): number {
	let hash = 0;
	for (const activity of activities) {
		const labelCount = activity.type === 'labels' ? activity.added.length + activity.removed.length : 0;
		for (const value of [identityOf(activity.event), labelCount]) hash = (Math.imul(hash, 31) + value) | 0;
	}
	return hash;
}

function toEntry(
	entry: TimelineEntry,
	state: TicketPageState,
	labelOf: (name: string) => ShownLabel,
): ShownEntry {
	if (entry.kind === 'since') return { kind: 'since', key: entry.id, text: entry.text };
	const { id: key, time, isUnseen } = entry;
	if (entry.kind === 'event') {
		return { kind: 'event', key, time, ...eventIcon(entry.glyph), pieces: piecesOf(entry.parts, labelOf) };
	}
	const isDescription = entry.kind === 'description';
	const what = isDescription ? 'Description' : isUnseen ? 'New comment' : 'Comment';
	return {
		kind: 'comment',
		key,
		name: `${what} by ${personText(entry.by)}`,
		by: entry.by,
		isDescription,
		mayEdit: isDescription && mayEdit(state),
		mark: entry.mark ?? '',
		time,
		html:
			entry.text.trim() === ''
				? `<p class="muted">${isDescription ? 'No description.' : 'No text.'}</p>`
				: state.render(entry.text).html,
		isUnseen,
	};
}

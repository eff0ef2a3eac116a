import { count } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { joinWords } from '../../platform/model/words.ts';
import { wordsOf } from './describe-event.ts';
import { nameOfPlace } from './places.ts';

/** An event that a notification is due about. */
export interface DueEvent {
	readonly event: ForgeEvent;
	/** When this computer first heard of it. */
	readonly addedAt: number;
	/** The name of the user whose inbox it is in, with the tilde. */
	readonly me: string;
}

/**
 * What a notification says. One event is described as in its row, below the name of its place. The age is left out, because it would be
 * wrong later: `~ana/editor: #42 ~bob commented · Undo history is lost`. Several events are counted: `3 updates in ~ana/editor`.
 */
export function notificationText(events: readonly Omit<DueEvent, 'addedAt'>[], isDigest: boolean): string {
	const [first] = events;
	if (first && events.length === 1) {
		const { label, details } = wordsOf(first.event, first.me);
		return `${placeOf(first.event)}: ${[label, details].filter(Boolean).join(' · ')}`;
	}
	const places = [...new Set(events.map(({ event }) => placeOf(event)))];
	const where = places.length === 1 ? places.join() : count(places.length, 'place');
	const updates = `${count(events.length, 'update')} in ${where}`;
	return isDigest ? `While you were away: ${updates}` : updates;
}

const placeOf = ({ place }: ForgeEvent): string => oneLine(nameOfPlace(place));

const kinds: Readonly<Record<ForgeEvent['kind'], string>> = {
	created: 'new tickets',
	commented: 'comments',
	status: 'status changes of tickets',
	labels: 'label changes',
	assigned: 'assignments',
	unassigned: 'removed assignments',
	mentioned: 'mentions of users',
	referenced: 'mentions of tickets',
	other: 'other changes',
	patchset: 'new patchsets',
	'pull-request': 'pull requests',
	reply: 'replies',
	thread: 'new threads',
	'patchset-status': 'status changes of patchsets',
	list: 'changes of the list',
	pushed: 'pushes',
	'force-pushed': 'force pushes',
	'ref-created': 'new branches and tags',
	'ref-deleted': 'deleted branches and tags',
	repository: 'changes of the repository',
};

/** What *Mute This* has done: `Muted: new threads in ~bob/devel. They still appear in the Inbox.` */
export function mutedText(events: readonly ForgeEvent[]): string {
	const all = [...new Set(events.map((event) => `${kinds[event.kind]} in ${placeOf(event)}`))];
	const [first = '', second] = all;
	const what = all.length > 2 ? [first, `${all.length - 1} more`] : [first, ...(second ? [second] : [])];
	return `Muted: ${joinWords(what)}. They still appear in the Inbox.`;
}

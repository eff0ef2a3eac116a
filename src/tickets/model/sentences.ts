import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import type { ShortTicket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { resolveReference, ticketReference, userReference } from '../../platform/model/references.ts';
import { type Person, person, personKey, wireWord } from '../../platform/model/words.ts';
import type { Activity } from './ticket-events.ts';

/** The maximum length of a ticket's name and title in a sentence. */
const longestText = 120;

/** A piece of a sentence: plain text, a state in bold, a person, a label, or a text that can be opened. */
export type SentencePart =
	| string
	| { readonly strong: string }
	| { readonly person: Person; readonly open: string | undefined }
	| { readonly label: string; readonly isRemoved: boolean }
	| OpenablePart;

/** Text that opens something (`resolveReference` reads `open`); plain text if `open` is undefined. */
export interface OpenablePart {
	readonly text: string;
	readonly open: string | undefined;
}

/** The icon beside a sentence: of a status, or of a kind of event. */
export type Glyph =
	| { readonly status: string; readonly resolution: string }
	| 'label'
	| 'person'
	| 'mention'
	| 'other';

interface Sentence {
	readonly glyph: Glyph;
	readonly parts: readonly SentencePart[];
}

/** The sentence for an entry of the timeline of `ticket`. */
export function describeActivity(
	activity: Exclude<Activity, { type: 'comment' }>,
	ticket: ShortTicket,
): Sentence {
	const { event, by } = activity;
	if (activity.type === 'labels') return { glyph: 'label', parts: labelParts(activity) };
	const who = personPart(by);
	switch (activity.word) {
		case 'status_change':
			return statusSentence(event, who);
		case 'assigned_user':
		case 'unassigned_user': {
			const verb = activity.word === 'assigned_user' ? 'assigned' : 'unassigned';
			const whom = personPart(event.user);
			if (by && event.user && personKey(event.user) === personKey(by))
				return { glyph: 'person', parts: [who, ` self-${verb} this`] };
			const parts: SentencePart[] = by ? [who, ` ${verb} `, whom] : [whom, ` was ${verb}`];
			return { glyph: 'person', parts };
		}
		case 'user_mentioned': {
			const from = event.from_ticket;
			const where: SentencePart[] = from && !isSame(from, ticket) ? [' in ', ticketPart(from)] : [];
			const parts: SentencePart[] = by
				? [who, ' mentioned ', personPart(event.user), ...where]
				: [personPart(event.user), ' was mentioned', ...where];
			return { glyph: 'mention', parts };
		}
		case 'ticket_mentioned': {
			const where: SentencePart[] = event.from_ticket ? [' in ', ticketPart(event.from_ticket)] : [];
			return { glyph: 'mention', parts: by ? [who, ' mentioned this', ...where] : ['Mentioned', ...where] };
		}
		case 'comment':
			return { glyph: 'other', parts: [who, ' wrote a comment that no longer exists'] };
		case 'changed':
			return { glyph: 'other', parts: [who, ' changed something'] };
		default:
			return { glyph: 'other', parts: [who, `: ${wireWord(activity.word)}`] };
	}
}

function labelParts({ by, added, removed }: Activity & { readonly type: 'labels' }): SentencePart[] {
	const parts: SentencePart[] = [personPart(by)];
	const addChange = (verb: string, names: readonly string[], isRemoved: boolean) => {
		if (names.length === 0) return;
		parts.push(`${parts.length > 1 ? ' and' : ''} ${verb} `);
		for (const [index, name] of names.entries()) {
			if (index > 0) parts.push(' ');
			parts.push({ label: visible(name), isRemoved });
		}
	};
	addChange('added', added, false);
	addChange('removed', removed, true);
	return parts.length > 1 ? parts : [...parts, ' changed the labels'];
}

/** Null stands for the status or resolution of a new ticket. */
function statusSentence(event: TicketEvent, who: SentencePart): Sentence {
	const from = event.old_status ?? 'reported';
	const to = event.new_status ?? 'reported';
	const resolutionBefore = event.old_resolution ?? 'unresolved';
	const resolution = event.new_resolution ?? 'unresolved';
	const strong = (word: string): SentencePart => ({ strong: wireWord(word) });
	const glyph = { status: to, resolution };
	const as: SentencePart[] = resolution === 'unresolved' ? [] : [' as ', strong(resolution)];
	if (to === 'resolved' && from !== 'resolved') return { glyph, parts: [who, ' resolved this', ...as] };
	if (to === 'resolved' && resolutionBefore !== resolution) {
		const change = [strong(resolutionBefore), ' to ', strong(resolution)];
		return { glyph, parts: [who, ' changed the resolution from ', ...change] };
	}
	if (from === 'resolved' && to !== 'resolved') {
		return { glyph, parts: [who, ' reopened this', ...(to === 'reported' ? [] : [' as ', strong(to)])] };
	}
	if (from === to) return { glyph, parts: [who, ' left the status at ', strong(to)] };
	return { glyph, parts: [who, ' changed the status from ', strong(from), ' to ', strong(to)] };
}

/** Returns the reference if the extension opens it when a page sends it back. */
function openable(reference: string): string | undefined {
	const found = resolveReference(reference, []);
	return found && !('unsupported' in found) ? reference : undefined;
}

function personPart(who: Participant | null): SentencePart {
	const open = who?.type === 'user' ? openable(userReference(who.canonical_name)) : undefined;
	return { person: person(who), open };
}

export function ticketPart(ticket: ShortTicket): OpenablePart {
	const { tracker, id, title } = ticket;
	const key = tracker && { owner: tracker.owner.canonical_name, tracker: tracker.name, ticket: id };
	const reference = key ? ticketReference(key) : `ticket:${ticket.ref}`;
	const name = ticket.ref || reference.replace(/^ticket:/, '') || `#${id}`;
	const text = title === null || title === '' ? name : `${name} ${title}`;
	return { text: truncate(text, longestText), open: openable(reference) };
}

function isSame(one: ShortTicket, other: ShortTicket): boolean {
	if (one.id !== other.id) return false;
	if (!one.tracker || !other.tracker) return one.ref === other.ref;
	const ownerOf = ({ owner }: { owner: { canonical_name: string } }) => owner.canonical_name;
	return one.tracker.name === other.tracker.name && ownerOf(one.tracker) === ownerOf(other.tracker);
}

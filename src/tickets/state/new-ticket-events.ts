import type { Participant } from '../../forge/shapes/people.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import { unquotedText } from '../../mail/quotes/unquoted-text.ts';
import type { Concern, TicketHappening } from '../../platform/model/forge-events.ts';
import { refOf, type TrackerKey } from '../../platform/model/keys.ts';
import { references } from '../../platform/model/references.ts';
import { person, personText } from '../../platform/model/words.ts';
import { typesWithByUser } from '../model/ticket-events.ts';
import { isNotLater } from './ticket-seen-state.ts';

type Kind = TicketHappening['kind'];

/** The kinds of events by their types, the most important first. An event may have several types. */
const kinds: readonly (readonly [type: string, kind: Kind])[] = [
	['assigned_user', 'assigned'],
	['status_change', 'status'],
	['comment', 'commented'],
	['unassigned_user', 'unassigned'],
	['user_mentioned', 'mentioned'],
	['ticket_mentioned', 'referenced'],
	['label_added', 'labels'],
	['label_removed', 'labels'],
];

export interface TicketFacts {
	readonly place: TrackerKey;
	readonly ticket: Ticket;
	/** The user name of the account, with the tilde. */
	readonly me: string;
}

interface TicketFactsWithEvents extends TicketFacts {
	/** All known events of the ticket. */
	readonly events: readonly TicketEvent[];
	readonly isNew: (event: TicketEvent) => boolean;
}

/** What other users have done to a ticket since it was created: one element for each new event that is worth a row. */
export function newTicketEvents(facts: TicketFactsWithEvents): readonly TicketHappening[] {
	const { ticket, events, isNew, me } = facts;
	const isMe = isUser(me);
	const commentIds = (isWanted: (event: TicketEvent) => boolean) =>
		new Set(events.filter(isWanted).flatMap(commentOf));
	const withOwnEvent = commentIds((event) => !isMention(event));
	const mentioningMe = commentIds((event) => isMentionOf(event, me));
	const hasCommented = events.some(({ comment }) => isMe(comment?.submitter));
	// The row of a comment, or that of a new ticket, tells about the mentions in it.
	const isInOtherRow = (event: TicketEvent) =>
		event.comment ? withOwnEvent.has(event.comment.id) : isNotLater(event.created, ticket.created);
	return events.filter(isNew).flatMap((event) => {
		const type = typeOf(event);
		const by = actorOf(event, type);
		if (type === undefined || isMe(by)) return [];
		const kind = kindOf(type);
		if (kind === 'mentioned' && (!isMentionOf(event, me) || isInOtherRow(event))) return [];
		const concerns = concernsOf(facts, {
			isAssignment: (kind === 'assigned' || kind === 'unassigned') && isMe(event.user),
			isMention:
				kind === 'mentioned' ||
				commentOf(event).some((id) => mentioningMe.has(id)) ||
				mentions(event.comment?.text ?? '', me),
			hasCommented,
		});
		const { new_status, new_resolution } = event;
		return [
			{
				...headOf(facts, {
					key: `ticket event ${event.id}`,
					at: event.created,
					by,
					concerns,
					text: event.comment?.text,
				}),
				kind,
				event: event.id,
				...(isAboutUser(kind) && event.user?.type === 'user' && { whom: event.user.canonical_name }),
				...(kind === 'status' && {
					status: new_status ?? undefined,
					resolution: new_resolution ?? undefined,
				}),
			},
		];
	});
}

const isAboutUser = (kind: Kind): boolean =>
	kind === 'assigned' || kind === 'unassigned' || kind === 'mentioned';

/** The event that a ticket was created; undefined if the user has created it. */
export function creationOf(facts: TicketFacts): TicketHappening | undefined {
	const { place, ticket, me } = facts;
	const { id, created, submitter, description } = ticket;
	if (isUser(me)(submitter)) return undefined;
	const concerns = concernsOf(facts, { isMention: mentions(description, me) });
	const key = `ticket ${refOf({ ...place, ticket: id })}`;
	return {
		...headOf(facts, { key, at: created, by: submitter, concerns, text: description }),
		kind: 'created',
	};
}

/** A change of a ticket whose events are not known. `version` tells this change from others of the same ticket. */
export function unknownChangeOf(facts: TicketFacts, version: string): TicketHappening {
	const { place, ticket } = facts;
	const key = `ticket ${refOf({ ...place, ticket: ticket.id })} ${version}`;
	const head = headOf(facts, { key, at: ticket.updated, by: null, concerns: concernsOf(facts, {}) });
	return { ...head, kind: 'other' };
}

/** The tickets of the same tracker that a text names. Each gets an event, although nothing of the ticket has changed. */
export const ticketsNamedIn = (text: string, { owner, tracker }: TrackerKey): readonly number[] =>
	references(text, [], { owner, tracker }).flatMap(({ target }) =>
		target.kind === 'ticket' && target.owner === owner && target.tracker === tracker ? [target.ticket] : [],
	);

interface HeadFacts extends Pick<TicketHappening, 'key' | 'at' | 'concerns'> {
	readonly by: Participant | null | undefined;
	/** The comment or description, which may have quotes. */
	readonly text?: string | undefined;
}

function headOf(
	{ place: { account, owner, tracker }, ticket }: TicketFacts,
	{ by, text: written = '', ...rest }: HeadFacts,
): Omit<TicketHappening, 'kind'> {
	const place = { account, owner, tracker };
	const text = unquotedText(written);
	return {
		...rest,
		...(text !== '' && { text }),
		by: by ? personText(person(by)) : '',
		title: ticket.title,
		place,
		item: { ...place, ticket: ticket.id },
	};
}

interface Reasons {
	readonly isAssignment?: boolean;
	readonly isMention?: boolean;
	readonly hasCommented?: boolean;
}

function concernsOf(
	{ ticket, me }: TicketFacts,
	{ isAssignment, isMention, hasCommented }: Reasons,
): readonly Concern[] {
	const isAssigned = ticket.assignees.some(({ canonical_name }) => canonical_name === me);
	const found: readonly (readonly [Concern, boolean | undefined])[] = [
		['assigned', isAssigned || isAssignment],
		['mentioned', isMention],
		['submitted', isUser(me)(ticket.submitter)],
		['participated', hasCommented],
	];
	const concerns = found.flatMap(([concern, holds]) => (holds ? [concern] : []));
	return concerns.length > 0 ? concerns : ['watched'];
}

/** The most important type; undefined if the event only says that the ticket was created. */
function typeOf({ event_type, comment }: TicketEvent): string | undefined {
	const types: readonly string[] = event_type;
	const known = kinds.find(([type]) => types.includes(type));
	if (known) return known[0];
	if (types.length === 0 && comment) return 'comment';
	return types.includes('created') ? undefined : 'changed';
}

const kindOf = (type: string): Kind => kinds.find(([one]) => one === type)?.[1] ?? 'other';

function actorOf(event: TicketEvent, type: string | undefined): Participant | null {
	if (type !== undefined && typesWithByUser.has(type)) return event.by_user;
	return event.comment?.submitter ?? event.user ?? event.by_user;
}

const isUser =
	(me: string) =>
	(who: Participant | null | undefined): boolean =>
		who?.type === 'user' && who.canonical_name === me;

/** Events of mentions have the comment that contains the mention. */
export const isMention = ({ event_type }: TicketEvent): boolean =>
	event_type.includes('user_mentioned') || event_type.includes('ticket_mentioned');

const isMentionOf = (event: TicketEvent, me: string): boolean =>
	event.event_type.includes('user_mentioned') && isUser(me)(event.user);

const commentOf = ({ comment }: TicketEvent): readonly number[] => (comment ? [comment.id] : []);

const mentions = (text: string, me: string): boolean =>
	references(text, []).some(({ target }) => target.kind === 'user' && target.user === me);

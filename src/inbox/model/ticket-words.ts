import { oneLine } from '../../base/text/truncate.ts';
import type { TicketHappening } from '../../platform/model/forge-events.ts';
import { wireWord } from '../../platform/model/words.ts';
import { type EventWords, withActor } from './event-words.ts';

interface Phrase {
	/** In a row about the ticket. */
	readonly shown: string;
	/** For screen readers, with the number of the ticket. */
	readonly spoken: string;
}

interface Described {
	readonly icon: string;
	/** What the user did: `commented`. */
	readonly action: Phrase;
	/** The phrase if it is not known who did it: `new comment`. */
	readonly passive: Phrase;
}

/** `me` is the user's name, with the tilde. */
export function ticketWords(event: TicketHappening, me: string): EventWords {
	const by = oneLine(event.by);
	const title = oneLine(event.title, 200);
	const { icon, action, passive } = describe(event, me);
	return {
		icon,
		// The title comes first: the end of a narrow row is cut off.
		label: `#${event.item.ticket} ${title}`.trimEnd(),
		details: withActor(by, action.shown, passive.shown),
		spoken: withActor(by, action.spoken, passive.spoken),
		title,
	};
}

/** Whether the user is mentioned in the text of an event. */
export const isMentionOfUser = ({ kind, concerns }: TicketHappening): boolean =>
	concerns.includes('mentioned') && mentioningKinds.includes(kind);

const mentioningKinds: readonly TicketHappening['kind'][] = ['created', 'commented', 'mentioned'];

function describe(event: TicketHappening, me: string): Described {
	const ticket = `ticket ${event.item.ticket}`;
	switch (event.kind) {
		case 'created':
			return describeNewTicket(event);
		case 'commented':
			if (isMentionOfUser(event)) return describeMention(event, me);
			return {
				icon: 'comment',
				action: { shown: 'commented', spoken: `commented on ${ticket}` },
				passive: { shown: 'new comment', spoken: `New comment on ${ticket}` },
			};
		case 'status':
			return describeStatus(event);
		case 'labels':
			return {
				icon: 'tag',
				action: { shown: 'changed the labels', spoken: `changed the labels of ${ticket}` },
				passive: { shown: 'labels changed', spoken: `The labels of ${ticket} changed` },
			};
		case 'assigned':
		case 'unassigned':
			return describeAssignment(event, me);
		case 'mentioned':
			return describeMention(event, me);
		case 'referenced':
			return {
				icon: 'link',
				action: { shown: 'mentioned this', spoken: `mentioned ${ticket}` },
				passive: { shown: 'mentioned', spoken: `Mention of ${ticket}` },
			};
		case 'other':
			return {
				icon: 'edit',
				action: { shown: 'changed something', spoken: `changed ${ticket}` },
				passive: { shown: 'changed', spoken: `Change of ${ticket}` },
			};
	}
}

function describeNewTicket(event: TicketHappening): Described {
	const ticket = `ticket ${event.item.ticket}`;
	if (!isMentionOfUser(event))
		return {
			icon: 'issues',
			action: { shown: 'submitted this', spoken: `submitted ${ticket}` },
			passive: { shown: 'new ticket', spoken: `New ${ticket}` },
		};
	return {
		icon: 'mention',
		action: { shown: 'submitted this and mentioned you', spoken: `submitted ${ticket} and mentioned you` },
		passive: { shown: 'new ticket, mentions you', spoken: `New ${ticket}, which mentions you` },
	};
}

function describeMention(event: TicketHappening, me: string): Described {
	const ticket = `ticket ${event.item.ticket}`;
	const whom = whomOf(event, me) ?? (event.concerns.includes('mentioned') ? 'you' : 'a user');
	return {
		icon: 'mention',
		action: { shown: `mentioned ${whom}`, spoken: `mentioned ${whom} in ${ticket}` },
		passive: { shown: `mentions ${whom}`, spoken: `Mention of ${whom} in ${ticket}` },
	};
}

function describeStatus({ item, status, resolution }: TicketHappening): Described {
	const ticket = `ticket ${item.ticket}`;
	if (status === undefined)
		return {
			icon: 'arrow-swap',
			action: { shown: 'changed the status', spoken: `changed the status of ${ticket}` },
			passive: { shown: 'status changed', spoken: `The status of ${ticket} changed` },
		};
	if (status === 'resolved') {
		const isKnown = resolution !== undefined && resolution !== 'unresolved';
		const as = isKnown ? ` as ${wireWord(resolution)}` : '';
		return {
			icon: /^(fixed|implemented|closed)$/.test(resolution ?? 'closed') ? 'pass' : 'circle-slash',
			action: { shown: `resolved this${as}`, spoken: `resolved ${ticket}${as}` },
			passive: { shown: `resolved${as}`, spoken: `Ticket ${item.ticket} resolved${as}` },
		};
	}
	const to = `to ${wireWord(status)}`;
	return {
		icon: 'arrow-swap',
		action: { shown: `set this ${to}`, spoken: `set ${ticket} ${to}` },
		passive: { shown: `set ${to}`, spoken: `Ticket ${item.ticket} set ${to}` },
	};
}

function describeAssignment(event: TicketHappening, me: string): Described {
	const { ticket: number } = event.item;
	const ticket = `ticket ${number}`;
	const [verb, preposition] = event.kind === 'assigned' ? ['assigned', 'to'] : ['unassigned', 'from'];
	const whom = whomOf(event, me);
	if (whom === undefined)
		return {
			icon: 'person',
			action: { shown: 'changed the assignees', spoken: `changed the assignees of ${ticket}` },
			passive: { shown: 'assignees changed', spoken: `The assignees of ${ticket} changed` },
		};
	if (event.whom === event.by)
		return {
			icon: 'person',
			action: { shown: `self-${verb} this`, spoken: `self-${verb} ${ticket}` },
			passive: { shown: `self-${verb}`, spoken: `Ticket ${number} self-${verb}` },
		};
	const toWhom = `${preposition} ${whom}`;
	return {
		icon: 'person',
		action: { shown: `${verb} ${whom}`, spoken: `${verb} ${ticket} ${toWhom}` },
		passive: { shown: `${verb} ${toWhom}`, spoken: `Ticket ${number} ${verb} ${toWhom}` },
	};
}

const whomOf = ({ whom }: TicketHappening, me: string): string | undefined => {
	if (whom === undefined) return undefined;
	return whom === me ? 'you' : oneLine(whom) || undefined;
};

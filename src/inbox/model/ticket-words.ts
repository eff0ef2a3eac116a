import { oneLine } from '../../base/text/truncate.ts';
import type { TicketHappening } from '../../platform/model/forge-events.ts';
import { wireWord } from '../../platform/model/words.ts';
import { type EventWords, withActor } from './event-words.ts';

type Described = readonly [
	icon: string,
	/** What the user did, as it is shown and as it is spoken. */
	action: string,
	spokenAction: string,
	/** The words if it is not known who did it. */
	withoutActor: string,
	spokenWithoutActor: string,
];

/** `me` is the user's name, with the tilde. */
export function ticketWords(event: TicketHappening, me: string): EventWords {
	const by = oneLine(event.by);
	const title = oneLine(event.title, 200);
	const [icon, action, spokenAction, withoutActor, spokenWithoutActor] = describe(event, me);
	return {
		icon,
		// The title comes first: the end of a narrow row is cut off.
		label: `#${event.item.ticket} ${title}`.trimEnd(),
		details: withActor(by, action, withoutActor),
		spoken: withActor(by, spokenAction, spokenWithoutActor),
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
			if (isMentionOfUser(event)) return describeMentionInNewTicket(ticket);
			return ['issues', 'submitted this', `submitted ${ticket}`, 'new ticket', `New ${ticket}`];
		case 'commented':
			if (isMentionOfUser(event)) return describeMention(event, me);
			return ['comment', 'commented', `commented on ${ticket}`, 'new comment', `New comment on ${ticket}`];
		case 'status':
			return describeStatus(event);
		case 'labels': {
			const passive = `The labels of ${ticket} changed`;
			return ['tag', 'changed the labels', `changed the labels of ${ticket}`, 'labels changed', passive];
		}
		case 'assigned':
		case 'unassigned':
			return describeAssignment(event, me);
		case 'mentioned':
			return describeMention(event, me);
		case 'referenced':
			return ['link', 'mentioned this', `mentioned ${ticket}`, 'mentioned', `Mention of ${ticket}`];
		case 'other':
			return ['edit', 'changed something', `changed ${ticket}`, 'changed', `Change of ${ticket}`];
	}
}

const describeMentionInNewTicket = (ticket: string): Described => [
	'mention',
	'submitted this and mentioned you',
	`submitted ${ticket} and mentioned you`,
	'new ticket, mentions you',
	`New ${ticket}, which mentions you`,
];

function describeMention(event: TicketHappening, me: string): Described {
	const ticket = `ticket ${event.item.ticket}`;
	const whom = whomOf(event, me) ?? (event.concerns.includes('mentioned') ? 'you' : 'a user');
	const action = `mentioned ${whom}`;
	return ['mention', action, `${action} in ${ticket}`, `mentions ${whom}`, `Mention of ${whom} in ${ticket}`];
}

function describeStatus({ item, status, resolution }: TicketHappening): Described {
	const ticket = `ticket ${item.ticket}`;
	if (status === undefined) {
		const passive = `The status of ${ticket} changed`;
		return ['arrow-swap', 'changed the status', `changed the status of ${ticket}`, 'status changed', passive];
	}
	if (status === 'resolved') {
		const isKnown = resolution !== undefined && resolution !== 'unresolved';
		const as = isKnown ? ` as ${wireWord(resolution)}` : '';
		const icon = /^(fixed|implemented|closed)$/.test(resolution ?? 'closed') ? 'pass' : 'circle-slash';
		const passive = `resolved${as}`;
		return [
			icon,
			`resolved this${as}`,
			`resolved ${ticket}${as}`,
			passive,
			`Ticket ${item.ticket} ${passive}`,
		];
	}
	const to = `to ${wireWord(status)}`;
	return [
		'arrow-swap',
		`set this ${to}`,
		`set ${ticket} ${to}`,
		`set ${to}`,
		`Ticket ${item.ticket} set ${to}`,
	];
}

function describeAssignment(event: TicketHappening, me: string): Described {
	const ticket = `ticket ${event.item.ticket}`;
	const [verb, preposition] = event.kind === 'assigned' ? ['assigned', 'to'] : ['unassigned', 'from'];
	const whom = whomOf(event, me);
	if (whom === undefined) {
		const passive = `The assignees of ${ticket} changed`;
		const action = 'changed the assignees';
		return ['person', action, `${action} of ${ticket}`, 'assignees changed', passive];
	}
	if (event.whom === event.by) {
		const action = `self-${verb}`;
		return [
			'person',
			`${action} this`,
			`${action} ${ticket}`,
			action,
			`Ticket ${event.item.ticket} ${action}`,
		];
	}
	return [
		'person',
		`${verb} ${whom}`,
		`${verb} ${ticket} ${preposition} ${whom}`,
		`${verb} ${preposition} ${whom}`,
		`Ticket ${event.item.ticket} ${verb} ${preposition} ${whom}`,
	];
}

const whomOf = ({ whom }: TicketHappening, me: string): string | undefined => {
	if (whom === undefined) return undefined;
	return whom === me ? 'you' : oneLine(whom) || undefined;
};

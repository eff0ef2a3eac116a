import { visible } from '../../base/text/invisible-characters.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText, labelText } from '../../platform/model/markdown/hover.ts';
import {
	capitalize,
	longAge,
	person,
	personText,
	resolutionName,
	shortAge,
	statusName,
} from '../../platform/model/words.ts';
import type { Row } from '../../platform/view/row.ts';
import { type DisplayStatus, displayStatusIcons, displayStatusOf } from '../model/display-status.ts';
import { type TicketAction, ticketActions } from '../model/permissions.ts';
import { isOpen } from '../model/query/match.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import type { TicketState } from '../state/changes/change.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';

const colors: Readonly<Record<DisplayStatus, string | undefined>> = {
	reported: 'tildeforge.ticketReported',
	confirmed: 'tildeforge.ticketConfirmed',
	in_progress: 'tildeforge.ticketInProgress',
	pending: 'tildeforge.ticketPending',
	resolved: 'tildeforge.ticketResolved',
	dropped: 'tildeforge.ticketDropped',
	unknown: undefined,
};

/** The icon and color for a ticket's status and resolution. */
export function ticketAppearance({ status, resolution }: TicketState) {
	const displayStatus = displayStatusOf(status, resolution);
	return { icon: displayStatusIcons[displayStatus], color: colors[displayStatus] };
}

/** The first two labels, and how many more there are. */
function firstLabels(labels: readonly string[]): string {
	const shown = visible(labels.slice(0, 2).join(', '));
	return labels.length > 2 ? `${shown} +${labels.length - 2}` : shown;
}

/** Marks what is not on the forge yet. */
const markWaiting = (text: string, isWaiting: boolean): string => (isWaiting ? `${text} (waiting)` : text);

/** A user whom the hover of a ticket describes. */
interface TicketPerson {
	/** With the tilde. */
	readonly name: string;
	readonly role: 'Submitted by' | 'Assigned to';
}

export interface TicketRowInput {
	readonly key: TicketKey;
	readonly ticket: Ticket;
	/** The id of the row above: several queries may list the same ticket, and each of its rows needs an id. */
	readonly listId: string;
	readonly hasDraft: boolean;
	/** Something has happened to the ticket since the user last looked at it. */
	readonly isUnseen: boolean;
	/** The part of the ticket's changes that is not on the forge yet. */
	readonly waiting: DirectChange | undefined;
	/** The forge knows no statuses between reported and resolved. */
	readonly resolveOnly: boolean;
	/** Whether the forge can be asked to assign, edit and delete tickets, and to subscribe to them. */
	readonly hasExtras: boolean;
	/** Whether the user may do something with the ticket, as far as is known. */
	readonly isPermitted: (what: TicketAction) => boolean;
	/** Whether the forge mails the user what happens to the ticket. Null or undefined if it is not known. */
	readonly isSubscribed: boolean | null | undefined;
	/** The color of a label, by its name. */
	readonly labelColors: (name: string) => string;
	/** What is known about people, as Markdown. Makes at most one request, until `signal` aborts. */
	readonly describePeople: (people: readonly TicketPerson[], signal: AbortSignal) => Promise<string>;
	readonly now: number;
}

/** The id of a ticket's row in a list. `listId` is the id of the row above it. */
export const ticketRowId = (listId: string, ticket: number): string => `${listId}/${ticket}`;

export function ticketRow(row: TicketRowInput): Row {
	const { key, ticket, listId, hasDraft, isUnseen, waiting, now } = row;
	const { id, title, labels, status, resolution, updated } = ticket;
	const state = isOpen(status) ? statusName(status) : resolutionName(resolution);
	const age = shortAge(updated, now);
	const isStateWaiting = (waiting?.status ?? waiting?.resolution) !== undefined;
	const isTitleWaiting = waiting?.title !== undefined;
	const areLabelsWaiting = (waiting?.addLabels ?? waiting?.removeLabels) !== undefined;
	const facts = [
		age,
		...(isOpen(status) && !isStateWaiting ? [] : [markWaiting(state.toLowerCase(), isStateWaiting)]),
		areLabelsWaiting ? markWaiting(firstLabels(labels) || 'no labels', true) : firstLabels(labels),
	].filter(Boolean);
	const name = title === '' ? refOf(key) : title;
	const about: TicketsTarget = { kind: 'ticket', key, listId };
	return {
		id: ticketRowId(listId, id),
		label: `#${id} ${markWaiting(visible(name), isTitleWaiting)}`,
		description: facts.join(' · '),
		...ticketAppearance(ticket),
		badge: badgeOf(row),
		tooltip: {
			markdown: () => hoverOf(row, state),
			more: (signal) => row.describePeople(peopleOf(ticket), signal),
		},
		spokenLabel: [
			`Ticket ${id}, ${markWaiting(name, isTitleWaiting)}`,
			markWaiting(state, isStateWaiting),
			labels.length > 0 ? markWaiting(`labels ${labels.join(', ')}`, areLabelsWaiting) : '',
			isUnseen ? 'new activity' : '',
			hasDraft ? 'has a draft' : '',
			longAge(updated, now),
		]
			.filter(Boolean)
			.join(', '),
		context: contextOf(row),
		command: { id: 'tildeforge.openRow', title: 'Open Ticket', arguments: [about] },
		about,
	};
}

/**
 * The context value, which decides what the menu contains. A word such as `noEdit` removes a command that the forge would refuse, or for which
 * it has only pages.
 */
function contextOf(row: TicketRowInput): string {
	const { resolveOnly, hasExtras, isPermitted } = row;
	const { status, assignees } = row.ticket;
	const isOffered = (what: TicketAction) => isPermitted(what) && (hasExtras || !extraActions.includes(what));
	return [
		isOpen(status) ? `ticket open ${status}` : 'ticket resolved',
		...(resolveOnly ? ['simple'] : []),
		...(assignees.length > 0 ? ['assigned'] : []),
		...ticketActions.filter((what) => !isOffered(what)).map((what) => `no${capitalize(what)}`),
		...subscriptionWords(row),
	].join(' ');
}

/** What many forges offer on pages only. */
const extraActions: readonly TicketAction[] = ['assign', 'edit', 'delete'];

function subscriptionWords({ hasExtras, isSubscribed }: TicketRowInput): readonly string[] {
	if (!hasExtras) return ['noSubscription'];
	return isSubscribed == null ? [] : [isSubscribed ? 'subscribed' : 'unsubscribed'];
}

function badgeOf({ isUnseen, hasDraft }: TicketRowInput): Row['badge'] {
	const letters = `${isUnseen ? '●' : ''}${hasDraft ? 'D' : ''}`;
	const meanings = [...(isUnseen ? ['New activity'] : []), ...(hasDraft ? ['Has a draft'] : [])];
	return letters === '' ? undefined : { letters, tooltip: meanings.join('. ') };
}

/** How many people are described. */
const maxPeople = 3;

/** The users that the hover names, each once. */
function peopleOf({ submitter, assignees }: Ticket): readonly TicketPerson[] {
	const own = submitter?.type === 'user' ? submitter.canonical_name : undefined;
	const others = assignees.map(({ canonical_name }) => canonical_name).filter((name) => name !== own);
	return [
		...(own === undefined ? [] : [{ name: own, role: 'Submitted by' } as const]),
		...[...new Set(others)].map((name) => ({ name, role: 'Assigned to' }) as const),
	].slice(0, maxPeople);
}

function hoverOf({ ticket, labelColors, now }: TicketRowInput, state: string): string {
	const { id, title, description, labels, submitter, updated, assignees } = ticket;
	const people = assignees.map(({ canonical_name }) => canonical_name).join(', ');
	const facts = [
		state,
		people === '' ? '' : `assigned to ${people}`,
		`by ${personText(person(submitter))}`,
		longAge(updated, now),
	].filter(Boolean);
	const text = hoverText(description);
	const parts = [
		`**${escapeMarkdown(`#${id} ${title}`).trim()}**`,
		escapeMarkdown(facts.join(' · ')),
		labels.map((name) => labelText(name, labelColors(name))).join(' '),
		...(text === '' ? [] : ['---', text]),
	];
	return parts.filter(Boolean).join('\n\n');
}

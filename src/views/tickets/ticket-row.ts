import type { Ticket } from '../../forge/shapes/trackers.ts';
import { excerpt } from '../../model/markdown/excerpt.ts';
import { isOpen } from '../../model/query/match.ts';
import { refOf, type TicketKey } from '../../model/ticket.ts';
import { longAge, person, personText, resolutionName, shortAge, statusName } from '../../model/words.ts';
import type { Row } from '../row.ts';

/** How a status looks; the shapes differ as well as the colours. */
const looks: Readonly<Record<string, readonly [icon: string, color: string]>> = {
	reported: ['issues', 'tildeforge.ticketReported'],
	confirmed: ['verified', 'tildeforge.ticketConfirmed'],
	in_progress: ['play-circle', 'tildeforge.ticketInProgress'],
	pending: ['watch', 'tildeforge.ticketPending'],
	resolved: ['pass', 'tildeforge.ticketResolved'],
};

const donein = ['fixed', 'implemented'];

function lookOf({ status, resolution }: Ticket): readonly [icon: string, color: string | undefined] {
	if (!isOpen(status) && !donein.includes(resolution)) return ['circle-slash', 'tildeforge.ticketDropped'];
	return looks[status] ?? ['issues', undefined];
}

export const ticketIcon = (ticket: Ticket): string => lookOf(ticket)[0];

/** Two labels, and how many more. */
function someOf(labels: readonly string[]): string {
	const shown = labels.slice(0, 2).join(', ');
	return labels.length > 2 ? `${shown} +${labels.length - 2}` : shown;
}

/** What stands in a tooltip as it was written, whatever signs it has. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]<>()#+\-.!|~&$@:/]/g, '\\$&').replace(/\s+/g, ' ');

export interface TicketShown {
	readonly key: TicketKey;
	readonly ticket: Ticket;
	/** Set apart in the rows of several queries. */
	readonly within: string;
	readonly hasDraft: boolean;
	readonly now: number;
}

export function ticketRow({ key, ticket, within, hasDraft, now }: TicketShown): Row {
	const { id, title, labels, status, resolution, updated } = ticket;
	const [icon, color] = lookOf(ticket);
	const state = isOpen(status) ? statusName(status) : resolutionName(resolution);
	const age = shortAge(updated, now);
	const facts = [...(isOpen(status) ? [] : [state.toLowerCase()]), someOf(labels), age].filter(Boolean);
	const shown = title === '' ? refOf(key) : title;
	return {
		id: `${within}/${id}`,
		label: `#${id} ${shown}`,
		description: facts.join(' · '),
		icon,
		color,
		badge: hasDraft ? { letters: 'D', words: 'Has a draft' } : undefined,
		tooltip: { markdown: () => hoverOf(ticket, state, now) },
		said: [
			`${shown}, ticket ${id}, ${state}`,
			labels.length > 0 ? `labels ${labels.join(', ')}` : '',
			hasDraft ? 'has a draft' : '',
			longAge(updated, now),
		]
			.filter(Boolean)
			.join(', '),
		context: `ticket ${isOpen(status) ? 'open' : 'resolved'}`,
		command: { id: 'tildeforge.openTicket', title: 'Open Ticket', arguments: [key, within] },
		about: key,
	};
}

function hoverOf(
	{ id, title, description, labels, submitter, updated, assignees }: Ticket,
	state: string,
	now: number,
): string {
	const people = assignees.map(({ canonical_name }) => canonical_name).join(', ');
	const facts = [
		state,
		people === '' ? '' : `assigned to ${people}`,
		`by ${personText(person(submitter))}`,
		longAge(updated, now),
	].filter(Boolean);
	const parts = [
		`**\\#${id} ${plain(title)}**`,
		plain(facts.join(' · ')),
		...(labels.length > 0 ? [plain(labels.join(', '))] : []),
		...(description.trim() === '' ? [] : ['---', plain(excerpt(description, 300))]),
	];
	return parts.join('\n\n');
}

import type { Ticket } from '../../forge/shapes/trackers.ts';
import { refOf, spellKey, trackerRef } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { formatNumber, person, personText, timeOf } from '../../platform/model/words.ts';
import type { Entry, Fact, LabelShown, UnseenShown } from '../../platform/page/parts.ts';
import { ownPerson, personRow, userRow } from '../../platform/page/people.ts';
import { isPermitted } from '../model/permissions.ts';
import { mentionedIn, participants, type TimelineEntry, timeline } from '../model/timeline.ts';
import { boxNotes, notes } from './notes.ts';
import {
	allStatuses,
	eventIcon,
	labelLookup,
	movesFrom,
	piecesOf,
	resolutionChoices,
	statusChoice,
	statusIcon,
	statusText,
} from './parts.ts';
import type { Composer, Snapshot } from './protocol.ts';
import type { TicketView } from './snapshot-input.ts';

/** What the page of a ticket shows. The same view gives the same snapshot. */
export function ticketPage(view: TicketView): Snapshot {
	const { key, ticket, draft } = view;
	const ref = refOf(key);
	const labelOf = labelLookup(view.labels);
	const entries = ticket ? timeline(ticket, view.events, options(view)) : [];
	return {
		page: 'ticket',
		key: spellKey(key),
		version: ticket?.updated ?? '',
		ref,
		tracker: { name: trackerRef(key), open: view.web },
		number: `#${key.ticket}`,
		title: shownTitle(ticket?.title ?? view.title ?? ref),
		status: ticket
			? {
					text: statusText(ticket.status, ticket.resolution),
					...statusIcon(ticket.status, ticket.resolution),
				}
			: null,
		labels: ticket?.labels.map(labelOf) ?? [],
		notes: notes(view),
		reading: loadingMessage(view),
		facts: ticket ? facts(view, ticket) : [],
		timeline: entries.map((entry) => toEntry(entry, view, labelOf)),
		unseen: unseenShown(entries),
		composer: ticket || draft ? composer(view, entries, labelOf) : null,
		...view.draftSnapshot,
		canUndo: view.canUndo,
		position: view.position,
	};
}

function unseenShown(entries: readonly TimelineEntry[]): UnseenShown | null {
	const count = entries.filter((entry) => entry.kind !== 'since' && entry.unseen).length;
	const text = `${formatNumber(count)} new`;
	return count === 0 ? null : { text, label: `${text} since your last visit` };
}

/** The forge accepts no longer titles. A browser needs seconds to wrap a very long word. */
const longestTitle = 2048;

const shownTitle = (title: string): string =>
	// The cut must not leave half of a character.
	visible(title.length > longestTitle ? `${title.slice(0, longestTitle).replace(/\p{Cs}$/u, '')}…` : title);

function loadingMessage({ key, ticket, isReading, situation }: TicketView): string | null {
	if (!ticket) return situation.kind === 'reading' ? `Loading ${refOf(key)}…` : null;
	if (!isReading) return null;
	const hasProblem = situation.kind !== 'good' && situation.kind !== 'reading';
	return hasProblem ? 'Comments and events are not loaded yet.' : 'Loading new activity…';
}

const options = ({ now, me, seenUpTo, zone }: TicketView) => ({
	now,
	me,
	...(seenUpTo !== undefined && { seenUpTo }),
	...(zone !== undefined && { zone }),
});

function facts(view: TicketView, ticket: Ticket): Fact[] {
	const { events, now, zone } = view;
	const submitter = ticket.submitter;
	const reported = timeOf(ticket.created, now, zone);
	const mentions = mentionedIn(events);
	const people = participants(ticket, events);
	const all: Fact[] = [
		{ term: 'Assigned to', rows: ticket.assignees.map(({ canonical_name }) => userRow(canonical_name)) },
		{
			term: 'Submitted by',
			rows: submitter
				? [submitter.type === 'user' ? userRow(submitter.canonical_name) : personRow(person(submitter))]
				: [],
		},
		{
			term: 'Mentioned in',
			rows: mentions.map(({ text, open }) => ({
				icon: 'issues',
				pieces: [open === undefined ? text : { link: text, open }],
			})),
		},
		{
			term: 'Dates',
			rows: [
				{ pieces: ['Reported'], time: { ...reported, ago: reported.exact } },
				...(ticket.updated === ticket.created
					? []
					: [{ pieces: ['Updated'], time: timeOf(ticket.updated, now, zone) }]),
			],
		},
		{
			term: 'People',
			rows: [
				{
					faces: people.slice(0, 8),
					pieces: [String(people.length)],
					said: `: ${people.map(personText).join(', ')}`,
				},
			],
		},
	];
	return all.filter(({ rows }) => rows.length > 0);
}

function toEntry(entry: TimelineEntry, { render }: TicketView, labelOf: (name: string) => LabelShown): Entry {
	if (entry.kind === 'since') return { kind: 'since', key: entry.id, text: entry.text };
	const { id: key, time, unseen } = entry;
	if (entry.kind === 'event') {
		return { kind: 'event', key, time, ...eventIcon(entry.glyph), pieces: piecesOf(entry.parts, labelOf) };
	}
	const isDescription = entry.kind === 'description';
	const what = isDescription ? 'Description' : unseen ? 'New comment' : 'Comment';
	return {
		kind: 'comment',
		key,
		name: `${what} by ${personText(entry.by)}`,
		by: entry.by,
		verb: isDescription ? 'reported this' : '',
		mark: entry.mark ?? '',
		time,
		html:
			entry.text.trim() === ''
				? `<p class="muted">${isDescription ? 'No description.' : 'No text.'}</p>`
				: render(entry.text).html,
		unseen,
	};
}

const isAllowed = (what: 'comment' | 'triage', { key, ticket, permissions, me }: TicketView): boolean =>
	isPermitted(what, { ticket, permissions, me, owner: key.owner });

function composer(
	view: TicketView,
	entries: readonly TimelineEntry[],
	labelOf: (name: string) => LabelShown,
): Composer {
	const { ticket, me, quirks, labels, draft } = view;
	const status = ticket?.status ?? 'reported';
	const mayTriage = ticket !== undefined && isAllowed('triage', view);
	return {
		me: ownPerson(me),
		status: statusChoice(status),
		resolution: ticket?.resolution ?? 'unresolved',
		moves: mayTriage ? movesFrom(status, quirks) : [],
		statuses: allStatuses,
		resolutions: resolutionChoices(status, ticket?.resolution ?? 'unresolved'),
		labels: ticket?.labels.map(labelOf) ?? [],
		known: labels.map(({ name }) => labelOf(name)),
		// The draft stays visible, whether or not the user may send it now.
		mayComment: isAllowed('comment', view) || draft !== undefined,
		mayLabel: mayTriage,
		notes: boxNotes(view, entries, labelOf),
	};
}

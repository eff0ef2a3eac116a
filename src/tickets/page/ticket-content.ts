import { visible } from '../../base/text/invisible-characters.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { idOfTicket, refOf, trackerRef } from '../../platform/model/keys.ts';
import { exactDate, type Person, person, personText, timeOf } from '../../platform/model/words.ts';
import { ownPerson, personRow, userRow } from '../../platform/page/person-rows.ts';
import type { Fact, FactRow, ShownLabel, ShownUnseen } from '../../platform/page/snapshot-parts.ts';
import { describeState } from '../model/describe-change.ts';
import { mentionedIn, type Outline, otherParticipants } from '../model/timeline.ts';
import { entryToReveal, missingEntryNote } from './entry-to-reveal.ts';
import { boxNotes, notes } from './notes.ts';
import { isAllowed, mayEdit, type TicketPageState } from './page-state.ts';
import type { Composer, PageContent } from './protocol.ts';
import {
	allStatuses,
	labelLookup,
	movesFrom,
	resolutionChoices,
	statusChoice,
	statusIcon,
} from './ticket-parts.ts';
import { outlineOf, shownTimeline } from './timeline-parts.ts';

/** What the page of a ticket shows of the ticket. */
export function ticketContent(state: TicketPageState): PageContent {
	const { key, ticket, draft, waitingChange } = state;
	const { status, resolution, duplicateOf } = waitingChange ?? {};
	const isStateWaiting = (status ?? resolution) !== undefined;
	const ref = refOf(key);
	const labelOf = labelLookup(state.labels);
	const outline = ticket && outlineOf(state, ticket);
	return {
		page: 'ticket',
		key: idOfTicket(key),
		version: ticket?.updated ?? '',
		ref,
		tracker: { name: trackerRef(key), open: state.web },
		owner: state.ownerToName,
		number: `#${key.ticket}`,
		title: `${shownTitle(ticket?.title ?? ref)}${waitingChange?.title === undefined ? '' : ' (waiting)'}`,
		status: ticket
			? {
					text: [
						describeState(ticket),
						duplicateOf === undefined ? '' : ` of ${duplicateOf}`,
						isStateWaiting ? ' (waiting)' : '',
					].join(''),
					...statusIcon(ticket.status, ticket.resolution),
				}
			: null,
		labels: ticket?.labels.map((name) => headLabel(labelOf(name), waitingChange)) ?? [],
		notes: [...notes(state), ...missingEntryNote(state)],
		loadingText: loadingMessage(state),
		facts: ticket ? facts(state, ticket) : [],
		...shownTimeline(state),
		unseen: unseenShown(outline?.unseenCount ?? 0),
		composer: ticket || draft ? composer(state, outline, labelOf) : null,
		requested: entryToReveal(state),
	};
}

/** A label in the head of the page. One that is not on the forge yet says so. */
const headLabel = (label: ShownLabel, waitingChange: TicketPageState['waitingChange']): ShownLabel =>
	waitingChange?.addLabels?.includes(label.name) ? { ...label, text: `${label.text} (waiting)` } : label;

function unseenShown(count: number): ShownUnseen | null {
	const text = `${formatNumber(count)} new`;
	return count === 0 ? null : { text, label: `${text} since your last visit` };
}

/** No forge accepts a title that is longer, and a browser needs seconds to wrap a very long word. */
const longestTitle = 2048;

const shownTitle = (title: string): string =>
	// The cut must not leave half of a character.
	visible(title.length > longestTitle ? `${title.slice(0, longestTitle).replace(/\p{Cs}$/u, '')}…` : title);

function loadingMessage({ key, ticket, isDeleted, isReading, pageStatus }: TicketPageState): string | null {
	if (isDeleted) return null;
	if (!ticket) return pageStatus.kind === 'reading' ? `Loading ${refOf(key)}…` : null;
	if (!isReading) return null;
	const hasProblem = pageStatus.kind !== 'good' && pageStatus.kind !== 'reading';
	return hasProblem ? 'Comments and events are not loaded yet.' : 'Loading new activity…';
}

function facts(state: TicketPageState, ticket: Ticket): Fact[] {
	const { events, now, zone } = state;
	const submitter = ticket.submitter;
	const reported = timeOf(ticket.created, now, zone);
	const mentions = mentionedIn(events);
	const others = otherParticipants(ticket, events);
	const all: Fact[] = [
		{
			term: 'Assigned to',
			rows: [...ticket.assignees.map((who) => assigneeRow(who, state)), ...assignRows(state)],
		},
		{
			term: 'Submitted by',
			rows: submitter
				? [submitter.type === 'user' ? userRow(submitter.canonical_name) : personRow(person(submitter))]
				: [],
		},
		{ term: 'Patches', rows: state.series },
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
				{ pieces: ['Reported'], time: { ...reported, text: exactDate(ticket.created, zone) } },
				...(ticket.updated === ticket.created
					? []
					: [{ pieces: ['Updated'], time: timeOf(ticket.updated, now, zone) }]),
			],
		},
		{
			term: 'Others',
			rows: [
				...others.slice(0, maxOthers).map(participantRow),
				...(others.length > maxOthers ? [moreRow(others.slice(maxOthers))] : []),
			],
		},
		{ term: 'Notifications', rows: subscriptionRows(state) },
	];
	return all.filter(({ rows }) => rows.length > 0);
}

/** An assignee, who is marked if the forge does not know of it yet. */
function assigneeRow(
	{ canonical_name }: Ticket['assignees'][number],
	{ waitingChange }: TicketPageState,
): FactRow {
	const row = userRow(canonical_name);
	const isWaiting = waitingChange?.assign?.includes(canonical_name) === true;
	return isWaiting ? { ...row, pieces: [...row.pieces, ' (waiting)'] } : row;
}

/** REST cannot assign tickets. */
function assignRows(state: TicketPageState): readonly FactRow[] {
	const { web, ticket, hasExtras } = state;
	if (web === '' || !isAllowed('assign', state)) return [];
	const isAssigned = ticket !== undefined && ticket.assignees.length > 0;
	const row = (label: string, act: string): FactRow => ({ pieces: [], button: { label, act } });
	if (!hasExtras) return [row(isAssigned ? 'Change Assignees in Browser' : 'Assign in Browser', 'web')];
	return [row('Assign…', 'assign'), ...(isAssigned ? [row('Unassign', 'unassign')] : [])];
}

function subscriptionRows({ isSubscribed }: TicketPageState): readonly FactRow[] {
	if (isSubscribed === undefined) return [];
	const subscribe = { pieces: [], button: { label: 'Subscribe', act: 'subscribe' } };
	const unsubscribe = { pieces: [], button: { label: 'Unsubscribe', act: 'unsubscribe' } };
	if (isSubscribed === null) return [subscribe, unsubscribe];
	return [isSubscribed ? unsubscribe : subscribe];
}

/** How many further people are named. */
const maxOthers = 6;

const participantRow = (who: Person): FactRow => (who.kind === 'user' ? userRow(who.name) : personRow(who));

const moreRow = (people: readonly Person[]): FactRow => ({
	pieces: [`and ${formatNumber(people.length)} more`],
	screenReaderText: `: ${people.map(personText).join(', ')}`,
});

function composer(
	state: TicketPageState,
	outline: Outline | undefined,
	labelOf: (name: string) => ShownLabel,
): Composer {
	const { ticket, me, resolveOnly, labels, draft } = state;
	const status = ticket?.status ?? 'reported';
	const mayTriage = ticket !== undefined && isAllowed('triage', state);
	return {
		me: ownPerson(me),
		status: statusChoice(status),
		resolution: ticket?.resolution ?? 'unresolved',
		moves: mayTriage ? movesFrom(status, resolveOnly) : [],
		statuses: allStatuses,
		resolutions: resolutionChoices(status, ticket?.resolution ?? 'unresolved'),
		labels: ticket?.labels.map(labelOf) ?? [],
		known: labels.map(({ name }) => labelOf(name)),
		// The draft stays visible, whether or not the user may send it now.
		mayComment: isAllowed('comment', state) || draft !== undefined,
		mayLabel: mayTriage,
		mayAssign: ticket !== undefined && isAllowed('assign', state),
		mayRename: ticket !== undefined && isAllowed('edit', state),
		mayEdit: mayEdit(state),
		notes: boxNotes(state, outline, labelOf),
	};
}

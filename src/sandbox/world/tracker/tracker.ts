import type { Participant } from '../../../forge/shapes/people.ts';
import { noPermissions } from '../../trackers/access.ts';
import { participant } from '../../trackers/tickets.ts';
import type { TicketRecord, TrackerRecord } from '../../trackers/tracker-records.ts';
import type { Trackers } from '../../trackers/trackers.ts';
import { forEachYielding } from '../material/event-loop.ts';
import { type ParseTime, people } from '../material/people.ts';
import { earlyTickets } from './early.ts';
import { laterTickets } from './later.ts';
import { latestTickets } from './latest.ts';
import { type Action, labels, outsiders, personOf, type Ticket, type Who } from './ticket.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const isOutsider = (who: Who): who is keyof typeof outsiders => who in outsiders;

const participantOf = (who: Who): Participant => (isOutsider(who) ? outsiders[who] : participant(who));

/** Fills a tracker in chronological order, so that mentions find their targets. */
async function fillTracker(
	{ tickets: operations }: Trackers,
	tracker: TrackerRecord,
	tickets: readonly Ticket[],
	parseTime: ParseTime,
): Promise<void> {
	const opened = new Map<Ticket, TicketRecord>();
	const open = (ticket: Ticket, at: Date) => {
		const { by, title, text = '', isHidden } = ticket;
		const record = operations.open(tracker, participantOf(by), { title, description: text, at });
		opened.set(ticket, record);
		if (isHidden) operations.permit(record, { anonymous: [], user: [] }, { at });
	};
	const act = (ticket: Ticket, who: Who, { assign, unassign, ...update }: Action, at: Date) => {
		const record = opened.get(ticket);
		if (!record) throw new Error(`${ticket.title} is not open yet`);
		const by = participantOf(who);
		if (unassign) operations.unassign(record, by, unassign, { at });
		if (assign) operations.assign(record, by, assign, { at });
		operations.update(record, by, { ...update, at });
	};

	const events = tickets.flatMap((ticket) => {
		const start = parseTime(ticket.on, people[personOf(ticket.by)]);
		const actions = (ticket.actions ?? []).map(([who, days, action], index) => {
			const at = new Date(start.getTime() + days * dayMs + (index + 1) * 17 * minuteMs);
			return { at, run: () => act(ticket, who, action, at) };
		});
		return [{ at: start, run: () => open(ticket, start) }, ...actions];
	});
	events.sort((a, b) => a.at.getTime() - b.at.getTime());
	await forEachYielding(events, ({ run }) => run());
}

const website: readonly Ticket[] = [
	{
		by: 'bob',
		on: '2025-05-05 12:00',
		title: 'Dark colours',
		text: 'As the editor has: see ~ana/editor#23.',
		actions: [['carol', 2, { comment: 'prefers-color-scheme is enough.' }]],
	},
	{
		by: 'ana',
		on: '2025-06-01 10:00',
		title: 'The feed has no dates',
		actions: [['bob', 1, { status: 'resolved', resolution: 'fixed' }]],
	},
	{ by: 'dave', on: '2025-09-09 09:09', title: 'Broken link to the manual page' },
];

const errands: readonly Ticket[] = [
	{ by: 'ana', on: '2025-10-01 08:00', title: 'Renew the domain' },
	{
		by: 'ana',
		on: '2026-01-05 08:00',
		title: 'Talk at the user group',
		text: 'Half an hour about undo. Slides in ~ana/notes.',
		actions: [['ana', 10, { status: 'in_progress' }]],
	},
];

/** The three trackers of the demo world. */
export async function fillTrackers(trackers: Trackers, parseTime: ParseTime): Promise<void> {
	const begun = parseTime('2024-02-17 12:00', people.ana);
	const editor = trackers.create('ana', {
		name: 'editor',
		description: 'Bugs of and wishes for the **editor**. Questions are better asked on ~ana/editor-devel.',
		at: begun,
	});
	for (const [name, colors] of Object.entries(labels)) {
		trackers.createLabel(editor, { name, colors, at: begun });
	}
	const tickets = [...earlyTickets, ...laterTickets, ...latestTickets];
	await fillTracker(trackers, editor, tickets, parseTime);

	const websiteTracker = trackers.create('bob', {
		name: 'website',
		description: 'editor.example.org',
		at: parseTime('2025-05-05 11:00', people.bob),
	});
	await fillTracker(trackers, websiteTracker, website, parseTime);

	const at = parseTime('2025-10-01 07:55', people.ana);
	const errandsTracker = trackers.create('ana', {
		name: 'errands',
		description: 'Mine.',
		permissions: noPermissions,
		at,
	});
	await fillTracker(trackers, errandsTracker, errands, parseTime);
}

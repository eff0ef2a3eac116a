import type { Participant } from '../../../forge/shapes/people.ts';
import type { Accounts } from '../../accounts.ts';
import type { TicketRecord, TrackerRecord } from '../../trackers/state.ts';
import { participant } from '../../trackers/tickets.ts';
import type { Trackers } from '../../trackers/trackers.ts';
import { account } from '../accounts.ts';
import { moment, people } from '../people.ts';
import { forEachYielding } from '../yielding.ts';
import { earlyTickets } from './early.ts';
import { laterTickets } from './later.ts';
import { latestTickets } from './latest.ts';
import { type Act, clockOf, labels, outsiders, type Ticket, type Who } from './ticket.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const isOutsider = (who: Who): who is keyof typeof outsiders => who in outsiders;

const participantOf = (who: Who): Participant =>
	isOutsider(who) ? outsiders[who] : participant({ name: who });

/** Fills a tracker in chronological order, so that mentions find their targets. */
async function fillTracker(
	{ tickets: desk }: Pick<Trackers, 'tickets'>,
	tracker: TrackerRecord,
	tickets: readonly Ticket[],
	accounts: Accounts,
): Promise<void> {
	const opened = new Map<Ticket, TicketRecord>();
	const open = (ticket: Ticket, at: Date) => {
		const { by, title, text = '', hidden } = ticket;
		const record = desk.open(tracker, participantOf(by), { title, description: text, at });
		opened.set(ticket, record);
		if (hidden) desk.permit(record, { anonymous: [], user: [] }, { at });
	};
	const act = (ticket: Ticket, who: Who, { assign, unassign, say, ...rest }: Act, at: Date) => {
		const record = opened.get(ticket);
		if (!record) throw new Error(`${ticket.title} is not open yet`);
		const by = participantOf(who);
		if (unassign) desk.unassign(record, by, account(accounts, unassign), { at });
		if (assign) desk.assign(record, by, account(accounts, assign), { at });
		desk.update(record, by, { ...rest, ...(say !== undefined && { comment: say }), at });
	};

	const happenings = tickets.flatMap((ticket) => {
		const start = moment(ticket.on, people[clockOf(ticket.by)]);
		const deeds = (ticket.deeds ?? []).map(([who, days, deed], index) => {
			const at = new Date(start.getTime() + days * day + (index + 1) * 17 * minute);
			return { at, happen: () => act(ticket, who, deed, at) };
		});
		return [{ at: start, happen: () => open(ticket, start) }, ...deeds];
	});
	happenings.sort((a, b) => a.at.getTime() - b.at.getTime());
	await forEachYielding(happenings, ({ happen }) => happen());
}

const website: readonly Ticket[] = [
	{
		by: 'bob',
		on: '2025-05-05 12:00',
		title: 'Dark colours',
		text: 'As the editor has: see ~ana/editor#23.',
		deeds: [['carol', 2, { say: 'prefers-color-scheme is enough.' }]],
	},
	{
		by: 'ana',
		on: '2025-06-01 10:00',
		title: 'The feed has no dates',
		deeds: [['bob', 1, { status: 'resolved', resolution: 'fixed' }]],
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
		deeds: [['ana', 10, { status: 'in_progress' }]],
	},
];

/** The three trackers of the demo world. */
export async function fillTrackers(trackers: Trackers, accounts: Accounts): Promise<void> {
	const ana = account(accounts, 'ana');
	const bob = account(accounts, 'bob');
	const begun = moment('2024-02-17 12:00', people.ana);
	const editor = trackers.create(ana, {
		name: 'editor',
		description: 'Bugs of and wishes for the **editor**. Questions are better asked on ~ana/editor-devel.',
		at: begun,
	});
	for (const [name, colors] of Object.entries(labels)) {
		trackers.createLabel(editor, { name, colors, at: begun });
	}
	await fillTracker(trackers, editor, [...earlyTickets, ...laterTickets, ...latestTickets], accounts);

	const ofWebsite = trackers.create(bob, {
		name: 'website',
		description: 'editor.example.org',
		at: moment('2025-05-05 11:00', people.bob),
	});
	await fillTracker(trackers, ofWebsite, website, accounts);

	const nobody = { anonymous: [], submitter: [], user: [] };
	const at = moment('2025-10-01 07:55', people.ana);
	const ofAna = trackers.create(ana, { name: 'errands', description: 'Mine.', permissions: nobody, at });
	await fillTracker(trackers, ofAna, errands, accounts);
}

import { Lifetime } from '../../base/lifetime.ts';
import type { Lists } from '../lists/lists.ts';
import type { TicketRecord } from '../trackers/state.ts';
import { participant } from '../trackers/tickets.ts';
import type { Trackers } from '../trackers/trackers.ts';
import { formatMail, type UnsentMail } from './material/outgoing-mail.ts';

/** What ~carol answers. The one about the ticket that the user is reading is left out, so that the Inbox has something new. */
const answers = [
	{
		title: 'Release 2.4.2?',
		text: 'I have typed Danish with the three-byte fix for a day, and nothing was lost. From my side it is ready, ~ana.',
	},
	{
		title: 'Half of the last line is missing at 20 columns',
		text: 'Found it: the width of the last row is counted twice. ~ana, I will send a patch to the list.',
	},
];

/** Two tickets for one patch of ~bob, the status that they have, and what he writes. */
const pair = {
	titles: ['Saving replaces a symlink by a file', 'Save keeps the owner but not the mode'],
	status: 'confirmed',
	text: 'I have one patch for #48 and #49, and will send it tonight.',
} as const;

interface VisitorsOptions {
	readonly trackers: Trackers;
	readonly lists: Lists;
	readonly state: { unsentMails?: readonly UnsentMail[] };
	readonly now: () => Date;
	readonly delayMs: number;
}

/**
 * The other users of the sample forge. Each of them does one thing, once, after the user has done something:
 * - ~carol answers a ticket, shortly after the user has opened another one.
 * - The authors of two series send what was asked for, shortly after the user has opened a thread: a patch that was lost, and a new version.
 * - ~bob changes the status of one of two tickets as soon as that of the other one is changed. If a change of that ticket by the user is
 *   waiting to be sent, it conflicts.
 */
export class Visitors {
	readonly #options: VisitorsOptions;
	readonly #lifetime = new Lifetime();
	#isAnswering = false;
	#isSending = false;

	constructor(options: VisitorsOptions) {
		this.#options = options;
	}

	/** The user has opened a ticket. */
	didOpenTicket(opened: TicketRecord): void {
		if (this.#isAnswering) return;
		this.#isAnswering = true;
		this.#lifetime.timeout(() => this.#answer(opened), this.#options.delayMs);
	}

	/** The user has opened a series or another thread. */
	didOpenThread(): void {
		if (this.#isSending) return;
		this.#isSending = true;
		this.#lifetime.timeout(() => this.#send(), this.#options.delayMs);
	}

	/** The user has changed a ticket. */
	didChangeTicket({ title, standing: { status } }: TicketRecord): void {
		if (status === pair.status) return;
		const tickets = this.#tickets.filter((one) => pair.titles.some((known) => known === one.title));
		const other = tickets.find((one) => one.title !== title);
		if (!other || tickets.length !== 2 || !tickets.some((one) => one.title === title)) return;
		if (other.standing.status !== pair.status || hasComment(other, pair.text)) return;
		const change = { status: 'pending', comment: pair.text } as const;
		this.#options.trackers.tickets.update(other, participant('bob'), change);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #tickets(): readonly TicketRecord[] {
		return this.#options.trackers.find('ana', 'editor')?.tickets ?? [];
	}

	#answer(opened: TicketRecord): void {
		const tickets = this.#tickets;
		if (tickets.some((ticket) => answers.some(({ text }) => hasComment(ticket, text)))) return;
		for (const { title, text } of answers) {
			const ticket = tickets.find((one) => one.title === title && one !== opened);
			if (!ticket) continue;
			this.#options.trackers.tickets.update(ticket, participant('carol'), { comment: text });
			return;
		}
	}

	#send(): void {
		const { lists, state, now } = this.#options;
		const { unsentMails = [] } = state;
		state.unsentMails = [];
		const at = now();
		for (const mail of unsentMails)
			lists.receive(formatMail({ ...mail, at }), { from: mail.from.email, to: mail.to, at });
	}
}

const hasComment = ({ events }: TicketRecord, text: string): boolean =>
	events.some(({ comment }) => comment?.text === text);

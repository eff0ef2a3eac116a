import { Lifetime } from '../../base/lifetime.ts';
import type { Lists } from '../lists/lists.ts';
import { idOfTarget } from '../server/hook-target.ts';
import type { HooksState } from '../server/hooks-state.ts';
import { participant } from '../trackers/tickets.ts';
import type { TicketRecord } from '../trackers/tracker-records.ts';
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
	{ title: 'Logo', text: '~ana, is the yellow one good enough for 2.4.2?' },
];
const answerCount = 2;

const trackerHook = idOfTarget({ owner: '~ana', tracker: 'editor' });
const listHook = idOfTarget({ owner: '~ana', list: 'editor-devel' });

/** Two tickets for one patch of ~bob, the status that they have, and what he writes. */
const pair = {
	titles: ['Saving replaces a symlink by a file', 'Save keeps the owner but not the mode'],
	status: 'confirmed',
	text: 'I have one patch for #48 and #49, and will send it tonight.',
} as const;

interface VisitorsOptions {
	readonly trackers: Trackers;
	readonly lists: Lists;
	readonly state: { readonly hooks: HooksState; unsentMails?: readonly UnsentMail[] };
	readonly now: () => Date;
	readonly delayMs: number;
}

/**
 * The other users of the sample forge, who do something once, after the user has done something:
 * - ~carol answers two tickets after the user has opened one.
 * - The authors of two series send what was asked for after the user has opened a thread: a patch that was lost, and a new version.
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
		const tickets = this.#tickets;
		if (tickets.some((ticket) => answers.some(({ text }) => hasComment(ticket, text)))) return;
		const acts = answers.flatMap(({ title, text }) => {
			const ticket = tickets.find((one) => one.title === title && one !== opened);
			return ticket ? [() => this.#answer(ticket, text)] : [];
		});
		this.#act(trackerHook, acts.slice(0, answerCount));
	}

	/** The user has opened a series or another thread. */
	didOpenThread(): void {
		if (this.#isSending) return;
		this.#isSending = true;
		const { unsentMails = [] } = this.#options.state;
		this.#act(
			listHook,
			unsentMails.map(() => () => this.#send()),
		);
	}

	/** The user has changed a ticket. */
	didChangeTicket({ title, standing: { status } }: TicketRecord): void {
		if (status === pair.status) return;
		const tickets = this.#tickets.filter((ticket) => pair.titles.some((known) => known === ticket.title));
		const other = tickets.find((ticket) => ticket.title !== title);
		if (!other || tickets.length !== 2 || !tickets.some((ticket) => ticket.title === title)) return;
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

	/**
	 * Runs acts one after the other, as soon as a webhook tells VS Code of them. Before the first one, VS Code may not have read the place, and
	 * then takes it for something that was there before. After that, it knows what is new.
	 */
	#act(hook: string, acts: readonly (() => void)[]): void {
		const [act, ...rest] = acts;
		if (!act) return;
		const { state, delayMs } = this.#options;
		this.#lifetime.timeout(() => {
			if (!state.hooks.hooks.some(({ place }) => place === hook)) return this.#act(hook, acts);
			act();
			this.#act(hook, rest);
		}, delayMs);
	}

	#answer(ticket: TicketRecord, comment: string): void {
		this.#options.trackers.tickets.update(ticket, participant('carol'), { comment });
	}

	#send(): void {
		const { lists, state, now } = this.#options;
		const [mail, ...rest] = state.unsentMails ?? [];
		state.unsentMails = rest;
		if (!mail) return;
		const at = now();
		lists.receive(formatMail({ ...mail, at }), { from: mail.from.email, to: mail.to, at });
	}
}

const hasComment = ({ events }: TicketRecord, text: string): boolean =>
	events.some(({ comment }) => comment?.text === text);

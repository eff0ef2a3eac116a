import { Lifetime } from '../../base/lifetime.ts';
import type { TicketRecord } from '../trackers/state.ts';
import { participant } from '../trackers/tickets.ts';
import type { Trackers } from '../trackers/trackers.ts';

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

/** Another user of the sample forge, who answers a ticket shortly after the user has opened one, and only once. */
export class Visitor {
	readonly #trackers: Trackers;
	readonly #delayMs: number;
	readonly #lifetime = new Lifetime();
	#isComing = false;

	constructor(trackers: Trackers, delayMs: number) {
		this.#trackers = trackers;
		this.#delayMs = delayMs;
	}

	/** The user has opened a ticket. */
	didOpen(opened: TicketRecord): void {
		if (this.#isComing) return;
		this.#isComing = true;
		this.#lifetime.timeout(() => this.#answer(opened), this.#delayMs);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#answer(opened: TicketRecord): void {
		const tickets = this.#trackers.find('ana', 'editor')?.tickets ?? [];
		const isAnswered = tickets.some(({ events }) =>
			events.some(({ comment }) => answers.some(({ text }) => comment?.text === text)),
		);
		if (isAnswered) return;
		for (const { title, text } of answers) {
			const ticket = tickets.find((one) => one.title === title && one !== opened);
			if (!ticket) continue;
			this.#trackers.tickets.update(ticket, participant('carol'), { comment: text });
			return;
		}
	}
}

import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';

/** What the forge has answered to the last change of a ticket that was made here. */
interface AnswerHere {
	readonly ticket: Ticket;
	readonly events: ReadonlySet<number>;
}

/** Of how many tickets the last answer is remembered. */
const maxAnswers = 100;

/** The answers to changes that were made here. Their deliveries tell nothing new. */
export class AnswersHere {
	readonly #answers = new Map<number, AnswerHere>();

	/** By the number of the ticket. */
	get(number: number): AnswerHere | undefined {
		return this.#answers.get(number);
	}

	remember(ticket: Ticket, events: readonly TicketEvent[]): void {
		const { id } = ticket;
		const before = this.#answers.get(id)?.events ?? [];
		this.#answers.delete(id);
		this.#answers.set(id, {
			ticket,
			events: new Set([...before, ...events.map((event) => event.id)]),
		});
		for (const oldest of this.#answers.keys()) {
			if (this.#answers.size <= maxAnswers) break;
			this.#answers.delete(oldest);
		}
	}
}

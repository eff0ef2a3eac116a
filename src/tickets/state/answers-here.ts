import { abortable } from '../../base/abort.ts';
import { timeLimit } from '../../base/clock.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';

/** What the forge has answered to the last change of a ticket that was made here. */
interface AnswerHere {
	readonly ticket: Ticket;
	readonly events: ReadonlySet<number>;
}

/** A change that takes longer does not keep others waiting. */
const longestMs = 5000;
/** Of how many tickets the last answer is remembered. */
const maxAnswers = 100;

/** The answers to changes that were made here. Their deliveries tell nothing new. */
export class AnswersHere {
	readonly #answers = new Map<number, AnswerHere>();
	/** The changes that are being made, by the number of the ticket. */
	readonly #changes = new Map<number, Promise<unknown>>();

	/** By the number of the ticket. */
	get(number: number): AnswerHere | undefined {
		return this.#answers.get(number);
	}

	/** Makes a change. Its delivery may come before its answer. */
	async change<T>(number: number, change: () => Promise<T>): Promise<T> {
		const changing = change();
		this.#changes.set(number, changing);
		try {
			return await changing;
		} finally {
			if (this.#changes.get(number) === changing) this.#changes.delete(number);
		}
	}

	/** Resolves when no change of a ticket is being made, or after a while. Never rejects. */
	async answered(number: number, signal: AbortSignal): Promise<void> {
		const changing = this.#changes.get(number);
		if (!changing) return;
		const stop = AbortSignal.any([signal, timeLimit(longestMs)]);
		await abortable(changing, stop).catch(() => {});
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

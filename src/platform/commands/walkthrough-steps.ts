import { background } from '../../base/background.ts';
import type { Memory } from '../view/tree/open-rows.ts';
import type { CommandHandlers } from './command-table.ts';

/** The ids of the commands that do what a step is about, by the context key that completes the step. */
type Steps = Readonly<Record<string, readonly string[]>>;

/** Remembers which steps of the walkthrough the user has done, also before they opened it. */
export class WalkthroughSteps {
	readonly #memory: Memory;
	readonly #steps: Steps;
	readonly #complete: (step: string) => PromiseLike<unknown>;

	/** `complete` sets the context key that completes a step. */
	constructor(memory: Memory, steps: Steps, complete: (step: string) => PromiseLike<unknown>) {
		this.#memory = memory;
		this.#steps = steps;
		this.#complete = complete;
		for (const step of Object.keys(steps)) if (this.#isDone(step)) background(complete(step));
	}

	/** The same handlers, which complete the steps of their commands. */
	recording(handlers: CommandHandlers): CommandHandlers {
		const stepOf = new Map(
			Object.entries(this.#steps).flatMap(([step, ids]) => ids.map((id) => [id, step] as const)),
		);
		return Object.fromEntries(
			Object.entries(handlers).map(([id, run]) => {
				const step = stepOf.get(id);
				if (step === undefined) return [id, run];
				const recorded: typeof run = async (...args) => {
					const result = await run(...args);
					this.#didDo(step);
					return result;
				};
				return [id, recorded];
			}),
		);
	}

	#didDo(step: string): void {
		if (this.#isDone(step)) return;
		background(this.#memory.update(step, true));
		background(this.#complete(step));
	}

	#isDone(step: string): boolean {
		return this.#memory.get(step) === true;
	}
}

import { background } from '../../base/background.ts';
import type { Memory } from '../state/memory.ts';

/** Remembers which steps of the walkthrough the user has done, also those done before they opened it. Reasons: docs/decisions/extension-page.md. */
export class WalkthroughSteps<Step extends string> {
	readonly #memory: Memory;
	readonly #complete: (step: Step) => PromiseLike<unknown>;

	/** Each step is a context key. `complete` sets it, which completes the step. */
	constructor(memory: Memory, steps: readonly Step[], complete: (step: Step) => PromiseLike<unknown>) {
		this.#memory = memory;
		this.#complete = complete;
		for (const step of steps) if (this.#isDone(step)) background(complete(step));
	}

	/** The user has done what the step is about. */
	didDo(step: Step): void {
		if (this.#isDone(step)) return;
		background(this.#memory.update(step, true));
		background(this.#complete(step));
	}

	#isDone(step: Step): boolean {
		return this.#memory.get(step) === true;
	}
}

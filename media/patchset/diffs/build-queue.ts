import { background } from '../../kit/background.ts';

/** How long building may take in a frame. */
const buildingMs = 4;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Builds elements a few steps in each frame, so that the page never blocks. */
export class BuildQueue {
	/** Each call does one step and returns whether it was the last. */
	#builds: (() => boolean)[] = [];
	#isRunning = false;

	/** `done` gets what was built, unless the queue is cleared first. */
	add<T>(steps: Generator<undefined, T>, done: (built: T) => void): void {
		this.#builds.push(() => {
			const step = steps.next();
			if (step.done) done(step.value);
			return step.done === true;
		});
		if (!this.#isRunning) background(this.#run());
	}

	clear(): void {
		this.#builds = [];
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		while (this.#builds.length > 0) {
			const end = performance.now() + buildingMs;
			while (this.#builds.length > 0 && performance.now() < end) background(this.#step());
			await frame();
		}
		this.#isRunning = false;
	}

	/** Does a step of the first build. Async only so that `background` logs a failure: that build is dropped, and the others go on. */
	async #step(): Promise<void> {
		// `clear` replaces the array, so a build that is cleared during its own step does not come back.
		const builds = this.#builds;
		const build = builds.shift();
		if (build?.() === false) builds.unshift(build);
	}
}

import { background } from '../../page/background.ts';

/** How long building may take in a frame. */
const buildingMs = 4;

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Builds elements a few steps in each frame, so that the page never blocks. */
export class BuildQueue {
	/** Each does a step, and returns whether it was the last one. */
	#builds: (() => boolean)[] = [];
	#isRunning = false;

	/** `done` gets what was built, unless the queue is cleared before. */
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

	/** A build that fails is not tried again, and does not stop the others. */
	async #step(): Promise<void> {
		const builds = this.#builds;
		const build = builds.shift();
		if (build?.() === false) builds.unshift(build);
	}
}

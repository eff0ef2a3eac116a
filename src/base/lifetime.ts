import type { Disposable } from './disposable.ts';
import { after, every } from './timer.ts';

/**
 * Owns things that end together, the latest first. Ending happens once; a member that throws does not keep the others
 * alive, and its error surfaces after all have ended. What is added to an ended Lifetime ends at once, so an answer
 * that comes too late cannot leak what it makes.
 */
export class Lifetime implements Disposable {
	readonly #things = new Set<Disposable>();
	#controller: AbortController | undefined;
	#ended = false;
	#forget: () => void = () => {};

	get ended(): boolean {
		return this.#ended;
	}

	/** How many things it holds now: what a leak hunt or a test wants to know. */
	get size(): number {
		return this.#things.size;
	}

	/** Aborted when this ends, before any member is disposed. */
	get signal(): AbortSignal {
		this.#controller ??= new AbortController();
		if (this.#ended) this.#controller.abort();
		return this.#controller.signal;
	}

	add<T extends Disposable>(thing: T): T {
		if (this.#ended) thing.dispose();
		else this.#things.add(thing);
		return thing;
	}

	/** Ends with this one, or earlier by itself; then nothing of it stays here. */
	child(): Lifetime {
		const child = new Lifetime();
		child.#forget = () => this.#things.delete(child);
		return this.add(child);
	}

	timeout(run: () => unknown, ms: number): Disposable {
		return this.#timer((forget) =>
			after(ms, () => {
				forget();
				run();
			}),
		);
	}

	interval(run: () => unknown, ms: number): Disposable {
		return this.#timer(() => every(ms, run));
	}

	dispose(): void {
		this.#ended = true;
		this.#forget();
		this.#controller?.abort();
		const things = [...this.#things].reverse();
		this.#things.clear();
		const failures: unknown[] = [];
		for (const thing of things) {
			try {
				thing.dispose();
			} catch (failure) {
				failures.push(failure);
			}
		}
		if (failures.length > 1) throw new AggregateError(failures, 'several things failed to end');
		if (failures.length === 1) throw failures[0];
	}

	#timer(start: (forget: () => void) => Disposable): Disposable {
		const forget = () => this.#things.delete(handle);
		const timer = start(forget);
		const handle = {
			dispose() {
				timer.dispose();
				forget();
			},
		};
		return this.add(handle);
	}
}

import { after, every } from './clock.ts';
import type { Disposable } from './disposable.ts';

/**
 * Owns disposables that end together, the latest first. If one throws, the others are still disposed, and the error is rethrown at
 * the end. What is added after the end is disposed at once, so a late answer cannot leak what it creates.
 */
export class Lifetime implements Disposable {
	readonly #disposables = new Set<Disposable>();
	#controller: AbortController | undefined;
	#ended = false;
	#forget: () => void = () => {};

	get ended(): boolean {
		return this.#ended;
	}

	/** The number of members, for tests and for finding leaks. */
	get size(): number {
		return this.#disposables.size;
	}

	/** Aborted when this ends, before any member is disposed. */
	get signal(): AbortSignal {
		this.#controller ??= new AbortController();
		if (this.#ended) this.#controller.abort();
		return this.#controller.signal;
	}

	add<T extends Disposable>(disposable: T): T {
		if (this.#ended) disposable.dispose();
		else this.#disposables.add(disposable);
		return disposable;
	}

	/** Creates a lifetime that ends with this one. If it ends earlier, this one forgets it. */
	child(): Lifetime {
		const child = new Lifetime();
		child.#forget = () => this.#disposables.delete(child);
		return this.add(child);
	}

	timeout(run: () => unknown, ms: number): Disposable {
		const handle = this.#addTimer(
			after(ms, () => {
				this.#disposables.delete(handle);
				run();
			}),
		);
		return handle;
	}

	interval(run: () => unknown, ms: number): Disposable {
		return this.#addTimer(every(ms, run));
	}

	dispose(): void {
		this.#ended = true;
		this.#forget();
		this.#controller?.abort();
		const disposables = [...this.#disposables].reverse();
		this.#disposables.clear();
		const failures: unknown[] = [];
		for (const disposable of disposables) {
			try {
				disposable.dispose();
			} catch (failure) {
				failures.push(failure);
			}
		}
		if (failures.length > 1) throw new AggregateError(failures, 'Several disposables failed');
		if (failures.length === 1) throw failures[0];
	}

	/** Lets `using` end this at the end of a block. */
	[Symbol.dispose](): void {
		this.dispose();
	}

	/** Forgets a timer that is disposed earlier. */
	#addTimer(timer: Disposable): Disposable {
		const handle = {
			dispose: () => {
				timer.dispose();
				this.#disposables.delete(handle);
			},
		};
		return this.add(handle);
	}
}

import type { Disposable } from './disposable.ts';
import { rethrowLater } from './rethrow.ts';

/** The call shape of `vscode.Event<T>`, so that either can be given where the other is wanted. */
export type Event<T> = (
	listener: (value: T) => unknown,
	thisArgs?: unknown,
	disposables?: Disposable[],
) => Disposable;

/**
 * All listeners hear all values in one order, the order of `fire`: a value fired by a listener waits until the
 * current one has reached everybody. A listener added meanwhile hears from the next value on; one removed meanwhile
 * hears nothing more, not even the current value. After `dispose` nobody hears anything.
 *
 * A listener that throws does not stop the others and never fails the caller of `fire`, who is not to blame. What it
 * threw goes to `onError`. The default throws it again outside, where the process reports it as the bug it is: a
 * required handler would be written as `() => {}` in most tests, and then bugs vanish.
 */
export class Emitter<T> implements Disposable {
	readonly #onError: (failure: unknown) => void;
	readonly #listeners = new Set<(value: T) => unknown>();
	/** The value being delivered, then those that wait for it. */
	readonly #values: T[] = [];
	#disposed = false;

	constructor(onError: (failure: unknown) => void = rethrowLater) {
		this.#onError = onError;
	}

	get hasListeners(): boolean {
		return this.#listeners.size > 0;
	}

	readonly event: Event<T> = (listener, thisArgs, disposables) => {
		// A function of its own per subscription: the same listener may subscribe twice and leave once.
		const hear = (value: T) => listener.call(thisArgs, value);
		if (!this.#disposed) this.#listeners.add(hear);
		const subscription = { dispose: () => this.#listeners.delete(hear) };
		disposables?.push(subscription);
		return subscription;
	};

	fire(value: T): void {
		if (this.#disposed || this.#values.push(value) > 1) return;
		// The iteration also meets what listeners fire meanwhile.
		for (const each of this.#values) this.#deliver(each);
		this.#values.length = 0;
	}

	dispose(): void {
		this.#disposed = true;
		this.#listeners.clear();
	}

	#deliver(value: T): void {
		for (const hear of [...this.#listeners]) {
			if (!this.#listeners.has(hear)) continue;
			try {
				hear(value);
			} catch (failure) {
				this.#report(failure);
			}
		}
	}

	#report(failure: unknown): void {
		try {
			this.#onError(failure);
		} catch (worse) {
			rethrowLater(worse);
		}
	}
}

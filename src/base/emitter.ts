import type { Disposable } from './disposable.ts';
import { rethrowLater } from './rethrow.ts';

/** Has the call signature of `vscode.Event<T>`, so that each is assignable to the other. */
export type Event<T> = (
	listener: (value: T) => unknown,
	thisArgs?: unknown,
	disposables?: Disposable[],
) => Disposable;

/** An event that fires with each of these. */
export const anyOf =
	<T>(events: readonly Event<T>[]): Event<T> =>
	(listener) => {
		const all = events.map((event) => event(listener));
		return {
			dispose: () => {
				for (const one of all) one.dispose();
			},
		};
	};

/**
 * All listeners receive all values in the order of `fire`: a value that a listener fires waits until all listeners have received
 * the current one. A listener added during delivery receives values from the next one on. A listener removed during delivery
 * receives nothing more, not even the current value. After `dispose`, no listener receives anything.
 *
 * A listener that throws does not stop the others and never fails the caller of `fire`. Its error goes to `onError`. The default
 * rethrows it outside of the call, so that the process reports it as a bug. `onError` is optional because most tests would pass
 * `() => {}` for a required handler, which hides bugs.
 */
export class Emitter<T> implements Disposable {
	readonly #onError: (failure: unknown) => void;
	readonly #listeners = new Set<(value: T) => unknown>();
	/** The value being delivered, then the values that wait. */
	readonly #values: T[] = [];
	#disposed = false;

	constructor(onError: (failure: unknown) => void = rethrowLater) {
		this.#onError = onError;
	}

	get hasListeners(): boolean {
		return this.#listeners.size > 0;
	}

	readonly event: Event<T> = (listener, thisArgs, disposables) => {
		// One function per subscription: the same listener may subscribe twice and unsubscribe once.
		const receive = (value: T) => listener.call(thisArgs, value);
		if (!this.#disposed) this.#listeners.add(receive);
		const subscription = { dispose: () => this.#listeners.delete(receive) };
		disposables?.push(subscription);
		return subscription;
	};

	fire(value: T): void {
		if (this.#disposed || this.#values.push(value) > 1) return;
		// The iteration includes values that listeners add while it runs.
		for (const each of this.#values) this.#deliver(each);
		this.#values.length = 0;
	}

	dispose(): void {
		this.#disposed = true;
		this.#listeners.clear();
	}

	#deliver(value: T): void {
		for (const receive of [...this.#listeners]) {
			if (!this.#listeners.has(receive)) continue;
			try {
				receive(value);
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

import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';

/** How long a change can be undone. */
const undoMs = 10_000;

/** What undoes the last change, for a few seconds. */
export class Undoable<Undo> implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when what can be undone changes. */
	readonly onDidChange = this.#changes.event;
	#last: { readonly undo: Undo; readonly until: Disposable } | undefined;

	get last(): Undo | undefined {
		return this.#last?.undo;
	}

	/** Replaces what can be undone. `show` tells the user; its result is disposed when that is no longer true. */
	offer(undo: Undo, show: () => Disposable): void {
		// What is shown of the previous change must go first: both may set the same context key.
		this.forget();
		const until = this.#lifetime.child();
		until.add(show());
		until.timeout(() => this.forget(), undoMs);
		this.#last = { undo, until };
		this.#changes.fire();
	}

	forget(): void {
		this.#last?.until.dispose();
		this.#last = undefined;
		this.#changes.fire();
	}

	dispose(): void {
		this.forget();
		this.#lifetime.dispose();
	}
}

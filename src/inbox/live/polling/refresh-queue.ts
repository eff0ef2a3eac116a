import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { concernsServer } from './read-failures.ts';
import type { ReadQueue } from './read-queue.ts';

/** After a read, the next one waits this long for each request of it, so that the forge gets at most about ten in a second. */
const requestMs = 100;

/**
 * Reads resources one after another, for *Refresh* and for what other windows have read, because dozens of them may be pinned. Waits while
 * the window does not have the focus.
 */
export class RefreshQueue<R extends { readonly id: string; readonly server: string }> implements Disposable {
	readonly #queue: ReadQueue<R>;
	readonly #lifetime = new Lifetime();
	/** By id, in the order in which they will be read. */
	readonly #waiting = new Map<string, R>();
	/** The id of the resource whose read was requested. */
	#running: string | undefined;
	#hasFocus = true;

	constructor(queue: ReadQueue<R>) {
		this.#queue = queue;
		// A read for another reason does not count, because it may not ask the forge.
		this.#lifetime.add(
			queue.onWillRead(({ resource, cause }) => {
				if (cause === 'refresh') this.#waiting.delete(resource.id);
			}),
		);
		this.#lifetime.add(queue.onDidRead(({ resource, result }) => this.#didEnd(resource, result.requests)));
		this.#lifetime.add(
			queue.onDidFail(({ resource, error }) => {
				if (concernsServer(error)) this.#forget(resource.server);
				this.#didEnd(resource);
			}),
		);
	}

	add(resources: readonly R[]): void {
		for (const resource of resources) this.#waiting.set(resource.id, resource);
		this.#next();
	}

	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#next();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#next(): void {
		if (this.#running !== undefined || !this.#hasFocus || this.#lifetime.ended) return;
		const [resource] = this.#waiting.values();
		if (!resource) return;
		this.#running = resource.id;
		this.#waiting.delete(resource.id);
		this.#queue.hint(resource, 'refresh');
	}

	#didEnd({ id }: R, requests = 1): void {
		if (id !== this.#running) return;
		this.#lifetime.timeout(() => {
			if (id !== this.#running) return;
			this.#running = undefined;
			this.#next();
		}, requests * requestMs);
	}

	/** The others of a server that cannot be reached would fail too. */
	#forget(server: string): void {
		for (const [id, resource] of this.#waiting) if (resource.server === server) this.#waiting.delete(id);
	}
}

import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';

/** The place on a page that the user has opened it for. `id` differs each time that the user opens the page, also after a restart. */
export type RevealRequest<Place> = Place & { readonly id: string };

/** The places that the user has opened pages for. A page goes to its place once. */
export class RevealRequests<Key, Place extends object> implements Disposable {
	readonly #idOf: (page: Key) => string;
	/** By the id of the page. */
	readonly #places = new Map<string, RevealRequest<Place>>();
	readonly #changes: Emitter<Key>;

	constructor(idOf: (page: Key) => string, didFail: (failure: unknown) => void) {
		this.#idOf = idOf;
		this.#changes = new Emitter<Key>(didFail);
	}

	/** Fires with the key of a page when the user opens it for a place. */
	get onDidChange(): Event<Key> {
		return this.#changes.event;
	}

	of(page: Key): RevealRequest<Place> | undefined {
		return this.#places.get(this.#idOf(page));
	}

	/** The user opens a page for a place. */
	request(page: Key, place: Place): void {
		this.#places.set(this.#idOf(page), { ...place, id: randomUUID() });
		this.#changes.fire(page);
	}

	/** The page was closed, or is opened for no place. */
	forget(page: Key): void {
		this.#places.delete(this.#idOf(page));
	}

	dispose(): void {
		this.#changes.dispose();
	}
}

import { fieldOf } from '../../src/base/field-of.ts';
import { atStart, readPosition, type ScrollPosition } from './scroll.ts';

/** What VS Code keeps of a page while it is hidden. */
interface StoredState {
	/** The key of the page. The host reads it to restore the right page. */
	readonly key: string;
	readonly scroll: ScrollPosition;
	/** The id of the last request for which the page went to a place, or did not because the user had begun to read elsewhere. */
	readonly lastRequest: string;
	/** What the user writes, also on pages that the panel has shown before. */
	readonly boxes: readonly unknown[];
}

/** The part of VS Code's API that keeps the state of the page. */
interface StateStore {
	getState(): unknown;
	setState(state: unknown): void;
}

/** Stores the state of the page that the panel shows. When the panel shows another page, that page begins with a new state, but the boxes stay. */
export class PageState<More> {
	readonly #store: StateStore;
	/** Reads what only this kind of page stores, perhaps of another version of Tildeforge; of a new page, it is passed undefined. */
	readonly #readMore: (stored: unknown) => More;
	#state: StoredState & More;
	#hasBegun = false;

	constructor(store: StateStore, readMore: (stored: unknown) => More) {
		this.#store = store;
		this.#readMore = readMore;
		const stored = store.getState();
		const [key, lastRequest, boxes] = ['key', 'lastRequest', 'boxes'].map((name) => fieldOf(stored, name));
		this.#state = {
			// The panel may have shown another page since its HTML was made.
			key: typeof key === 'string' && key !== '' ? key : (document.body.dataset.key ?? ''),
			scroll: readPosition(fieldOf(stored, 'scroll')),
			lastRequest: typeof lastRequest === 'string' ? lastRequest : '',
			boxes: Array.isArray(boxes) ? boxes : [],
			...readMore(stored),
		};
		store.setState(this.#state);
	}

	get value(): StoredState & More {
		return this.#state;
	}

	/** Call with the key of each snapshot. Returns the state of a page with its first one: as it was stored if the page is the same. */
	begin(key: string): (StoredState & More) | undefined {
		const isSame = this.#state.key === key;
		if (isSame && this.#hasBegun) return undefined;
		this.#hasBegun = true;
		const { boxes } = this.#state;
		if (!isSame) this.#put({ key, scroll: atStart, lastRequest: '', boxes, ...this.#readMore(undefined) });
		return this.#state;
	}

	change(change: Partial<StoredState & More>): void {
		this.#put({ ...this.#state, ...change });
	}

	#put(state: StoredState & More): void {
		this.#state = state;
		this.#store.setState(state);
	}
}

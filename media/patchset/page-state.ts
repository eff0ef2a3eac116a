import { atStart, type ScrollPosition } from '../page/scroll.ts';
import type { StoredBox } from './review/box-store.ts';

/** What VS Code keeps of the page while it is hidden. */
interface StoredState {
	/** The key of the page. */
	readonly key: string;
	readonly scroll: ScrollPosition;
	/** The files that the user has folded or unfolded. */
	readonly folded: readonly (readonly [key: string, isFolded: boolean])[];
	/** The patch that is shown if only one is. */
	readonly shownPatch: string;
	/** The boxes of comments, also those of pages that the panel has shown before. */
	readonly boxes: readonly StoredBox[];
	/** The id of the last request for which the page went to a place. */
	readonly lastRequest: string;
}

interface StateStore {
	getState(): unknown;
	setState(state: unknown): void;
}

const initial = { scroll: atStart, folded: [], shownPatch: '', lastRequest: '' } as const;

const isStored = (value: unknown): value is StoredState =>
	typeof value === 'object' && value !== null && 'key' in value && 'folded' in value;

/** Stores the state of the page that the panel shows. When the panel shows another page, that page begins with a new state, but the boxes stay. */
export class PageState {
	readonly #store: StateStore;
	#state: StoredState;

	constructor(store: StateStore) {
		this.#store = store;
		const stored = store.getState();
		this.#state = { boxes: [], ...(isStored(stored) ? stored : { key: '', ...initial }) };
	}

	get boxes(): readonly StoredBox[] {
		return this.#state.boxes;
	}

	get lastRequest(): string {
		return this.#state.lastRequest;
	}

	/** Begins a page, and returns its state: as it was stored if the page is the same. */
	begin(key: string): StoredState {
		const isSame = this.#state.key === key;
		this.change(isSame ? {} : { key, ...initial });
		return this.#state;
	}

	change(change: Partial<StoredState>): void {
		this.#state = { ...this.#state, ...change };
		this.#store.setState(this.#state);
	}
}

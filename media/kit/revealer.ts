import type { PageState } from './page-state.ts';
import { onUserActivity } from './user-activity.ts';

interface RevealingSnapshot<Place> {
	/** The place that the user has opened the page for, once for each id. The place is null until it is known. */
	readonly requested: { readonly id: string; readonly place: Place | null } | null;
}

/**
 * Goes to the place that the user has opened the page for, as soon as it is on the page, unless the user has begun to read elsewhere: once
 * for each request, also if VS Code loads the page again.
 */
export class Revealer<Place> {
	readonly #state: PageState<unknown>;
	readonly #goTo: (place: Place) => void;
	readonly #isOnPage: (place: Place) => boolean;
	/** The id of the request that the page has not gone to yet; empty if there is none. */
	#pending = '';

	/** Without `isOnPage`, a place that is known is on the page, or `goTo` draws it. */
	constructor(
		state: PageState<unknown>,
		goTo: (place: Place) => void,
		isOnPage: (place: Place) => boolean = () => true,
	) {
		this.#state = state;
		this.#goTo = goTo;
		this.#isOnPage = isOnPage;
		onUserActivity(() => this.#end());
	}

	/** Call after each drawing. */
	didDraw({ requested }: RevealingSnapshot<Place>): void {
		if (!requested || requested.id === this.#state.value.lastRequest) return;
		this.#pending = requested.id;
		const { place } = requested;
		if (!place || !this.#isOnPage(place)) return;
		this.#end();
		// After the page has restored the scroll position and the focus.
		queueMicrotask(() => this.#goTo(place));
	}

	#end(): void {
		if (this.#pending !== '') this.#state.change({ lastRequest: this.#pending });
		this.#pending = '';
	}
}

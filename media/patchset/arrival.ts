import type { PatchsetSnapshot, ShownPlace } from '../../src/patches/page/protocol.ts';
import { showStart } from '../page/navigation.ts';
import type { PageState } from './page-state.ts';
import type { Places } from './places.ts';

interface ArrivalOptions {
	readonly state: PageState;
	readonly places: Pick<Places, 'openPatch' | 'showMail'>;
	/** The page has another place to show than the one that it restores. */
	readonly stopRestoring: () => void;
}

/** Goes to the patch or mail that the user has opened the page for, once it is on the page. */
export class Arrival {
	readonly #options: ArrivalOptions;
	/** The visit whose place is not known yet. */
	#expected = '';

	constructor(options: ArrivalOptions) {
		this.#options = options;
		for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
			// The user has begun to read elsewhere.
			addEventListener(type, () => this.#stop(), { passive: true, capture: true });
		}
	}

	/** Call after each drawing. */
	didDraw({ goTo }: PatchsetSnapshot): void {
		const { state } = this.#options;
		if (!goTo || goTo.visit === state.visit) return;
		this.#expected = goTo.visit;
		const { place } = goTo;
		if (!place) return;
		this.#stop();
		// After the page has restored the scroll position and the focus.
		queueMicrotask(() => this.#goTo(place));
	}

	#stop(): void {
		if (this.#expected !== '') this.#options.state.change({ visit: this.#expected });
		this.#expected = '';
	}

	#goTo(place: ShownPlace): void {
		const { places, stopRestoring } = this.#options;
		stopRestoring();
		if (place.kind === 'patch') places.openPatch(place.key);
		else if (place.kind === 'mail') places.showMail(String(place.mail));
		else showStart();
	}
}

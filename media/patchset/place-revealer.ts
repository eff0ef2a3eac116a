import type { PatchsetSnapshot, ShownPlace } from '../../src/patches/page/protocol/protocol.ts';
import { showStart } from '../page/navigation.ts';
import type { PageState } from './page-state.ts';
import type { Places } from './places.ts';

interface PlaceRevealerOptions {
	readonly state: PageState;
	readonly places: Pick<Places, 'openPatch' | 'unfold' | 'showFile' | 'showMail'>;
	/** Called when the page shows another place than the one that it restores. */
	readonly stopRestoring: () => void;
}

/** Goes to the patch, file or mail that the user has opened the page for, once it is on the page. */
export class PlaceRevealer {
	readonly #options: PlaceRevealerOptions;
	/** The request whose place is not known yet. */
	#pending = '';

	constructor(options: PlaceRevealerOptions) {
		this.#options = options;
		for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
			// The user has begun to read elsewhere.
			addEventListener(type, () => this.#stop(), { passive: true, capture: true });
		}
	}

	/** Call after each drawing. */
	didDraw({ requested }: PatchsetSnapshot): void {
		const { state } = this.#options;
		if (!requested || requested.id === state.lastRequest) return;
		this.#pending = requested.id;
		const { place } = requested;
		if (!place) return;
		this.#stop();
		// After the page has restored the scroll position and the focus.
		queueMicrotask(() => this.#goTo(place));
	}

	#stop(): void {
		if (this.#pending !== '') this.#options.state.change({ lastRequest: this.#pending });
		this.#pending = '';
	}

	#goTo(place: ShownPlace): void {
		const { places, stopRestoring } = this.#options;
		stopRestoring();
		if (place.kind === 'patch') places.openPatch(place.key);
		else if (place.kind === 'file') {
			places.unfold(place.key);
			places.showFile(place.key);
		} else if (place.kind === 'mail') places.showMail(String(place.mail));
		else showStart();
	}
}

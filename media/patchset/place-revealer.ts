import type { PatchsetSnapshot, ShownPlace } from '../../src/patches/page/protocol/protocol.ts';
import { showStart } from '../kit/navigation.ts';
import { onUserActivity } from '../kit/user-activity.ts';
import type { PatchsetState } from './patchset-state.ts';
import type { Places } from './places.ts';

/** Goes to the patch, file or mail that the user has opened the page for, once it is on the page. */
export class PlaceRevealer {
	readonly #state: PatchsetState;
	readonly #places: Places;
	readonly #stopRestoring: () => void;
	/** The request whose place is not known yet. */
	#pending = '';

	/** `stopRestoring` is called when the page shows another place than the one that it restores. */
	constructor(state: PatchsetState, places: Places, stopRestoring: () => void) {
		this.#state = state;
		this.#places = places;
		this.#stopRestoring = stopRestoring;
		// The user has begun to read elsewhere.
		onUserActivity(() => this.#stop());
	}

	/** Call after each drawing. */
	didDraw({ requested }: PatchsetSnapshot): void {
		if (!requested || requested.id === this.#state.value.lastRequest) return;
		this.#pending = requested.id;
		const { place } = requested;
		if (!place) return;
		this.#stop();
		// After the page has restored the scroll position and the focus.
		queueMicrotask(() => this.#goTo(place));
	}

	#stop(): void {
		if (this.#pending !== '') this.#state.change({ lastRequest: this.#pending });
		this.#pending = '';
	}

	#goTo(place: ShownPlace): void {
		const places = this.#places;
		this.#stopRestoring();
		if (place.kind === 'patch') places.openPatch(place.key);
		else if (place.kind === 'file') {
			places.unfold(place.key);
			places.showFile(place.key);
		} else if (place.kind === 'mail') places.showMail(String(place.mail));
		else showStart();
	}
}

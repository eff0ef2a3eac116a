/** A user who clicks sooner after a move has aimed at what was there before. */
const reactionMs = 700;

/** Ignores clicks on the status buttons just after they have moved, because a second click would hit another button. */
export class ClickGuard {
	#places = '';
	#movedAt = Number.NEGATIVE_INFINITY;

	/** Call before other listeners are added. */
	start(): void {
		addEventListener('click', (event) => this.#onClick(event), true);
	}

	/** Call after each drawing. */
	didDraw(): void {
		const places = JSON.stringify(
			Array.from(document.querySelectorAll<HTMLElement>('.moves .button'), placeOf),
		);
		if (places === this.#places) return;
		if (this.#places !== '[]' && this.#places !== '') this.#movedAt = performance.now();
		this.#places = places;
	}

	#onClick(event: MouseEvent): void {
		const isOnButton = event.target instanceof Element && event.target.closest('.moves .button') !== null;
		// Keys press the button that has the focus, wherever it is.
		const isByPointer = event.detail > 0;
		if (!isOnButton || !isByPointer || performance.now() - this.#movedAt > reactionMs) return;
		event.preventDefault();
		event.stopImmediatePropagation();
	}
}

/** What a button does, and where it is on the page, however far that is scrolled. */
function placeOf(button: HTMLElement): readonly unknown[] {
	const { left, top } = button.getBoundingClientRect();
	const { do: action, status } = button.dataset;
	return [action, status, Math.round(left + window.scrollX), Math.round(top + window.scrollY)];
}

/** Knows the field in which the user is composing text with an input method. Changing that field would end the composition. */
export class Composition {
	#at: EventTarget | null = null;

	/** Call once. */
	constructor(ended: () => void) {
		addEventListener('compositionstart', ({ target }) => {
			this.#at = target;
		});
		addEventListener(
			'compositionend',
			() => {
				this.#at = null;
				ended();
			},
			true,
		);
	}

	isIn(fields: readonly Element[]): boolean {
		return fields.some((field) => field === this.#at);
	}
}

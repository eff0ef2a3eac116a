/** Tracks the field in which the user is composing text with an input method. Changing that field would end the composition. */
export class Composition {
	#field: EventTarget | null = null;

	/** Call once. */
	constructor(ended: () => void) {
		addEventListener('compositionstart', ({ target }) => {
			this.#field = target;
		});
		addEventListener(
			'compositionend',
			() => {
				this.#field = null;
				ended();
			},
			true,
		);
	}

	isIn(fields: readonly Element[]): boolean {
		return fields.some((field) => field === this.#field);
	}
}

import { isPlain } from './keys.ts';

/** Longer than the editor takes to answer a key; in what is left after that nobody types on. */
const patience = 500;
const memory = 5000;

/**
 * Letters on the way to the box: after the key for a comment, which is the editor's, and while the box is still to come. They are
 * no keys but the beginning of the text.
 */
export class TypedAhead {
	#text = '';
	/** When the last of them came. */
	#at = 0;
	#isHeld = false;

	get #isOpen(): boolean {
		return this.#isHeld || Date.now() - this.#at < patience;
	}

	/** The key for a comment was pressed; it may mean something else to this person. */
	begin(): void {
		this.#text = '';
		this.#at = Date.now();
	}

	/** The box is wanted, and not there yet. */
	hold(): void {
		if (!this.#isOpen) this.begin();
		this.#isHeld = true;
	}

	/** Says whether a key was a letter of the text. */
	press(event: KeyboardEvent): boolean {
		const isLine = event.key === 'Enter' && event.target instanceof HTMLTextAreaElement;
		const letter = isLine ? '\n' : event.key;
		if (!this.#isOpen || !isPlain(event) || [...letter].length > 1) return false;
		this.#text += letter;
		this.#at = Date.now();
		return true;
	}

	/** What the box begins with, which is there now or never will be. */
	take(): string {
		const text = this.#isHeld || Date.now() - this.#at < memory ? this.#text : '';
		this.#text = '';
		this.#at = 0;
		this.#isHeld = false;
		return text;
	}
}

import { isPlain, isThird } from './keys.ts';

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

	/** Says whether a key was a letter of the text, or took one back. */
	press(event: KeyboardEvent): boolean {
		const { key, target } = event;
		const isLine = key === 'Enter' && target instanceof HTMLTextAreaElement;
		const isBack = key === 'Backspace' && this.#text !== '';
		const isLetter = isLine || isBack || [...key].length === 1;
		if (!this.#isOpen || !isLetter || !(isPlain(event) || isThird(event))) return false;
		if (isBack) this.#text = [...this.#text].slice(0, -1).join('');
		else this.add(isLine ? '\n' : key);
		return true;
	}

	/** What came otherwise than by a key. */
	add(text: string): void {
		this.#text += text;
		this.#at = Date.now();
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

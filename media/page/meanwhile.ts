import { insertFromElsewhere } from './insert.ts';
import { TypedAhead } from './typed-ahead.ts';

/** What is typed into the box while it is being sent: the text that comes next, or more of the one that was refused. */
export class Meanwhile {
	readonly #isSending: () => boolean;
	readonly #text = new TypedAhead();

	constructor(isSending: () => boolean) {
		this.#isSending = isSending;
	}

	add(text: string): void {
		this.#text.hold();
		this.#text.add(text);
	}

	/** Says whether a key was meant for it. */
	press(event: KeyboardEvent): boolean {
		if (!(event.target instanceof HTMLTextAreaElement)) return false;
		if (this.#isSending()) this.#text.hold();
		return this.#text.press(event);
	}

	paste({ target, clipboardData }: ClipboardEvent): void {
		if (!this.#isSending() || !(target instanceof HTMLTextAreaElement)) return;
		this.add(clipboardData?.getData('text/plain') ?? '');
	}

	/** Puts it into the box, as soon as that can be written in again. */
	settle(field: HTMLTextAreaElement | null): void {
		if (field && !this.#isSending()) insertFromElsewhere(field, this.#text.take());
	}
}

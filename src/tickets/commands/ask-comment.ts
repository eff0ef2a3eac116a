import type { askText } from '../../platform/editor/messages.ts';

/** Asks for a comment of one line. Keeps what the user wrote until it is sent. */
export class CommentQuestion {
	readonly #askText: typeof askText;
	#unsent = '';

	constructor(ask: typeof askText) {
		this.#askText = ask;
	}

	/** Undefined if the user cancels, empty if the user writes nothing. */
	async ask(title: string, prompt: string): Promise<string | undefined> {
		const written = await this.#askText({
			title,
			prompt,
			value: this.#unsent,
			ignoreFocusOut: true,
			validateInput: (text) => {
				this.#unsent = text;
				return text !== '' && text.trim().length < 3 ? 'A comment needs at least 3 characters.' : undefined;
			},
		});
		return written?.trim() === '' ? '' : written;
	}

	/** The comment was sent, so the next one begins empty. */
	didSend(): void {
		this.#unsent = '';
	}
}

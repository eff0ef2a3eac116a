import type { askText } from '../../platform/editor/messages.ts';
import type { pickTemplateOrWrite } from './pick-comment-template.ts';

export interface AskForComment {
	readonly askText: typeof askText;
	readonly pickTemplateOrWrite: typeof pickTemplateOrWrite;
}

/** Asks for a comment: a comment template, or a line that the user writes. Keeps what the user wrote until it is sent. */
export class CommentQuestion {
	readonly #ask: AskForComment;
	#unsent = '';

	constructor(ask: AskForComment) {
		this.#ask = ask;
	}

	/** Undefined if the user cancels, empty if the user writes nothing. */
	async ask(title: string, prompt: string): Promise<string | undefined> {
		const source = await this.#ask.pickTemplateOrWrite(title);
		if (source?.kind !== 'write') return source?.text;
		const written = await this.#ask.askText({
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

import type { askText } from '../../platform/editor/messages.ts';
import type { pickAnswerOrNone } from './pick-answer.ts';

export interface AskForComment {
	readonly askText: typeof askText;
	readonly pickAnswer: typeof pickAnswerOrNone;
}

/** Asks for a comment: an answer of the settings, or a line that the user writes. Keeps what the user wrote until it is sent. */
export class CommentQuestion {
	readonly #ask: AskForComment;
	#unsent = '';

	constructor(ask: AskForComment) {
		this.#ask = ask;
	}

	/** Undefined if the user cancels, empty if the user writes nothing. */
	async ask(title: string, prompt: string): Promise<string | undefined> {
		const answer = await this.#ask.pickAnswer(title);
		if (answer !== null) return answer;
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

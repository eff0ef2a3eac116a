import type { askText } from '../../platform/editor/messages.ts';
import type { AddComment } from '../state/shared-comments.ts';
import type { pickAnswerOrNone } from './pick-answer.ts';
import type { UnsentComment } from './unsent-comment.ts';

export interface AskForComment {
	readonly askText: typeof askText;
	readonly pickAnswer: typeof pickAnswerOrNone;
}

/** A comment to be sent. */
export interface AskedComment {
	/** Empty if the user writes nothing. */
	readonly text: string;
	/** Sends it with `add`. */
	readonly send: (add: AddComment) => Promise<void>;
}

interface Question {
	readonly title: string;
	readonly prompt: string;
	readonly unsent: UnsentComment;
}

/**
 * Asks for a comment: an answer of the settings, or a line that the user writes. What the user writes is kept until it is sent.
 * Undefined if the user cancels.
 */
export async function askForComment(
	{ askText, pickAnswer }: AskForComment,
	{ title, prompt, unsent }: Question,
): Promise<AskedComment | undefined> {
	const answer = await pickAnswer(title);
	if (answer === undefined) return undefined;
	if (answer !== null) return { text: answer, send: (add) => add() };
	const written = await askText({
		title,
		prompt,
		value: unsent.text,
		ignoreFocusOut: true,
		validateInput: (text) => {
			unsent.keep(text);
			return text !== '' && text.trim().length < 3 ? 'A comment needs at least 3 characters.' : undefined;
		},
	});
	if (written === undefined) return undefined;
	const text = written.trim() === '' ? '' : written;
	return { text, send: (add) => (text === '' ? add() : unsent.send(text, add)) };
}

import type { askText } from '../../../platform/editor/messages.ts';
import type { AddComment } from '../../state/changes/moved-text.ts';
import type { LineDraft } from './line-draft.ts';
import type { pickTemplateOrWrite } from './pick-comment-template.ts';

export interface AskForComment {
	readonly askText: typeof askText;
	readonly pickTemplateOrWrite: typeof pickTemplateOrWrite;
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
	readonly unsent: LineDraft;
}

/**
 * Asks for a comment: a comment template, or a line that the user writes. What the user writes is kept until it is sent.
 * Undefined if the user cancels.
 */
export async function askForComment(
	{ askText, pickTemplateOrWrite }: AskForComment,
	{ title, prompt, unsent }: Question,
): Promise<AskedComment | undefined> {
	const source = await pickTemplateOrWrite(title);
	if (!source) return undefined;
	if (source.kind === 'template') return { text: source.text, send: (add) => add() };
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
	await unsent.didLeave();
	if (written === undefined) return undefined;
	const text = written.trim() === '' ? '' : written;
	return { text, send: (add) => (text === '' ? add() : unsent.send(text, add)) };
}

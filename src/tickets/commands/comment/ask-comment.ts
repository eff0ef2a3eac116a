import type { askText } from '../../../platform/editor/messages.ts';
import type { WrittenTicketText } from '../../state/changes/text-sender.ts';
import type { CommentLine } from './comment-line.ts';
import type { pickTemplateOrWrite } from './pick-comment-template.ts';

export interface AskForComment {
	readonly askText: typeof askText;
	readonly pickTemplateOrWrite: typeof pickTemplateOrWrite;
}

interface Question {
	readonly title: string;
	readonly prompt: string;
	readonly line: CommentLine;
}

/**
 * Asks for a comment: a comment template, or a line that the user writes. What the user writes is kept until it is sent. Undefined if the
 * user cancels; empty if they write nothing.
 */
export async function askForComment(
	{ askText, pickTemplateOrWrite }: AskForComment,
	{ title, prompt, line }: Question,
): Promise<string | WrittenTicketText | undefined> {
	const source = await pickTemplateOrWrite(title);
	if (!source) return undefined;
	if (source.kind === 'template') return source.text;
	const written = await askText({
		title,
		prompt,
		value: line.text,
		validateInput: (text) => {
			line.keep(text);
			return text !== '' && text.trim().length < 3 ? 'A comment needs at least 3 characters.' : undefined;
		},
	});
	if (written === undefined) return undefined;
	return written.trim() === '' ? '' : line.keep(written);
}
